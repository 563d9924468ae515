import { isObject } from "../../facts/json";
import { t } from "../../i18n/t";
import { AddinError } from "../http/addin-error";
import type { Client } from "../http/client";
import type { RequestContext } from "../requests/request-context";
import type { WireRecord } from "../../contract/page";
import { canonical, type EntityCandidates, type EntityQuery } from "./entity-query";
import { hasAll, type Loaded, Loader, type LoaderDeps, type Lookup, type Selection } from "./loader";

/** Entity look-ups that share `POST /v3/entities/msearch`, up to 500 a call, and an index by id of all entities found. */
export class EntityLoader {
  readonly #loader: Loader<EntityQuery, EntityCandidates>;
  readonly #deps: LoaderDeps;
  /** Entity id → cache key of an answer that contains it. */
  readonly #keyById = new Map<string, string>();
  #indexed = false;

  constructor(client: Client, deps: LoaderDeps) {
    this.#deps = deps;
    this.#loader = new Loader<EntityQuery, EntityCandidates>(
      {
        route: "searchEntities",
        load: async (entities, { fields, max }, attempt) => {
          const query = { max_candidates: max, fields };
          const { value } = await client({ route: "searchEntities", query, body: { entities } }, attempt);
          return readCandidates(value, entities.length);
        },
        complete: ({ matches, total_candidates }) => matches.length >= total_candidates,
        empty: ({ matches }) => matches.length === 0,
        loaded: (key, loaded) => this.#addToIndex(key, loaded),
      },
      deps,
    );
  }

  async search(
    query: EntityQuery,
    { fields, maxCandidates }: { readonly fields: readonly string[]; readonly maxCandidates: number },
    requestContext: RequestContext,
  ): Promise<EntityCandidates> {
    const lookup = { key: queryKey(query), item: query, fields: withId(fields), max: maxCandidates };
    const answer = this.#loader.load(lookup, requestContext);
    const { value } = answer instanceof Promise ? await answer : answer;
    const { matches, total_candidates } = value;
    return matches.length <= maxCandidates ? value : { total_candidates, matches: matches.slice(0, maxCandidates) };
  }

  /** Undefined if the service has no entity of this id. It has no route for one entity, so this is a search too. */
  async byId(id: string, fields: readonly string[], requestContext: RequestContext): Promise<WireRecord | undefined> {
    const query = { entity_id: `eq:${id}` };
    const lookup = { key: queryKey(query), item: query, fields: withId(fields), max: 1 };
    const cached = this.#loader.cached(lookup.key, lookup);
    return cached === undefined
      ? (this.#inOtherAnswer(id, lookup, requestContext) ?? this.#firstMatch(lookup, requestContext))
      : this.#firstMatch(lookup, requestContext);
  }

  async #firstMatch(lookup: Lookup<EntityQuery>, requestContext: RequestContext): Promise<WireRecord | undefined> {
    const { value } = await this.#loader.load(lookup, requestContext);
    return value.matches[0];
  }

  /** The entity from the cached answer to another search, if that has the fields and is fresh enough. */
  #inOtherAnswer(id: string, { fields }: Selection, requestContext: RequestContext): WireRecord | undefined {
    this.#buildIndex();
    const { cache, policy } = this.#deps;
    const entry = cache.get<Loaded<EntityCandidates> | AddinError>(this.#keyById.get(id) ?? "");
    if (entry === undefined || entry.value instanceof AddinError || !hasAll(entry.value.fields, fields))
      return undefined;
    const match = entry.value.value.matches.find((candidate) => candidate["id"] === id);
    if (match === undefined || entry.at < policy.freshSince(requestContext)) return undefined;
    return policy.answer({ at: entry.at, value: match }, requestContext, -Infinity);
  }

  #addToIndex(key: string, { fields, value }: Loaded<EntityCandidates>): void {
    for (const { id } of value.matches) {
      if (typeof id !== "string") continue;
      const knownKey = this.#keyById.get(id);
      const known = knownKey === undefined ? undefined : this.#deps.cache.get<Loaded<EntityCandidates>>(knownKey);
      if (known === undefined || known.value.fields.length <= fields.length) this.#keyById.set(id, key);
    }
  }

  #buildIndex(): void {
    if (this.#indexed) return;
    this.#indexed = true;
    for (const [key, { value }] of [...this.#deps.cache.entries()])
      if (key.startsWith(keyPrefix) && !(value instanceof AddinError))
        this.#addToIndex(key, value as Loaded<EntityCandidates>);
  }
}

const keyPrefix = "entity ";

/** The cache key. A query with one condition avoids JSON, because thousands of cells look up at once. */
const queryKey = (query: EntityQuery): string => {
  const [name = "", ...others] = Object.keys(query);
  const only = others.length === 0 ? query[name] : undefined;
  return typeof only === "string" ? `${keyPrefix}${name} ${only}` : keyPrefix + canonical(query);
};

/** Cached, because the entities of a batch are compared by this array. */
const withIds = new WeakMap<readonly string[], readonly string[]>();

/** The fields and `id`. Equal input arrays return one array, which is cheap to compare. */
const withId = (fields: readonly string[]): readonly string[] => {
  const known = withIds.get(fields) ?? (fields.includes("id") ? fields : [...fields, "id"]);
  withIds.set(fields, known);
  return known;
};

const readCandidates = (value: unknown, count: number): readonly EntityCandidates[] => {
  const items = isObject(value) && "data" in value ? value["data"] : undefined;
  if (Array.isArray(items) && items.length === count) return items as readonly EntityCandidates[];
  throw new AddinError("unavailable", t("runtime.unreadable"), { cause: value });
};
