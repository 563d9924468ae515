import type { Account } from "../accounts";
import type { World } from "../world/world";
import { baseMembers, seededUniverses } from "../world/universes";
import type { Driver, Row } from "./driver";

/** A universe as the store holds it. */
export interface Universe {
  readonly ordinal: number;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly owner: string | null;
  readonly company: string;
}

/** The members of a universe by ordinal, ascending; the version changes when they do. */
export interface Members {
  readonly list: Int32Array;
  readonly has: (entity: number) => boolean;
  readonly version: number;
}

/** What can be changed about a universe. */
export type UniverseChange = Partial<Pick<Universe, "name" | "type" | "description" | "owner" | "company">>;

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

const read = (row: Row): Universe & { readonly base: string } => row as unknown as Universe & { readonly base: string };

const seed = (driver: Driver, world: World): void => {
  if (driver.get("SELECT 1 FROM universes LIMIT 1") !== undefined) return;
  driver.transaction(() => {
    seededUniverses(world).forEach((universe, ordinal) => {
      driver.run(
        "INSERT INTO universes (ordinal, id, name, type, description, owner, company, base) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
          ordinal,
          world.ids.universe.idOf(ordinal),
          universe.name,
          universe.type,
          universe.description,
          universe.owner,
          universe.company,
          universe.base,
        ],
      );
      for (const company of universe.companies)
        driver.run("INSERT INTO universe_links (universe, company) VALUES (?, ?)", [ordinal, company]);
    });
  });
};

const membersOf = (list: Int32Array, version: number): Members => {
  const set = new Set(list);
  return { list, has: (entity) => set.has(entity), version };
};

/** Opens the universes of a store; a new store gets those of the made-up world. */
export const openUniverses = (driver: Driver, world: World): Universes => {
  seed(driver, world);
  let rows: readonly (Universe & { readonly base: string })[] = [];
  let links = new Map<number, Set<string>>();
  const held = new Map<number, Members>();
  const reload = (): void => {
    rows = driver.all("SELECT * FROM universes ORDER BY ordinal").map(read);
    links = new Map();
    for (const row of driver.all("SELECT universe, company FROM universe_links")) {
      const universe = row["universe"] as number;
      links.set(universe, (links.get(universe) ?? new Set()).add(row["company"] as string));
    }
  };
  reload();
  const members = (universe: Universe): Members => {
    const known = held.get(universe.ordinal);
    if (known !== undefined) return known;
    const base = rows.find((row) => row.ordinal === universe.ordinal)?.base ?? "none";
    const added = driver
      .all("SELECT entity FROM members WHERE universe = ?", [universe.ordinal])
      .map((row) => row["entity"] as number);
    const list = Int32Array.from(new Set([...baseMembers(world, base), ...added])).sort();
    const made = membersOf(list, added.length);
    held.set(universe.ordinal, made);
    return made;
  };
  const visibleTo = (account: Account, universe: Universe): boolean =>
    universe.owner === account.user ||
    (universe.type !== "PRIVATE" &&
      (universe.company === account.company || links.get(universe.ordinal)?.has(account.company) === true));
  return {
    all: () => rows,
    byId: (id) => rows.find((universe) => universe.id === id.toLowerCase()),
    visibleTo,
    managedBy: (account, universe) =>
      account.manages && universe.type !== "PROVIDER" && universe.owner === account.user,
    members,
    create: (universe) => {
      const ordinal = Number(driver.get("SELECT max(ordinal) AS last FROM universes")?.["last"] ?? -1) + 1;
      const id = world.ids.universe.idOf(ordinal);
      driver.run(
        "INSERT INTO universes (ordinal, id, name, type, description, owner, company, base) VALUES (?, ?, ?, ?, ?, ?, ?, 'none')",
        [ordinal, id, universe.name, universe.type, universe.description, universe.owner, universe.company],
      );
      reload();
      return { ...universe, ordinal, id };
    },
    update: (universe, change) => {
      const next = { ...universe, ...change };
      driver.transaction(() => {
        driver.run(
          "UPDATE universes SET name = ?, type = ?, description = ?, owner = ?, company = ? WHERE ordinal = ?",
          [next.name, next.type, next.description, next.owner, next.company, universe.ordinal],
        );
        // Setting the company overwrites all links to other companies (specification, PATCH universes).
        if (change.company !== undefined)
          driver.run("DELETE FROM universe_links WHERE universe = ?", [universe.ordinal]);
      });
      reload();
    },
    addMembers: (universe, entities) => {
      for (const entity of entities)
        driver.run("INSERT OR IGNORE INTO members (universe, entity) VALUES (?, ?)", [universe.ordinal, entity]);
      held.delete(universe.ordinal);
    },
    nameTaken: (company, name, except) =>
      rows.some(
        (universe) => universe.company === company && universe.name === name && universe.ordinal !== except?.ordinal,
      ),
  };
};
