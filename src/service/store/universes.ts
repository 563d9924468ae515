import type { World } from "../world/world";
import { baseMembers, seededUniverses } from "../world/universes";
import type { Database, Row } from "./database";
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
}

/** A universe with the group of entities that it began with. */
export type UniverseRow = Universe & { readonly base: string };

export type UniverseChange = Partial<Pick<Universe, "name" | "type" | "description" | "owner" | "company">>;

const readUniverseRow = (row: Row): UniverseRow => row as unknown as UniverseRow;

/** Every universe, in order of creation. */
export const readUniverses = (database: Database): readonly UniverseRow[] =>
  database.all("SELECT * FROM universes ORDER BY ordinal").map(readUniverseRow);

/** Companies besides its own that each universe is linked with. */
export const readLinks = (database: Database): ReadonlyMap<number, ReadonlySet<string>> => {
  const links = new Map<number, Set<string>>();
  for (const row of database.all("SELECT universe, company FROM universe_links")) {
    const universe = Number(row["universe"]);
    links.set(universe, (links.get(universe) ?? new Set()).add(String(row["company"])));
  }
  return links;
};

/** Entities that were added to a universe after its creation. */
export const readAddedMembers = (database: Database, universe: Universe): readonly number[] =>
  database.all("SELECT entity FROM members WHERE universe = ?", [universe.ordinal]).map((row) => Number(row["entity"]));

export const insertUniverse = (database: Database, row: UniverseRow): void =>
  database.run(
    "INSERT INTO universes (ordinal, id, name, type, description, owner, company, base) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [row.ordinal, row.id, row.name, row.type, row.description, row.owner, row.company, row.base],
  );

/** Writes a change. A change of the company removes all links to other companies (specification, PATCH universes). */
export const writeUniverseChange = (database: Database, universe: Universe, change: UniverseChange): void => {
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
export const seedUniverses = (database: Database, world: World): void => {
  if (database.get("SELECT 1 FROM universes LIMIT 1") !== undefined) return;
  database.transaction(() => {
    seededUniverses(world).forEach(({ companies, ...universe }, ordinal) => {
      insertUniverse(database, { ...universe, ordinal, id: world.ids.universe.idOf(ordinal) });
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

/** The universes, their visibility and their members. */
export interface Universes {
  readonly all: () => readonly Universe[];
  readonly byId: (id: string) => Universe | undefined;
  readonly visibleTo: (account: Account, universe: Universe) => boolean;
  readonly managedBy: (account: Account, universe: Universe) => boolean;
  readonly members: (universe: Universe) => Members;
  readonly create: (universe: Omit<Universe, "ordinal" | "id">) => Universe;
  readonly update: (universe: Universe, change: UniverseChange) => void;
  readonly addMembers: (universe: Universe, entities: readonly number[]) => void;
  /** Whether another universe that belongs to the company, or is linked with it, has this name. */
  readonly isNameTaken: (company: string, name: string, except?: Universe) => boolean;
}

/** Caches the rows: there are few and every request needs them. */
const createRows = (database: Database) => {
  let rows = readUniverses(database);
  let links = readLinks(database);
  return {
    all: () => rows,
    linked: (universe: Universe, company: string): boolean => links.get(universe.ordinal)?.has(company) === true,
    reload: (): void => {
      rows = readUniverses(database);
      links = readLinks(database);
    },
  };
};

type UniverseRows = ReturnType<typeof createRows>;

const createMembers = (database: Database, world: World, rows: UniverseRows) => {
  const cache = new Map<number, Members>();
  const of = (universe: Universe): Members => {
    const known = cache.get(universe.ordinal);
    if (known !== undefined) return known;
    const base = rows.all().find((row) => row.ordinal === universe.ordinal)?.base ?? "none";
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
  return { of, add };
};

const createRights = (rows: UniverseRows): Pick<Universes, "visibleTo" | "managedBy"> => ({
  visibleTo: (account, universe) => {
    if (universe.owner === account.user) return true;
    if (universe.type === "PRIVATE") return false;
    return universe.company === account.company || rows.linked(universe, account.company);
  },
  managedBy: (account, universe) => account.manages && universe.type !== "PROVIDER" && universe.owner === account.user,
});

/** Opens the universes of a store. A new store gets those of the fictitious world. */
export const openUniverses = (database: Database, world: World): Universes => {
  seedUniverses(database, world);
  const rows = createRows(database);
  const members = createMembers(database, world, rows);
  const rights = createRights(rows);
  return {
    ...rights,
    all: rows.all,
    byId: (id) => rows.all().find((universe) => universe.id === id.toLowerCase()),
    members: members.of,
    create: (universe) => {
      const ordinal = (rows.all().at(-1)?.ordinal ?? -1) + 1;
      const newUniverse = { ...universe, ordinal, id: world.ids.universe.idOf(ordinal) };
      insertUniverse(database, { ...newUniverse, base: "none" });
      rows.reload();
      return newUniverse;
    },
    update: (universe, change) => {
      writeUniverseChange(database, universe, change);
      rows.reload();
    },
    addMembers: members.add,
    isNameTaken: (company, name, except) =>
      rows
        .all()
        .some(
          (row) =>
            row.name === name &&
            row.ordinal !== except?.ordinal &&
            (row.company === company || rows.linked(row, company)),
        ),
  };
};
