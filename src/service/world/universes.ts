import type { Fixtures } from "./fixtures";
import type { World } from "./world";

/** A universe of a new store; `base` names the entities it contains. */
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

type UniverseOwner = "demo" | "colleague" | "rival" | "provider";

interface UniverseLine {
  readonly name: string;
  readonly type: SeededUniverse["type"];
  readonly base: string;
  readonly owner: UniverseOwner;
  readonly description: string | null;
}

const readLine = (text: string): UniverseLine => {
  const [name = "", type = "", base = "", owner = "", description = ""] = text.split("|");
  return {
    name,
    type: type as UniverseLine["type"],
    base,
    owner: owner as UniverseOwner,
    description: description === "" ? null : description,
  };
};

const universeLines: readonly UniverseLine[] = [
  "EU Banks|SHARED|banks|demo|Banks of the European Union",
  "Demo Portfolio|PRIVATE|portfolio|demo|Forty companies to play with",
  "Holdings|SHARED|holdings|demo|What the demo list of ISINs resolves to",
  "EV Makers|SHARED|press|demo|Acme Mobility and Volta Motors",
  "Empty Shelf|SHARED|none|demo|",
  "Awkward Names|SHARED|awkward|demo|Names and values that break naive readers",
  "Unlicensed Names|SHARED|unlicensed|demo|Entities without a licence (402)",
  "Colleague's Drafts|PRIVATE|ordinary:0:20|colleague|",
  "Team Watchlist|SHARED|range:20:70|colleague|Shared by a colleague",
  "Global 500|PROVIDER|spread:500|provider|Five hundred entities of all sectors",
  "Global 5000|PROVIDER|spread:5000|provider|Five thousand entities of all sectors",
  "Whole Catalogue|PROVIDER|all|provider|Every entity",
  "Rival Holdings|SHARED|ordinary:10:30|rival|Another company's",
].map(readLine);

const users: Readonly<Record<UniverseOwner, number | undefined>> = {
  demo: 0,
  colleague: 1,
  rival: 4,
  provider: undefined,
};

/** The universes of a new store. The provider's are linked with both companies. */
export const seededUniverses = ({ ids }: World): readonly SeededUniverse[] =>
  universeLines.map(({ owner, ...universe }) => {
    const user = users[owner];
    return {
      ...universe,
      owner: user === undefined ? null : ids.user.idOf(user),
      company: ids.company.idOf(owner === "rival" ? 1 : 0),
      companies: owner === "provider" ? [ids.company.idOf(1)] : [],
    };
  });

const ordinalRange = (first: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);

const licensed = ({ unlicensed }: Fixtures, entities: number[]): number[] =>
  entities.filter((entity) => !unlicensed.includes(entity));

/** Entities at regular distances in the catalogue. */
const spread = (size: number, count: number): number[] => {
  const step = Math.max(1, count / size);
  return [...new Set(Array.from({ length: Math.min(size, count) }, (_, index) => Math.floor(index * step)))];
};

/** The range of entities that the demo list of ISINs finds exactly once. They follow the triplets. */
export const holdingsRange = ({ triplets, ordinary }: Fixtures): readonly [first: number, end: number] => {
  const first = triplets.first + triplets.groups * 3;
  return triplets.groups === 0 ? [ordinary, ordinary + 30] : [first, first + 1_130];
};

type Base = (world: World, first: number, end: number) => readonly number[];

const originalCount = ({ catalogue }: World): number => catalogue.original;
const bases: Readonly<Record<string, Base>> = {
  none: () => [],
  banks: ({ fixtures }) => ordinalRange(0, fixtures.banks),
  portfolio: ({ fixtures: { acme, volta, ordinary } }) => [
    ...ordinalRange(0, 10),
    acme,
    volta,
    ...ordinalRange(ordinary, ordinary + 28),
  ],
  press: ({ fixtures: { acme, volta } }) => [acme, volta],
  awkward: ({ fixtures: { awkward } }) => ordinalRange(awkward.first, awkward.first + awkward.count),
  unlicensed: ({ fixtures }) => fixtures.unlicensed,
  holdings: ({ fixtures }) => ordinalRange(...holdingsRange(fixtures)),
  range: (world, first, end) => ordinalRange(first, Math.min(end, originalCount(world))),
  ordinary: ({ fixtures: { ordinary } }, first, end) => ordinalRange(ordinary + first, ordinary + end),
  spread: (world, size) => licensed(world.fixtures, spread(size, originalCount(world))),
  all: (world) => licensed(world.fixtures, ordinalRange(0, originalCount(world))),
};

/** The ordinals of the entities of a base. */
export const baseMembers = (world: World, base: string): readonly number[] => {
  const [kind = "none", first = "", end = ""] = base.split(":");
  return bases[kind]?.(world, Number(first), Number(end)) ?? [];
};
