import type { World } from "../world/world";
import { baseMembers, seededUniverses } from "../world/universes";
import type { Database } from "./database";
import type { Account } from "../world/accounts";

/** A universe in the store. */
export interface Universe {
  readonly ordinal: number;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly owner: string | null;
  readonly company: string;
  /** Companies besides its own that it is linked with. */
  readonly links: readonly string[];
}

/** A universe with the group of entities that it began with. */
type UniverseRow = Universe & { readonly base: string };

export type UniverseChange = Partial<Pick<Universe, "name" | "type" | "description" | "owner" | "company">>;

export type NewUniverse = Omit<Universe, "ordinal" | "id" | "links">;

/** Every universe, in order of creation. */
const readUniverses = (database: Database): readonly UniverseRow[] => {
  const links = database.all("SELECT universe, company FROM universe_links");
  return database.all("SELECT * FROM universes ORDER BY ordinal").map((row) => ({
    ...(row as unknown as Omit<UniverseRow, "links">),
    links: links.flatMap(({ universe, company }) => (universe === row["ordinal"] ? [String(company)] : [])),
  }));
};

/** Entities that were added to a universe after its creation. */
const readAddedMembers = (database: Database, universe: Universe): readonly number[] =>
  database.all("SELECT entity FROM members WHERE universe = ?", [universe.ordinal]).map((row) => Number(row["entity"]));

const insertUniverse = (database: Database, row: UniverseRow): void =>
  database.run(
    "INSERT INTO universes (ordinal, id, name, type, description, owner, company, base) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [row.ordinal, row.id, row.name, row.type, row.description, row.owner, row.company, row.base],
  );

/** Writes a change. A change of the company removes all links to other companies (specification, PATCH universes). */
const writeUniverseChange = (database: Database, universe: Universe, change: UniverseChange): void => {
  const next = { ...universe, ...change };
  database.transaction(() => {
    database.run("UPDATE universes SET name = ?, type = ?, description = ?, owner = ?, company = ? WHERE ordinal = ?", [
      next.name,
      next.type,
      next.description,
      next.owner,
      next.company,
      universe.ordinal,
    ]);
    if (change.company !== undefined) database.run("DELETE FROM universe_links WHERE universe = ?", [universe.ordinal]);
  });
};

/** Adds the universes of the fictitious world to a new store. */
const seedUniverses = (database: Database, world: World): void => {
  if (database.get("SELECT 1 FROM universes LIMIT 1") !== undefined) return;
  database.transaction(() => {
    seededUniverses(world).forEach(({ companies, ...universe }, ordinal) => {
      insertUniverse(database, { ...universe, ordinal, id: world.ids.universe.idOf(ordinal), links: companies });
      for (const company of companies) {
        database.run("INSERT INTO universe_links (universe, company) VALUES (?, ?)", [ordinal, company]);
      }
    });
  });
};

/** The members of a universe by ordinal, ascending. The version changes with the members. */
export interface Members {
  readonly list: Int32Array;
  readonly has: (entity: number) => boolean;
  readonly version: number;
}

/** Whether an account sees a universe. */
export const isVisibleTo = (account: Account, universe: Universe): boolean => {
  if (universe.owner === account.user) return true;
  if (universe.type === "PRIVATE") return false;
  return universe.company === account.company || universe.links.includes(account.company);
};

export const isManagedBy = (account: Account, universe: Universe): boolean =>
  account.manages && universe.type !== "PROVIDER" && universe.owner === account.user;

/** Whether another universe that belongs to the company, or is linked with it, has this name. */
const isNameTaken = (universes: readonly Universe[], company: string, name: string, except?: Universe): boolean =>
  universes.some(
    (universe) =>
      universe.name === name &&
      universe.ordinal !== except?.ordinal &&
      (universe.company === company || universe.links.includes(company)),
  );

/** The universes and their members. */
export interface Universes {
  readonly all: () => Promise<readonly Universe[]>;
  readonly byId: (id: string) => Promise<Universe | undefined>;
  /** The universes with this company among their members. */
  readonly containing: (company: { readonly ordinal: number }) => Promise<readonly Universe[]>;
  readonly countMembers: (universe: Universe) => Promise<number>;
  /** Undefined if the name is taken. */
  readonly create: (universe: NewUniverse) => Promise<Universe | undefined>;
  /** False if the name is taken for the account's company; `checksName` says whether that is asked. */
  readonly update: (
    universe: Universe,
    change: UniverseChange,
    account: Account,
    checksName: boolean,
  ) => Promise<boolean>;
}

/** The universes of the made-up world, whose members are known at once. */
export interface WorldUniverses extends Universes {
  readonly members: (universe: Universe) => Members;
  /** Call it in a transaction. */
  readonly addMembers: (id: string, entities: readonly number[]) => void;
}

const createMembers = (database: Database, world: World, rows: () => readonly UniverseRow[]) => {
  const cache = new Map<number, Members>();
  const read = (universe: Universe): Members => {
    const known = cache.get(universe.ordinal);
    if (known !== undefined) return known;
    const base = rows().find((row) => row.ordinal === universe.ordinal)?.base ?? "none";
    const newMembers = readAddedMembers(database, universe);
    const set = new Set([...baseMembers(world, base), ...newMembers]);
    const members = {
      list: Int32Array.from(set).sort(),
      has: (entity: number) => set.has(entity),
      version: newMembers.length,
    };
    cache.set(universe.ordinal, members);
    return members;
  };
  const add = (universe: Universe, entities: readonly number[]): void => {
    for (const entity of entities) {
      database.run("INSERT OR IGNORE INTO members (universe, entity) VALUES (?, ?)", [universe.ordinal, entity]);
    }
    cache.delete(universe.ordinal);
  };
  return { read, add };
};

/** Opens the universes of a store. A new store gets those of the fictitious world. */
export const openUniverses = (database: Database, world: World): WorldUniverses => {
  seedUniverses(database, world);
  // There are few and every request needs them.
  let rows = readUniverses(database);
  const members = createMembers(database, world, () => rows);
  const find = (id: string): Universe | undefined => rows.find((universe) => universe.id === id.toLowerCase());
  return {
    all: () => Promise.resolve(rows),
    byId: (id) => Promise.resolve(find(id)),
    containing: ({ ordinal }) => Promise.resolve(rows.filter((universe) => members.read(universe).has(ordinal))),
    countMembers: (universe) => Promise.resolve(members.read(universe).list.length),
    members: members.read,
    create: async (universe) => {
      if (isNameTaken(rows, universe.company, universe.name)) return undefined;
      const ordinal = (rows.at(-1)?.ordinal ?? -1) + 1;
      const newUniverse = { ...universe, ordinal, id: world.ids.universe.idOf(ordinal), links: [] };
      insertUniverse(database, { ...newUniverse, base: "none" });
      rows = readUniverses(database);
      return Promise.resolve(newUniverse);
    },
    update: async (universe, change, account, checksName) => {
      const name = change.name ?? universe.name;
      if (checksName && isNameTaken(rows, account.company, name, universe)) return false;
      writeUniverseChange(database, universe, change);
      rows = readUniverses(database);
      return Promise.resolve(true);
    },
    addMembers: (id, entities) => {
      const universe = find(id);
      if (universe !== undefined) members.add(universe, entities);
    },
  };
};
