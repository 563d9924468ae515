import { getAlpha2Codes } from "i18n-iso-countries";
import { foldText } from "../../facts/folded-text";
import { nameWords } from "../names/company-names";

// Lists of all exchanges have `Israel Corporation`, `Sunday Co.,Ltd.` and `El Paso Corporation`. In a text, `Israel`, `Sunday` and
// `El Paso` are none of them unless something beside the word says so.

const states =
  "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|England|Scotland|Wales|Northern Ireland|Ontario|Quebec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New Brunswick|Queensland|Victoria|New South Wales|Tasmania|Bavaria|Saxony|Catalonia|Lombardy|Normandy|Punjab|Gujarat|Kerala|Guangdong|Xinjiang|Tibet";

/** Cities and regions of the news that name no time zone. */
const cities =
  "Aberdeen|Albany|Albuquerque|Antwerp|Atlanta|Austin|Baltimore|Bangalore|Barcelona|Basel|Beijing|Belfast|Birmingham|Boston|Bristol|Brooklyn|Buffalo|Cambridge|Cardiff|Charlotte|Chennai|Christchurch|Cincinnati|Cleveland|Cologne|Columbus|Dallas|Delhi|Derby|Dover|Dresden|Durham|Edinburgh|El Paso|Fort Worth|Frankfurt|Geneva|Glasgow|Gothenburg|Greenwich|Guangzhou|Hamburg|Hiroshima|Houston|Hyderabad|Jacksonville|Jersey City|Kansas City|Kyoto|Lancaster|Las Vegas|Leeds|Leicester|Lincoln|Liverpool|Long Beach|Lyon|Manchester|Manhattan|Marseille|Melbourne|Memphis|Miami|Milan|Milwaukee|Minneapolis|Mumbai|Munich|Nagasaki|Nagoya|Nashville|Naples|New Delhi|New Orleans|Newark|Newcastle|Norfolk|Nottingham|Oakland|Odessa|Omaha|Orlando|Osaka|Ottawa|Oxford|Pasadena|Philadelphia|Phoenix|Pittsburgh|Plymouth|Portland|Portsmouth|Princeton|Raleigh|Richmond|Rochester|Rotterdam|Sacramento|Salt Lake City|San Antonio|San Diego|San Francisco|San Jose|Seattle|Sheffield|Shenzhen|Silicon Valley|Southampton|St Louis|St Petersburg|Stuttgart|Tampa|Tel Aviv|The Hague|Tucson|Tulsa|Turin|Valencia|Venice|Wellington|Wuhan|Yokohama|York|Africa|America|Antarctica|Asia|Australia|Europe|Latin America|Middle East|North America|South America|Atlantic|Pacific|Arctic|Caribbean|Mediterranean|Balkans|Scandinavia|Siberia|Crimea|Kurdistan|Palestine|Mercury|Venus|Earth|Mars|Jupiter|Saturn|Uranus|Neptune|Pluto|Moon";

const monthsAndDays = (): readonly string[] => {
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month)));
  // The first of January 2024 was a Monday.
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
  const write = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
    new Intl.DateTimeFormat("en", { ...options, timeZone: "UTC" }).format(date);
  return [...months.map(write({ month: "long" })), ...days.map(write({ weekday: "long" }))];
};

const countries = (): readonly string[] => {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return Object.keys(getAlpha2Codes()).flatMap((code) => names.of(code) ?? []);
};

const languages = (): readonly string[] => {
  const names = new Intl.DisplayNames(["en"], { type: "language" });
  return "ar de el en es fi fr he hi it ja ko nl no pl pt ru sv tr uk zh da hu cs ro th vi fa"
    .split(" ")
    .flatMap((code) => names.of(code) ?? []);
};

/** The cities after which time zones are named: those of each country that people know. */
const zoneCities = (): readonly string[] =>
  Intl.supportedValuesOf("timeZone").map((zone) => (zone.split("/").at(-1) ?? "").replaceAll("_", " "));

/** Names of places, days, months, languages and planets as names of companies are compared: folded words with a space between. */
export const placeNames: ReadonlySet<string> = new Set(
  [...states.split("|"), ...cities.split("|"), ...monthsAndDays(), ...countries(), ...languages(), ...zoneCities()].map(
    (name) => nameWords(foldText(name)).join(" "),
  ),
);
