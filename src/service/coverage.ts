import type { Backend } from "./backend";
import type { CoverageRequest } from "./routes/tasks";
import type { AddedEntity } from "./world/catalogue";
import { countries } from "./world/places";
import { countryName } from "./world/places";
import { isValidIsin } from "./world/check-digits";

/** What somebody told of an entity that the catalogue did not know. */
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
      lei: facts["lei"] ?? null,
      figi: null,
      duns: "",
      website: facts["website"] ?? null,
      registrations: [],
    },
    profile: {
      description: null,
      city: null,
      region: null,
      country: facts["country"] === undefined ? null : country.code,
      employee_count: null,
      revenue: [],
      isic4: [],
      industry_codes: [],
      unspsc: [],
      createdDaysAgo,
    },
  };
};

const add = (backend: Backend, facts: Facts): number => {
  const ordinal = backend.world.catalogue.add(entityFrom(facts, 0));
  backend.search.add(ordinal);
  return ordinal;
};

/** Takes the entities that earlier coverage extensions added into the catalogue again. */
export const restoreAddedEntities = (backend: Backend): void => {
  for (const row of backend.driver.all("SELECT facts FROM added_entities ORDER BY ordinal")) {
    add(backend, JSON.parse(String(row["facts"])) as Facts);
  }
};

/** The entity the facts mean: by ISIN, LEI or the whole name. */
const known = (backend: Backend, facts: Facts): number | undefined => {
  const account = backend.accounts[0];
  if (account === undefined) return undefined;
  const tries: [string, string | undefined][] = [
    ["isin", facts["isin"] ?? facts["external_id"]],
    ["lei", facts["lei"] ?? facts["external_id"]],
    ["name", facts["name"]],
  ];
  for (const [key, value] of tries) {
    const found = value === undefined ? undefined : backend.search.byKey(key, value, account)[0];
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Applies the coverage extensions that have ended: entities the catalogue knows join the universes, others are added first. */
export const settleCoverage = (backend: Backend): void => {
  for (const task of backend.tasks.due()) {
    backend.driver.transaction(() => {
      const request = JSON.parse(task.request) as CoverageRequest;
      const entities = request.entities.map((facts) => {
        const found = known(backend, facts);
        if (found !== undefined) return found;
        const ordinal = add(backend, facts);
        backend.driver.run("INSERT INTO added_entities (ordinal, facts) VALUES (?, ?)", [
          ordinal,
          JSON.stringify(facts),
        ]);
        return ordinal;
      });
      for (const id of request.universe_ids) {
        const universe = backend.universes.byId(id);
        if (universe !== undefined) backend.universes.addMembers(universe, entities);
      }
      backend.tasks.settle(task);
    });
  }
};
