import { figiCheckDigit, isinCheckDigit, leiCheckDigits } from "./check-digits";
import { drawFor, type Dice, type Draw } from "./dice";
import { awkwardNames, fixtures } from "./fixtures";
import { bankName, companyName, type CompanyName } from "./names";
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

const letters = "BCDFGHJKLMNPQRSTVWXYZ";
const pad = (value: number, length: number): string => String(value).padStart(length, "0");

const lettered = (number: number): string =>
  [0, 1, 2, 3, 4].map((position) => letters[Math.floor(number / 21 ** position) % 21] ?? "B").join("");

const isinOf = (country: Country, number: number): string => {
  const body = `${country.code}0ZZ${pad(number, 6)}`;
  return body + isinCheckDigit(body);
};

/** The ordinal whose ISIN an entity carries: three entities of a triplet share the first one's. */
const isinOwner = (ordinal: number, count: number): number => {
  const { first, groups } = fixtures.triplets;
  const inside = ordinal >= first && ordinal < first + groups * 3 && first + groups * 3 <= count;
  return inside ? ordinal - ((ordinal - first) % 3) : ordinal;
};

const sectionWeights = "AABBCCCCCCCCCCDDEFFGGGHHIJJJKKKLMMNNOPQRS";

const isBank = (ordinal: number): boolean => ordinal < fixtures.banks.count;
const isAwkward = (ordinal: number): boolean =>
  ordinal >= fixtures.awkward.first && ordinal < fixtures.awkward.first + fixtures.awkward.count;

const nameOf = (ordinal: number, draw: Draw, place: { country: Country; section: string }): CompanyName => {
  if (isBank(ordinal)) return bankName(draw, place.country);
  if (ordinal === fixtures.acme) return { name: "Acme Mobility plc", stem: "Acme", alias: ["Acme", "Acme Mobility"] };
  if (ordinal === fixtures.volta) return { name: "Volta Motors AG", stem: "Volta", alias: ["Volta", "Volta Motors"] };
  const made = companyName(draw, place.country, place.section);
  const awkward = isAwkward(ordinal) ? awkwardNames[ordinal - fixtures.awkward.first] : undefined;
  return awkward === undefined ? made : { ...made, name: awkward };
};

const countryOf = (ordinal: number, draw: Draw): Country => {
  const index = isBank(ordinal) ? draw.below(euCountries) : draw.below(countries.length);
  if (ordinal === fixtures.acme) return countries[15] as Country;
  if (ordinal === fixtures.volta) return countries[1] as Country;
  return countries[index] as Country;
};

const sectionsOf = (ordinal: number, draw: Draw): string[] => {
  if (isBank(ordinal)) return draw.chance(0.1) ? ["K", "L"] : ["K"];
  if (ordinal === fixtures.acme || ordinal === fixtures.volta) return ["C"];
  const first = draw.pick([...sectionWeights]);
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

/** Who the entity `ordinal` is; a pure function of the dice, and of the world's size only for the triplets. */
export const identityOf = (dice: Dice, ordinal: number, count: number): Identity => {
  const draw = drawFor(dice, ordinal);
  const country = countryOf(ordinal, draw);
  const sections = sectionsOf(ordinal, draw);
  const { name, stem, alias } = nameOf(ordinal, draw, { country, section: sections[0] ?? "N" });
  const sparse = isAwkward(ordinal);
  const second = draw.chance(0.08) ? [isinOf(draw.pick(countries), 500_000 + ordinal)] : [];
  const leiBody = `9999${pad(0, 2)}${pad(ordinal, 7)}${draw.pick([...letters])}${pad(draw.below(9_999), 4)}`;
  const figiBody = `BBG0ZZ${lettered(ordinal)}`;
  const owner = isinOwner(ordinal, count);
  const ownerCountry = owner === ordinal ? country : countryOf(owner, drawFor(dice, owner));
  const host = `${stem.toLowerCase()}.example`;
  return {
    name,
    stem,
    alias: sparse && ordinal % 2 === 0 ? [] : alias,
    country,
    sections: sparse && ordinal % 3 === 0 ? [] : sections,
    isin: sparse && ordinal % 4 === 1 ? [] : [isinOf(ownerCountry, owner), ...second],
    ticker: draw.chance(0.9)
      ? [
          stem.slice(0, 3).toUpperCase() + letters[draw.below(21)],
          ...(second.length > 0 ? [pad(draw.below(9_999), 4)] : []),
        ]
      : [],
    lei: draw.chance(0.06) || sparse ? null : leiBody + leiCheckDigits(leiBody),
    figi: draw.chance(0.12) ? null : figiBody + figiCheckDigit(figiBody),
    duns: pad(100_000_000 + ordinal, 9),
    website: draw.chance(0.04) ? null : draw.pick([host, `www.${host}`, `https://www.${host}`, `http://${host}/`]),
    registrations: registrationsOf(draw),
  };
};
