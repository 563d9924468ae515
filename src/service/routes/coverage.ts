import type { Backend } from "../backend";
import { ApiError, forbidden, notFound } from "../http/problems";
import type { RouteHandler } from "./route";
import type { AddedEntity } from "../world/catalogue";
import { countries, countryName } from "../world/places";
import { isValidIsin } from "../../facts/check-digits";
import { StoreError } from "../store/database";
import type { Task } from "../store/tasks";

export interface CoverageRequest {
  readonly universe_ids: readonly string[];
  readonly entities: readonly Readonly<Record<string, string>>[];
}

/** What a request says about an entity that the catalogue does not know. */
type Facts = Readonly<Record<string, string>>;

const entityFrom = (facts: Facts, createdDaysAgo: number): AddedEntity => {
  const name = facts["name"] ?? facts["external_id"] ?? "";
  const country = countries.find(({ code }) => countryName(code) === facts["country"]?.toLowerCase()) ?? countries[0];
  if (country === undefined) throw new Error("the world has no countries");
  const isin = facts["isin"] ?? facts["external_id"] ?? "";
  return {
    identity: {
      name,
      stem: name,
      alias: [],
      country,
      sections: [],
      isin: isValidIsin(isin) ? [isin] : [],
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
      country: facts["country"] === undefined ? undefined : country.code,
      employee_count: undefined,
      revenue: [],
      isic4: [],
      industry_codes: [],
      unspsc: [],
      createdDaysAgo,
    },
  };
};

const add = ({ world }: Backend, facts: Facts): void => void world.catalogue.add(entityFrom(facts, 0));

const warn = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * Adds the entities of earlier coverage extensions to the catalogue, after a restart. A version of the service could
 * lose entities when the disk was full; members without an entity are removed then, and later entities move up.
 */
export const restoreAddedEntities = (backend: Backend): void => {
  const { database, world } = backend;
  const moves: (readonly [from: number, to: number])[] = [];
  for (const row of database.all("SELECT ordinal, facts FROM added_entities ORDER BY ordinal")) {
    const [from, to] = [Number(row["ordinal"]), world.catalogue.count()];
    if (from !== to) moves.push([from, to]);
    add(backend, JSON.parse(String(row["facts"])) as Facts);
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
const known = (backend: Backend, facts: Facts): number | undefined => {
  const account = backend.accounts[0];
  if (account === undefined) return undefined;
  const tries: [string, string | undefined][] = [
    ["isin", facts["isin"] ?? facts["external_id"]],
    ["lei", facts["lei"] ?? facts["external_id"]],
    ["name", facts["name"]],
  ];
  for (const [key, value] of tries) {
    const entity = value === undefined ? undefined : backend.search.byKey(key, value, account)[0];
    if (entity !== undefined) return entity;
  }
  return undefined;
};

const samePart = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && a.toLowerCase() === b?.toLowerCase();

/** Whether two descriptions of unknown entities mean the same one. */
const isSame = (a: Facts, b: Facts): boolean =>
  samePart(a["isin"] ?? a["external_id"], b["isin"] ?? b["external_id"]) ||
  samePart(a["lei"], b["lei"]) ||
  samePart(a["name"], b["name"]);

/** Applies a coverage extension. The catalogue in memory changes after the commit, so a failed one leaves nothing. */
const settle = (backend: Backend, task: Task): void => {
  const { database, world, universes } = backend;
  const request = JSON.parse(task.request) as CoverageRequest;
  const first = world.catalogue.count();
  const unknown: Facts[] = [];
  const entities = request.entities.map((facts) => {
    const entity = known(backend, facts);
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
    for (const id of request.universe_ids) {
      const universe = universes.byId(id);
      if (universe !== undefined) universes.addMembers(universe, entities);
    }
    backend.tasks.settle(task);
  });
  for (const facts of unknown) add(backend, facts);
};

/**
 * Applies coverage extensions that have ended: adds unknown entities to the catalogue, and all entities to the
 * universes. A task that cannot be stored, because the disk is full, stays due for the next request.
 */
export const settleCoverage = (backend: Backend): void => {
  for (const task of backend.tasks.due()) {
    try {
      settle(backend, task);
    } catch (error) {
      if (!(error instanceof StoreError) || !error.disk) throw error;
      return;
    }
  }
};

/** POST /v3/coverage-extension (experimental): queues a task that adds the entities to the universes. */
export const extendCoverage: RouteHandler = ({ backend, account, body }) => {
  const request = body as CoverageRequest;
  if (!account.manages) throw forbidden("The account may not ask for coverage.");
  for (const id of request.universe_ids) {
    const universe = backend.universes.byId(id);
    if (universe === undefined || !backend.universes.visibleTo(account, universe)) throw notFound("The universe");
    if (!backend.universes.managedBy(account, universe))
      throw forbidden("The account may not add entities to this universe.");
  }
  const { waitingTasks } = backend.limits;
  if (backend.tasks.waiting(account) >= waitingTasks) {
    throw new ApiError(429, `${waitingTasks} coverage extension tasks already wait in the queue.`);
  }
  const count = request.entities.length;
  const task = backend.tasks.add(account, {
    type: "coverage_extension",
    description: `Coverage extension: ${count} ${count === 1 ? "entity" : "entities"}`,
    outcome: "completed",
    request: JSON.stringify(request),
  });
  return { task_id: task.id };
};
