import { figiCheckDigit, isinCheckDigit, leiCheckDigits } from "../../facts/check-digits";
import { type SeededRandom, type Sampler, samplerFor, itemAt } from "../common/random";
import { awkwardNames, type Fixtures } from "./fixtures";
import { bankName, companyName, type CompanyName } from "./names";
import { countries, type Country, euCountries } from "./places";
import type { IsicNode, RankedCode } from "../../data/records";
import { industryCodes, isicTree, sectionCodes, unspscCodes } from "./industries";

/** The identity of an entity: what searches compare. Undefined is unknown. */
export interface Identity {
  readonly name: string;
  readonly stem: string;
  readonly alias: readonly string[];
  readonly country: Country;
  readonly sections: readonly string[];
  readonly isin: readonly string[];
  readonly ticker: readonly string[];
  readonly lei: string | undefined;
  readonly figi: string | undefined;
  readonly duns: string;
  readonly website: string | undefined;
  readonly registrations: readonly { readonly value: string; readonly description: string }[];
}

const letters = Array.from("BCDFGHJKLMNPQRSTVWXYZ");
const pad = (value: number, length: number): string => String(value).padStart(length, "0");

const lettered = (number: number): string =>
  [0, 1, 2, 3, 4].map((position) => letters[Math.floor(number / 21 ** position) % 21] ?? "B").join("");

const createIsin = (country: Country, number: number): string => {
  const body = `${country.code}0ZZ${pad(number, 6)}`;
  return body + isinCheckDigit(body);
};

/** The entity whose ISIN an entity has. The three entities of a triplet share the first one's. */
const isinOwner = (ordinal: number, { triplets: { first, groups } }: Fixtures): number => {
  const inside = ordinal >= first && ordinal < first + groups * 3;
  return inside ? ordinal - ((ordinal - first) % 3) : ordinal;
};

const sectionWeights = Array.from("AABBCCCCCCCCCCDDEFFGGGHHIJJJKKKLMMNNOPQRS");

const isBank = (ordinal: number, { banks }: Fixtures): boolean => ordinal < banks;
const isAwkward = (ordinal: number, { awkward }: Fixtures): boolean =>
  ordinal >= awkward.first && ordinal < awkward.first + awkward.count;

/** An entity and the fixtures of its world. */
interface EntityPlace {
  readonly ordinal: number;
  readonly fixtures: Fixtures;
}

const createName = (
  { ordinal, fixtures }: EntityPlace,
  sampler: Sampler,
  place: { country: Country; section: string },
): CompanyName => {
  if (isBank(ordinal, fixtures)) return bankName(sampler, place.country);
  if (ordinal === fixtures.acme) return { name: "Acme Mobility plc", stem: "Acme", alias: ["Acme", "Acme Mobility"] };
  if (ordinal === fixtures.volta) return { name: "Volta Motors AG", stem: "Volta", alias: ["Volta", "Volta Motors"] };
  const name = companyName(sampler, place.country, place.section);
  const awkward = isAwkward(ordinal, fixtures) ? awkwardNames[ordinal - fixtures.awkward.first] : undefined;
  return awkward === undefined ? name : { ...name, name: awkward };
};

const chooseCountry = ({ ordinal, fixtures }: EntityPlace, sampler: Sampler): Country => {
  const index = isBank(ordinal, fixtures) ? sampler.below(euCountries) : sampler.below(countries.length);
  if (ordinal === fixtures.acme) return itemAt(countries, 15);
  if (ordinal === fixtures.volta) return itemAt(countries, 1);
  return itemAt(countries, index);
};

const chooseSections = ({ ordinal, fixtures }: EntityPlace, sampler: Sampler): string[] => {
  if (isBank(ordinal, fixtures)) return sampler.chance(0.1) ? ["K", "L"] : ["K"];
  if (ordinal === fixtures.acme || ordinal === fixtures.volta) return ["C"];
  const first = sampler.pick(sectionWeights);
  if (sampler.chance(0.03)) return [];
  return sampler.chance(0.12) ? [...new Set([first, sampler.pick(sectionCodes)])] : [first];
};

const createRegistrations = (sampler: Sampler): Identity["registrations"] => {
  if (sampler.chance(0.25)) return [];
  const long = sampler.chance(0.15);
  const value = long
    ? `${pad(sampler.below(99_999_999), 9)}${pad(sampler.below(99_999_999), 8)}`
    : pad(sampler.below(9_999_999), 9);
  return [{ value, description: long ? "Tax identification number" : "Trade register" }];
};

const createTickers = (stem: string, sampler: Sampler, twice: boolean): string[] => {
  if (sampler.chance(0.1)) return [];
  const first = stem.slice(0, 3).toUpperCase() + sampler.pick(letters);
  return twice ? [first, pad(sampler.below(9_999), 4)] : [first];
};

const createLei = (ordinal: number, sampler: Sampler): string => {
  const body = `999900${pad(ordinal, 7)}${sampler.pick(letters)}${pad(sampler.below(9_999), 4)}`;
  return body + leiCheckDigits(body);
};

const createFigi = (ordinal: number): string => {
  const body = `BBG0ZZ${lettered(ordinal)}`;
  return body + figiCheckDigit(body);
};

const createWebsite = (stem: string, sampler: Sampler): string | undefined => {
  const host = `${stem.toLowerCase()}.example`;
  return sampler.chance(0.04)
    ? undefined
    : sampler.pick([host, `www.${host}`, `https://www.${host}`, `http://${host}/`]);
};

/** Removes values from awkward entities, different ones from each. */
const withGaps = (identity: Identity, ordinal: number): Identity => ({
  ...identity,
  alias: ordinal % 2 === 0 ? [] : identity.alias,
  sections: ordinal % 3 === 0 ? [] : identity.sections,
  isin: ordinal % 4 === 1 ? [] : identity.isin,
  lei: undefined,
});

/** Computes an identity from the random stream. The size of the world matters only for the fixtures. */
export const createIdentity = (random: SeededRandom, ordinal: number, fixtures: Fixtures): Identity => {
  const sampler = samplerFor(random, ordinal);
  const place = { ordinal, fixtures };
  const country = chooseCountry(place, sampler);
  const sections = chooseSections(place, sampler);
  const { name, stem, alias } = createName(place, sampler, { country, section: sections[0] ?? "N" });
  const second = sampler.chance(0.08) ? [createIsin(sampler.pick(countries), 500_000 + ordinal)] : [];
  const owner = isinOwner(ordinal, fixtures);
  const home = owner === ordinal ? country : chooseCountry({ ordinal: owner, fixtures }, samplerFor(random, owner));
  const identity: Identity = {
    name,
    stem,
    alias,
    country,
    sections,
    isin: [createIsin(home, owner), ...second],
    ticker: createTickers(stem, sampler, second.length > 0),
    lei: sampler.chance(0.06) ? undefined : createLei(ordinal, sampler),
    figi: sampler.chance(0.12) ? undefined : createFigi(ordinal),
    duns: pad(100_000_000 + ordinal, 9),
    website: createWebsite(stem, sampler),
    registrations: createRegistrations(sampler),
  };
  return isAwkward(ordinal, fixtures) ? withGaps(identity, ordinal) : identity;
};

/** The attributes of an entity besides its identity. Undefined is unknown. */
export interface Profile {
  readonly description: string | undefined;
  readonly city: string | undefined;
  readonly region: string | undefined;
  readonly country: string | undefined;
  readonly employee_count: number | undefined;
  readonly revenue: readonly { readonly value: number; readonly currency: string; readonly date: string }[];
  readonly isic4: readonly IsicNode[];
  readonly industry_codes: readonly { readonly description: string; readonly values: readonly RankedCode[] }[];
  readonly unspsc: readonly RankedCode[];
  /** Days before the world's day. */
  readonly createdDaysAgo: number;
}

const createRevenue = (sampler: Sampler, currency: string): Profile["revenue"] => {
  if (sampler.chance(0.1)) return [];
  const years = 1 + sampler.below(5);
  const size = 10 ** (6 + sampler.unit() * 5);
  return Array.from({ length: years }, (_, back) => ({
    value: Math.round(size * (1 - back * 0.04 + sampler.unit() * 0.05)),
    currency,
    date: `${2025 - back}-12-31`,
  }));
};

export interface ProfileOptions {
  readonly ordinal: number;
  readonly identity: Identity;
  readonly fixtures: Fixtures;
}

const describeEntity = (identity: Identity, city: string, trees: readonly IsicNode[]): string => {
  const trade = trees[0]?.description.toLowerCase() ?? "several industries";
  return `${identity.name} is a fictional company based in ${city}, active in ${trade}.`;
};

/** Computes a profile from the random stream and the identity. Awkward entities lack some values. */
export const createProfile = (
  random: SeededRandom,
  { ordinal, identity, fixtures: { awkward } }: ProfileOptions,
): Profile => {
  const sampler = samplerFor(random, ordinal, 500);
  const [city, region] = sampler.pick(identity.country.cities);
  const turn = sampler.below(24);
  const isic4 = identity.sections.map((section, index) => isicTree(section, turn + index, index * 2 + 1));
  const section = identity.sections[0];
  const first = isic4[0];
  const sparse = ordinal >= awkward.first && ordinal < awkward.first + awkward.count;
  const unknownPlace = sparse && ordinal % 5 === 0;
  return {
    description: sparse && ordinal % 2 === 1 ? undefined : describeEntity(identity, city, isic4),
    city: unknownPlace ? undefined : city,
    region: unknownPlace ? undefined : region,
    country: unknownPlace ? undefined : identity.country.code,
    employee_count: sampler.chance(0.06) ? undefined : Math.round(10 ** (0.5 + sampler.unit() * 4.8)),
    revenue: createRevenue(sampler, identity.country.currency),
    isic4,
    industry_codes: section === undefined || first === undefined ? [] : industryCodes(section, first),
    unspsc: section === undefined ? [] : unspscCodes(section, turn),
    createdDaysAgo: 400 + sampler.below(2_400),
  };
};
