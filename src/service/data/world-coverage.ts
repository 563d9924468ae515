import { type CoverageRequest, type Facts, isSame, listIdentifiers, newCompanyIsins, newCompanyName } from "./coverage";
import type { EntitySearch } from "../search/entity-search";
import type { Account } from "../world/accounts";
import type { World } from "../world/world";
import type { AddedEntity } from "../world/catalogue";
import { countries, countryCode } from "../world/places";
import type { Task, WorldTasks } from "../store/tasks";
import type { WorldUniverses } from "../store/universes";

/** What the extension of coverage changes in the made-up world. */
export interface WorldParts {
  readonly world: World;
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

/** The entity that the facts describe, by ISIN, LEI or exact name. */
const known = ({ search, account }: WorldParts, facts: Facts): number | undefined => {
  for (const [key, value] of listIdentifiers(facts)) {
    const entity = search.byKey(key, value, account)[0];
    if (entity !== undefined) return entity;
  }
  return undefined;
};

/** Applies a coverage extension: adds unknown entities to the catalogue, and all entities to the universes. */
const settle = (parts: WorldParts, task: Task): void => {
  const { world, universes, tasks } = parts;
  const request = JSON.parse(task.request) as CoverageRequest;
  const first = world.catalogue.count();
  const unknown: Facts[] = [];
  const entities = request.entities.map((facts) => {
    const entity = known(parts, facts);
    if (entity !== undefined) return entity;
    const earlier = unknown.findIndex((each) => isSame(each, facts));
    return first + (earlier === -1 ? unknown.push(facts) - 1 : earlier);
  });
  for (const facts of unknown) world.catalogue.add(entityFrom(facts, 0));
  for (const id of request.universe_ids) universes.addMembers(id, entities);
  tasks.settle(task);
};

/** Applies coverage extensions that have ended. */
export const settleCoverage = (parts: WorldParts): void => {
  for (const task of parts.tasks.due()) settle(parts, task);
};
