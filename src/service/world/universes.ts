import { fixtures } from "./fixtures";
import type { World } from "./world";

/** A universe the made-up world begins with; `base` says which entities it holds. */
export interface SeededUniverse {
  readonly name: string;
  readonly type: "PRIVATE" | "SHARED" | "PROVIDER";
  readonly description: string | null;
  readonly owner: string | null;
  readonly company: string;
  /** Other companies it is linked with. */
  readonly companies: readonly string[];
  readonly base: string;
}

type Owner = "demo" | "colleague" | "rival" | "provider";

interface Line {
  readonly name: string;
  readonly type: SeededUniverse["type"];
  readonly base: string;
  readonly owner: Owner;
  readonly description: string | null;
}

const line = (text: string): Line => {
  const [name = "", type = "", base = "", owner = "", description = ""] = text.split("|");
  return {
    name,
    type: type as Line["type"],
    base,
    owner: owner as Owner,
    description: description === "" ? null : description,
  };
};

const lines: readonly Line[] = [
  "EU Banks|SHARED|banks|demo|Banks of the European Union",
  "Demo Portfolio|PRIVATE|portfolio|demo|Forty companies to play with",
  "Holdings|SHARED|holdings|demo|What the demo list of ISINs resolves to",
  "EV Makers|SHARED|press|demo|Acme Mobility and Volta Motors",
  "Empty Shelf|SHARED|none|demo|",
  "Awkward Names|SHARED|awkward|demo|Names and values that break naive readers",
  "Unlicensed Names|SHARED|unlicensed|demo|Entities without a licence (402)",
  "Colleague's Drafts|PRIVATE|range:80:100|colleague|",
  "Team Watchlist|SHARED|range:20:70|colleague|Shared by a colleague",
  "Global 500|PROVIDER|spread:500|provider|Five hundred entities of all sectors",
  "Global 5000|PROVIDER|spread:5000|provider|Five thousand entities of all sectors",
  "Whole Catalogue|PROVIDER|all|provider|Every entity",
  "Rival Holdings|SHARED|range:90:110|rival|Another company's",
].map(line);

const users: Readonly<Record<Owner, number | undefined>> = { demo: 0, colleague: 1, rival: 4, provider: undefined };

/** The universes a new store holds; the provider's are linked with both companies. */
export const seededUniverses = ({ ids }: World): readonly SeededUniverse[] =>
  lines.map(({ owner, ...universe }) => {
    const user = users[owner];
    return {
      ...universe,
      owner: user === undefined ? null : ids.user.idOf(user),
      company: ids.company.idOf(owner === "rival" ? 1 : 0),
      companies: owner === "provider" ? [ids.company.idOf(1)] : [],
    };
  });

const range = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);

const licensed = (entities: number[]): number[] =>
  entities.filter((entity) => !(fixtures.unlicensed as readonly number[]).includes(entity));

/** Entities spread evenly over the catalogue. */
const spread = (wanted: number, count: number): number[] => {
  const step = Math.max(1, count / wanted);
  return [...new Set(Array.from({ length: Math.min(wanted, count) }, (_, index) => Math.floor(index * step)))];
};

/** The holdings' entities: those the demo list of ISINs finds once, after the triplets. */
export const holdingsRange = (count: number): readonly [first: number, end: number] => {
  const { first, groups } = fixtures.triplets;
  return count < 1_500 ? [80, Math.min(count, 110)] : [first + groups * 3, first + groups * 3 + 1_130];
};

type Base = (count: number, first: number, end: number) => readonly number[];

const { banks, awkward, acme, volta } = fixtures;
const bases: Readonly<Record<string, Base>> = {
  none: () => [],
  banks: () => range(banks.first, banks.first + banks.count),
  portfolio: () => [...range(0, 10), acme, volta, ...range(80, 108)],
  press: () => [acme, volta],
  awkward: () => range(awkward.first, awkward.first + awkward.count),
  unlicensed: () => fixtures.unlicensed,
  holdings: (count) => range(...holdingsRange(count)),
  range: (count, first, end) => range(first, Math.min(end, count)),
  spread: (count, wanted) => licensed(spread(wanted, count)),
  all: (count) => licensed(range(0, count)),
};

/** The ordinals a base stands for. */
export const baseMembers = (world: World, base: string): readonly number[] => {
  const [kind = "none", first = "", end = ""] = base.split(":");
  return bases[kind]?.(world.catalogue.original, Number(first), Number(end)) ?? [];
};
