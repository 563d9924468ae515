import type { World } from "../world/world";
import { seededUniverses } from "../world/universes";
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

/** A universe and which entities of the made-up world it began with. */
export type UniverseRow = Universe & { readonly base: string };

/** What can be changed about a universe. */
export type UniverseChange = Partial<Pick<Universe, "name" | "type" | "description" | "owner" | "company">>;

const read = (row: Row): UniverseRow => row as unknown as UniverseRow;

/** Every universe, in the order they were made. */
export const readUniverses = (driver: Driver): readonly UniverseRow[] =>
  driver.all("SELECT * FROM universes ORDER BY ordinal").map(read);

/** The companies each universe is linked with beyond its own. */
export const readLinks = (driver: Driver): ReadonlyMap<number, ReadonlySet<string>> => {
  const links = new Map<number, Set<string>>();
  for (const row of driver.all("SELECT universe, company FROM universe_links")) {
    const universe = Number(row["universe"]);
    links.set(universe, (links.get(universe) ?? new Set()).add(String(row["company"])));
  }
  return links;
};

/** The entities that joined a universe since. */
export const readMembers = (driver: Driver, universe: Universe): readonly number[] =>
  driver.all("SELECT entity FROM members WHERE universe = ?", [universe.ordinal]).map((row) => Number(row["entity"]));

/** Writes a new universe. */
export const insertUniverse = (driver: Driver, row: UniverseRow): void =>
  driver.run(
    "INSERT INTO universes (ordinal, id, name, type, description, owner, company, base) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    [row.ordinal, row.id, row.name, row.type, row.description, row.owner, row.company, row.base],
  );

/** Writes a change; setting the company overwrites all links to other companies (specification, PATCH universes). */
export const updateUniverse = (driver: Driver, universe: Universe, change: UniverseChange): void => {
  const next = { ...universe, ...change };
  driver.transaction(() => {
    driver.run("UPDATE universes SET name = ?, type = ?, description = ?, owner = ?, company = ? WHERE ordinal = ?", [
      next.name,
      next.type,
      next.description,
      next.owner,
      next.company,
      universe.ordinal,
    ]);
    if (change.company !== undefined) driver.run("DELETE FROM universe_links WHERE universe = ?", [universe.ordinal]);
  });
};

/** Gives a new store the universes of the made-up world. */
export const seedUniverses = (driver: Driver, world: World): void => {
  if (driver.get("SELECT 1 FROM universes LIMIT 1") !== undefined) return;
  driver.transaction(() => {
    seededUniverses(world).forEach(({ companies, ...universe }, ordinal) => {
      insertUniverse(driver, { ...universe, ordinal, id: world.ids.universe.idOf(ordinal) });
      for (const company of companies) {
        driver.run("INSERT INTO universe_links (universe, company) VALUES (?, ?)", [ordinal, company]);
      }
    });
  });
};
