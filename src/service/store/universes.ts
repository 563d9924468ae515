import type { Account } from "../accounts";
import { baseMembers } from "../world/universes";
import type { World } from "../world/world";
import type { Driver } from "./driver";
import {
  insertUniverse,
  readLinks,
  readMembers,
  readUniverses,
  seedUniverses,
  updateUniverse,
  type Universe,
  type UniverseChange,
} from "./universe-rows";

export type { Universe, UniverseChange } from "./universe-rows";

/** The members of a universe by ordinal, ascending; the version changes when they do. */
export interface Members {
  readonly list: Int32Array;
  readonly has: (entity: number) => boolean;
  readonly version: number;
}

/** The universes: who sees them, what they hold. */
export interface Universes {
  readonly all: () => readonly Universe[];
  readonly byId: (id: string) => Universe | undefined;
  readonly visibleTo: (account: Account, universe: Universe) => boolean;
  readonly managedBy: (account: Account, universe: Universe) => boolean;
  readonly members: (universe: Universe) => Members;
  readonly create: (universe: Omit<Universe, "ordinal" | "id">) => Universe;
  readonly update: (universe: Universe, change: UniverseChange) => void;
  readonly addMembers: (universe: Universe, entities: readonly number[]) => void;
  readonly nameTaken: (company: string, name: string, except?: Universe) => boolean;
}

/** Keeps the rows of the store at hand: they are few and asked for at every request. */
const createRows = (driver: Driver) => {
  let rows = readUniverses(driver);
  let links = readLinks(driver);
  return {
    all: () => rows,
    linked: (universe: Universe, company: string): boolean => links.get(universe.ordinal)?.has(company) === true,
    reload: (): void => {
      rows = readUniverses(driver);
      links = readLinks(driver);
    },
  };
};

type Rows = ReturnType<typeof createRows>;

const createMembers = (driver: Driver, world: World, rows: Rows) => {
  const held = new Map<number, Members>();
  const of = (universe: Universe): Members => {
    const known = held.get(universe.ordinal);
    if (known !== undefined) return known;
    const base = rows.all().find((row) => row.ordinal === universe.ordinal)?.base ?? "none";
    const added = readMembers(driver, universe);
    const set = new Set([...baseMembers(world, base), ...added]);
    const made = { list: Int32Array.from(set).sort(), has: (entity: number) => set.has(entity), version: added.length };
    held.set(universe.ordinal, made);
    return made;
  };
  const add = (universe: Universe, entities: readonly number[]): void => {
    for (const entity of entities) {
      driver.run("INSERT OR IGNORE INTO members (universe, entity) VALUES (?, ?)", [universe.ordinal, entity]);
    }
    held.delete(universe.ordinal);
  };
  return { of, add };
};

const createRights = (rows: Rows): Pick<Universes, "visibleTo" | "managedBy"> => ({
  visibleTo: (account, universe) => {
    if (universe.owner === account.user) return true;
    if (universe.type === "PRIVATE") return false;
    return universe.company === account.company || rows.linked(universe, account.company);
  },
  managedBy: (account, universe) => account.manages && universe.type !== "PROVIDER" && universe.owner === account.user,
});

/** Opens the universes of a store; a new store gets those of the made-up world. */
export const openUniverses = (driver: Driver, world: World): Universes => {
  seedUniverses(driver, world);
  const rows = createRows(driver);
  const members = createMembers(driver, world, rows);
  return {
    ...createRights(rows),
    all: rows.all,
    byId: (id) => rows.all().find((universe) => universe.id === id.toLowerCase()),
    members: members.of,
    create: (universe) => {
      const ordinal = (rows.all().at(-1)?.ordinal ?? -1) + 1;
      const made = { ...universe, ordinal, id: world.ids.universe.idOf(ordinal) };
      insertUniverse(driver, { ...made, base: "none" });
      rows.reload();
      return made;
    },
    update: (universe, change) => {
      updateUniverse(driver, universe, change);
      rows.reload();
    },
    addMembers: members.add,
    nameTaken: (company, name, except) =>
      rows.all().some((row) => row.company === company && row.name === name && row.ordinal !== except?.ordinal),
  };
};
