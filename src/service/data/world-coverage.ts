import { type CoverageRequest, type Facts, isSame, listIdentifiers, newCompanyIsins, newCompanyName } from "./coverage";
import type { EntitySearch } from "../search/entity-search";
import type { Account } from "../world/accounts";
import type { World } from "../world/world";
import type { AddedEntity } from "../world/catalogue";
import { countries, countryCode } from "../world/places";
import { type Database, StoreError } from "../store/database";
import type { Task, WorldTasks } from "../store/tasks";
import type { WorldUniverses } from "../store/universes";

/** What the extension of coverage changes in the made-up world. */
export interface WorldParts {
  readonly world: World;
  readonly database: Database;
  readonly universes: WorldUniverses;
  readonly tasks: WorldTasks;
  readonly search: EntitySearch;
  readonly account: Account;
}

const entityFrom = (facts: Facts, createdDaysAgo: number): AddedEntity => {
  const name = newCompanyName(facts);
  const code = facts["country"] === undefined ? undefined : countryCode(facts["country"]);
  // An identity needs a country of the world; the record has the country that was given, or none.
  const country = countries.find((each) => each.code === code) ?? countries[0];
  if (country === undefined) throw new Error("the world has no countries");
  return {
    identity: {
      name,
      stem: name,
      alias: [],
      country,
      sections: [],
      isin: newCompanyIsins(facts),
      ticker: [],
      lei: facts["lei"],
      figi: undefined,
      duns: "",
      website: facts["website"],
      registrations: [],
    },
    profile: {
      description: undefined,
      city: undefined,
      region: undefined,
      country: code,
      employee_count: undefined,
      revenue: [],
      isic4: [],
      industry_codes: [],
      unspsc: [],
      createdDaysAgo,
    },
  };
};

const add = ({ world }: Pick<WorldParts, "world">, facts: Facts): void =>
  void world.catalogue.add(entityFrom(facts, 0));

const warn = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * Adds the entities of earlier coverage extensions to the catalogue, after a restart. A version of the service could
 * lose entities when the disk was full; members without an entity are removed then, and later entities move up.
 */
export const restoreAddedEntities = (parts: Pick<WorldParts, "world" | "database">): void => {
  const { database, world } = parts;
  const moves: (readonly [from: number, to: number])[] = [];
  for (const row of database.all("SELECT ordinal, facts FROM added_entities ORDER BY ordinal")) {
    const [from, to] = [Number(row["ordinal"]), world.catalogue.count()];
    if (from !== to) moves.push([from, to]);
    add(parts, JSON.parse(String(row["facts"])) as Facts);
  }
  const isKnown = "entity < ? OR entity IN (SELECT ordinal FROM added_entities)";
  const ghosts = Number(
    database.get(`SELECT count(*) AS ghosts FROM members WHERE NOT (${isKnown})`, [world.catalogue.original])?.[
      "ghosts"
    ] ?? 0,
  );
  if (ghosts === 0 && moves.length === 0) return;
  warn(`The store was damaged: ${ghosts} members of universes have no entity. They are removed.`);
  database.transaction(() => {
    database.run(`DELETE FROM members WHERE NOT (${isKnown})`, [world.catalogue.original]);
    for (const [from, to] of moves) {
      database.run("UPDATE members SET entity = ? WHERE entity = ?", [to, from]);
      database.run("UPDATE added_entities SET ordinal = ? WHERE ordinal = ?", [to, from]);
    }
  });
};

/** The entity that the facts describe, by ISIN, LEI or exact name. */
const known = ({ search, account }: WorldParts, facts: Facts): number | undefined => {
  for (const [key, value] of listIdentifiers(facts)) {
    const entity = search.byKey(key, value, account)[0];
    if (entity !== undefined) return entity;
  }
  return undefined;
};

/** Applies a coverage extension. The catalogue in memory changes after the commit, so a failed one leaves nothing. */
const settle = (parts: WorldParts, task: Task): void => {
  const { database, world, universes, tasks } = parts;
  const request = JSON.parse(task.request) as CoverageRequest;
  const first = world.catalogue.count();
  const unknown: Facts[] = [];
  const entities = request.entities.map((facts) => {
    const entity = known(parts, facts);
    if (entity !== undefined) return entity;
    const earlier = unknown.findIndex((each) => isSame(each, facts));
    return first + (earlier === -1 ? unknown.push(facts) - 1 : earlier);
  });
  database.transaction(() => {
    unknown.forEach((facts, position) =>
      database.run("INSERT INTO added_entities (ordinal, facts) VALUES (?, ?)", [
        first + position,
        JSON.stringify(facts),
      ]),
    );
    for (const id of request.universe_ids) universes.addMembers(id, entities);
    tasks.settle(task);
  });
  for (const facts of unknown) add(parts, facts);
};

/**
 * Applies coverage extensions that have ended: adds unknown entities to the catalogue, and all entities to the
 * universes. A task that cannot be stored, because the disk is full, stays due for the next request.
 */
export const settleCoverage = (parts: WorldParts): void => {
  for (const task of parts.tasks.due()) {
    try {
      settle(parts, task);
    } catch (error) {
      if (!(error instanceof StoreError) || !error.disk) throw error;
      return;
    }
  }
};
