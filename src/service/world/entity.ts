import { figiCheckDigit, isinCheckDigit, leiCheckDigits } from "./check-digits";
import { drawFor, type Dice, type Draw } from "./dice";
import { awkwardNames, type Fixtures } from "./fixtures";
import { bankName, companyName, type CompanyName } from "./names";
import { itemAt } from "./item-at";
import { countries, euCountries, type Country } from "./places";
import { sectionCodes } from "./industries";

/** Who an entity is: what it is searched by. */
export interface Identity {
  readonly name: string;
  readonly stem: string;
  readonly alias: readonly string[];
  readonly country: Country;
  readonly sections: readonly string[];
  readonly isin: readonly string[];
  readonly ticker: readonly string[];
  readonly lei: string | null;
  readonly figi: string | null;
  readonly duns: string;
  readonly website: string | null;
  readonly registrations: readonly { readonly value: string; readonly description: string }[];
}

const letters = Array.from("BCDFGHJKLMNPQRSTVWXYZ");
const pad = (value: number, length: number): string => String(value).padStart(length, "0");

const lettered = (number: number): string =>
  [0, 1, 2, 3, 4].map((position) => letters[Math.floor(number / 21 ** position) % 21] ?? "B").join("");

const isinOf = (country: Country, number: number): string => {
  const body = `${country.code}0ZZ${pad(number, 6)}`;
  return body + isinCheckDigit(body);
};

/** The ordinal whose ISIN an entity carries: three entities of a triplet share the first one's. */
const isinOwner = (ordinal: number, { triplets: { first, groups } }: Fixtures): number => {
  const inside = ordinal >= first && ordinal < first + groups * 3;
  return inside ? ordinal - ((ordinal - first) % 3) : ordinal;
};

const sectionWeights = Array.from("AABBCCCCCCCCCCDDEFFGGGHHIJJJKKKLMMNNOPQRS");

const isBank = (ordinal: number, { banks }: Fixtures): boolean => ordinal < banks;
const isAwkward = (ordinal: number, { awkward }: Fixtures): boolean =>
  ordinal >= awkward.first && ordinal < awkward.first + awkward.count;

/** Which entity of which world. */
interface Place {
  readonly ordinal: number;
  readonly fixtures: Fixtures;
}

const nameOf = (
  { ordinal, fixtures }: Place,
  draw: Draw,
  place: { country: Country; section: string },
): CompanyName => {
  if (isBank(ordinal, fixtures)) return bankName(draw, place.country);
  if (ordinal === fixtures.acme) return { name: "Acme Mobility plc", stem: "Acme", alias: ["Acme", "Acme Mobility"] };
  if (ordinal === fixtures.volta) return { name: "Volta Motors AG", stem: "Volta", alias: ["Volta", "Volta Motors"] };
  const made = companyName(draw, place.country, place.section);
  const awkward = isAwkward(ordinal, fixtures) ? awkwardNames[ordinal - fixtures.awkward.first] : undefined;
  return awkward === undefined ? made : { ...made, name: awkward };
};

const countryOf = ({ ordinal, fixtures }: Place, draw: Draw): Country => {
  const index = isBank(ordinal, fixtures) ? draw.below(euCountries) : draw.below(countries.length);
  if (ordinal === fixtures.acme) return itemAt(countries, 15);
  if (ordinal === fixtures.volta) return itemAt(countries, 1);
  return itemAt(countries, index);
};

const sectionsOf = ({ ordinal, fixtures }: Place, draw: Draw): string[] => {
  if (isBank(ordinal, fixtures)) return draw.chance(0.1) ? ["K", "L"] : ["K"];
  if (ordinal === fixtures.acme || ordinal === fixtures.volta) return ["C"];
  const first = draw.pick(sectionWeights);
  if (draw.chance(0.03)) return [];
  return draw.chance(0.12) ? [...new Set([first, draw.pick(sectionCodes)])] : [first];
};

const registrationsOf = (draw: Draw): Identity["registrations"] => {
  if (draw.chance(0.25)) return [];
  const long = draw.chance(0.15);
  const value = long
    ? `${pad(draw.below(99_999_999), 9)}${pad(draw.below(99_999_999), 8)}`
    : pad(draw.below(9_999_999), 9);
  return [{ value, description: long ? "Tax identification number" : "Trade register" }];
};

const tickersOf = (stem: string, draw: Draw, twice: boolean): string[] => {
  if (draw.chance(0.1)) return [];
  const first = stem.slice(0, 3).toUpperCase() + draw.pick(letters);
  return twice ? [first, pad(draw.below(9_999), 4)] : [first];
};

const leiOf = (ordinal: number, draw: Draw): string => {
  const body = `999900${pad(ordinal, 7)}${draw.pick(letters)}${pad(draw.below(9_999), 4)}`;
  return body + leiCheckDigits(body);
};

const figiOf = (ordinal: number): string => {
  const body = `BBG0ZZ${lettered(ordinal)}`;
  return body + figiCheckDigit(body);
};

const websiteOf = (stem: string, draw: Draw): string | null => {
  const host = `${stem.toLowerCase()}.example`;
  return draw.chance(0.04) ? null : draw.pick([host, `www.${host}`, `https://www.${host}`, `http://${host}/`]);
};

/** Awkward entities lack what others have, each something else. */
const withGaps = (identity: Identity, ordinal: number): Identity => ({
  ...identity,
  alias: ordinal % 2 === 0 ? [] : identity.alias,
  sections: ordinal % 3 === 0 ? [] : identity.sections,
  isin: ordinal % 4 === 1 ? [] : identity.isin,
  lei: null,
});

/** Who the entity `ordinal` is; a pure function of the dice, and of the world's size only for the fixtures. */
export const identityOf = (dice: Dice, ordinal: number, fixtures: Fixtures): Identity => {
  const draw = drawFor(dice, ordinal);
  const place = { ordinal, fixtures };
  const country = countryOf(place, draw);
  const sections = sectionsOf(place, draw);
  const { name, stem, alias } = nameOf(place, draw, { country, section: sections[0] ?? "N" });
  const second = draw.chance(0.08) ? [isinOf(draw.pick(countries), 500_000 + ordinal)] : [];
  const owner = isinOwner(ordinal, fixtures);
  const home = owner === ordinal ? country : countryOf({ ordinal: owner, fixtures }, drawFor(dice, owner));
  const identity: Identity = {
    name,
    stem,
    alias,
    country,
    sections,
    isin: [isinOf(home, owner), ...second],
    ticker: tickersOf(stem, draw, second.length > 0),
    lei: draw.chance(0.06) ? null : leiOf(ordinal, draw),
    figi: draw.chance(0.12) ? null : figiOf(ordinal),
    duns: pad(100_000_000 + ordinal, 9),
    website: websiteOf(stem, draw),
    registrations: registrationsOf(draw),
  };
  return isAwkward(ordinal, fixtures) ? withGaps(identity, ordinal) : identity;
};
