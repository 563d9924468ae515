import { getNames } from "i18n-iso-countries";

/** A country of the fictitious world: ISO code, currency, legal forms of companies, cities with regions. */
export interface Country {
  readonly code: string;
  readonly currency: string;
  readonly forms: readonly string[];
  readonly cities: readonly (readonly [city: string, region: string])[];
}

const country = (line: string): Country => {
  const [code = "", currency = "", forms = "", ...cities] = line.split("|");
  return { code, currency, forms: forms.split(","), cities: cities.map((each) => each.split("/") as [string, string]) };
};

/** The countries of the companies of the fictitious world. */
export const countries: readonly Country[] = [
  "FR|EUR|SA,SAS|paris/île-de-france|lyon/auvergne-rhône-alpes|nantes/pays de la loire",
  "DE|EUR|AG,GmbH,SE|münchen/bayern|hamburg/hamburg|köln/nordrhein-westfalen",
  "ES|EUR|SA,SL|madrid/comunidad de madrid|sevilla/andalucía|málaga/andalucía",
  "IT|EUR|SpA,Srl|milano/lombardia|torino/piemonte|bologna/emilia-romagna",
  "NL|EUR|NV,BV|amsterdam/noord-holland|utrecht/utrecht|rotterdam/zuid-holland",
  "BE|EUR|NV,SA|bruxelles/région de bruxelles-capitale|gent/oost-vlaanderen",
  "AT|EUR|AG,GmbH|wien/wien|graz/steiermark",
  "SE|SEK|AB|stockholm/stockholms län|göteborg/västra götalands län",
  "DK|DKK|A/S|københavn/hovedstaden|aarhus/midtjylland",
  "FI|EUR|Oyj,Oy|helsinki/uusimaa|tampere/pirkanmaa",
  "IE|EUR|plc,Ltd|dublin/leinster|cork/munster",
  "PT|EUR|SA,Lda|lisboa/lisboa|porto/norte",
  "PL|PLN|SA|warszawa/mazowieckie|kraków/małopolskie",
  "GR|EUR|AE|athina/attiki|thessaloniki/kentriki makedonia",
  "CZ|CZK|a.s.|praha/praha|brno/jihomoravský kraj",
  "GB|GBP|plc,Ltd|london/greater london|leeds/west yorkshire|glasgow/scotland",
  "CH|CHF|AG,SA|zürich/zürich|genève/genève",
  "NO|NOK|ASA,AS|oslo/oslo|bergen/vestland",
  "US|USD|Inc.,Corp.,LLC|new york/new york|houston/texas|san jose/california|atlanta/georgia",
  "CA|CAD|Inc.,Ltd|toronto/ontario|montréal/québec|calgary/alberta",
  "BR|BRL|S.A.|são paulo/são paulo|curitiba/paraná",
  "MX|MXN|SAB de CV|monterrey/nuevo león|guadalajara/jalisco",
  "CL|CLP|S.A.|santiago/región metropolitana|antofagasta/antofagasta",
  "JP|JPY|KK|tokyo/tokyo|osaka/osaka|nagoya/aichi",
  "KR|KRW|Co. Ltd|seoul/seoul|busan/busan",
  "IN|INR|Ltd|mumbai/maharashtra|bengaluru/karnataka|chennai/tamil nadu",
  "SG|SGD|Pte Ltd,Ltd|singapore/singapore",
  "AU|AUD|Ltd,Pty Ltd|sydney/new south wales|perth/western australia",
  "ZA|ZAR|Ltd|johannesburg/gauteng|durban/kwazulu-natal",
  "AE|AED|PJSC|dubai/dubai|abu dhabi/abu dhabi",
].map(country);

const display = new Intl.DisplayNames(["en"], { type: "region" });

const namesByCode = new Map<string, string>();

/** The lowercase English name of a country, as in entity records. */
export const countryName = (code: string): string => {
  const known = namesByCode.get(code);
  if (known !== undefined) return known;
  const name = (display.of(code) ?? code).toLowerCase();
  namesByCode.set(code, name);
  return name;
};

/** The number of countries at the start of the list that EU Banks come from. */
export const euCountries = 15;

let codes: ReadonlyMap<string, string> | undefined;

/** The codes (upper case) of countries by each of their names. */
const countryCodes = (): ReadonlyMap<string, string> => {
  codes ??= new Map(
    Object.entries(getNames("en", { select: "all" })).flatMap(([code, inTable]) => [
      [countryName(code), code] as const,
      ...inTable.map((name) => [name.toLowerCase(), code] as const),
    ]),
  );
  return codes;
};

/** The code (upper case) of a country by its English name, whatever its case; undefined if there is no such country. */
export const countryCode = (name: string): string | undefined => countryCodes().get(name.toLowerCase());

/** The name in entity records of a country that is named in any known way; another text stays as it is. */
export const recordedCountry = (name: string): string => {
  const code = countryCode(name);
  return code === undefined ? name : countryName(code);
};

let names: ReadonlySet<string> | undefined;

/**
 * Every value of the `country` filter: the lowercase English names of ISO 3166 countries, as Node has them and as the
 * table has them. The two name a few countries otherwise, and so do two versions of Node.
 */
export const countryNames = (): ReadonlySet<string> => {
  names ??= new Set(countryCodes().keys());
  return names;
};
