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

/** The universes a new store holds. Users: 0 demo, 1 colleague, 4 rival; companies: 0 theirs, 1 the rival's. */
export const seededUniverses = (world: World): readonly SeededUniverse[] => {
  const users = [0, 1, 2, 3, 4].map(world.ids.user.idOf);
  const [home = "", rival = ""] = [0, 1].map(world.ids.company.idOf);
  const [demo = "", colleague = ""] = users;
  const rivalUser = users[4] ?? "";
  const mine = { owner: demo, company: home, companies: [] };
  return [
    { ...mine, name: "EU Banks", type: "SHARED", description: "Banks of the European Union", base: "banks" },
    {
      ...mine,
      name: "Demo Portfolio",
      type: "PRIVATE",
      description: "Forty companies to play with",
      base: "portfolio",
    },
    {
      ...mine,
      name: "Holdings",
      type: "SHARED",
      description: "What the demo list of ISINs resolves to",
      base: "holdings",
    },
    { ...mine, name: "EV Makers", type: "SHARED", description: "Acme Mobility and Volta Motors", base: "press" },
    { ...mine, name: "Empty Shelf", type: "SHARED", description: null, base: "none" },
    {
      ...mine,
      name: "Awkward Names",
      type: "SHARED",
      description: "Names and values that break naive readers",
      base: "awkward",
    },
    {
      ...mine,
      name: "Unlicensed Names",
      type: "SHARED",
      description: "Entities without a licence (402)",
      base: "unlicensed",
    },
    { ...mine, owner: colleague, name: "Colleague's Drafts", type: "PRIVATE", description: null, base: "range:80:100" },
    {
      ...mine,
      owner: colleague,
      name: "Team Watchlist",
      type: "SHARED",
      description: "Shared by a colleague",
      base: "range:20:70",
    },
    {
      ...mine,
      owner: null,
      name: "Global 500",
      type: "PROVIDER",
      description: "Five hundred entities of all sectors",
      base: "spread:500",
      companies: [rival],
    },
    {
      ...mine,
      owner: null,
      name: "Global 5000",
      type: "PROVIDER",
      description: "Five thousand entities of all sectors",
      base: "spread:5000",
      companies: [rival],
    },
    {
      ...mine,
      owner: null,
      name: "Whole Catalogue",
      type: "PROVIDER",
      description: "Every entity",
      base: "all",
      companies: [rival],
    },
    {
      name: "Rival Holdings",
      type: "SHARED",
      description: "Another company's",
      owner: rivalUser,
      company: rival,
      companies: [],
      base: "range:90:110",
    },
  ];
};

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

/** The ordinals a base stands for. */
export const baseMembers = (world: World, base: string): readonly number[] => {
  const count = world.catalogue.original;
  const [kind = "", first = "", end = ""] = base.split(":");
  const { banks, awkward } = fixtures;
  switch (kind) {
    case "banks":
      return range(banks.first, banks.first + banks.count);
    case "portfolio":
      return [...range(0, 10), fixtures.acme, fixtures.volta, ...range(80, 108)];
    case "press":
      return [fixtures.acme, fixtures.volta];
    case "awkward":
      return range(awkward.first, awkward.first + awkward.count);
    case "unlicensed":
      return fixtures.unlicensed;
    case "holdings":
      return range(...holdingsRange(count));
    case "range":
      return range(Number(first), Math.min(Number(end), count));
    case "spread":
      return licensed(spread(Number(first), count));
    case "all":
      return licensed(range(0, count));
    default:
      return [];
  }
};
