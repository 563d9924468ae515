import type { Client } from "../client/client";
import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import { canonical } from "./canonical";
import type { EntityCandidates, EntityLoader, EntityQuery } from "./entity-loader";
import { hasAll } from "./fields";
import type { Inquiry } from "./inquiry";
import { type Loaded, Loader, type LoaderDoors, type Wanted, type Wish } from "./loader";
import type { WireRecord } from "./wire-record";

const prefix = "entity ";

/** Under what a look-up is remembered. Most have one condition, which is told apart without JSON: thousands of cells ask at once. */
const keyOf = (query: EntityQuery): string => {
  const [name = "", ...others] = Object.keys(query);
  const only = others.length === 0 ? query[name] : undefined;
  return typeof only === "string" ? `${prefix}${name} ${only}` : prefix + canonical(query);
};

const withIds = new WeakMap<readonly string[], readonly string[]>();

/** The fields and the id, one list for all who ask with the same. */
const withId = (fields: readonly string[]): readonly string[] => {
  const known = withIds.get(fields) ?? (fields.includes("id") ? fields : [...fields, "id"]);
  withIds.set(fields, known);
  return known;
};

const readMatches = (value: unknown, count: number): readonly EntityCandidates[] => {
  const items = typeof value === "object" && value !== null && "data" in value ? value.data : undefined;
  if (Array.isArray(items) && items.length === count) return items as readonly EntityCandidates[];
  throw new AddinError("unavailable", say("runtime.unreadable"), { cause: value });
};

/** Look-ups of entities through `msearch`, and an index of every entity that any of them found. */
export class Entities implements EntityLoader {
  readonly #loader: Loader<EntityQuery, EntityCandidates>;
  readonly #doors: LoaderDoors;
  // Entity id → key of an answer that holds it; the answer itself stays in the memory.
  readonly #found = new Map<string, string>();
  #indexed = false;

  constructor(client: Client, doors: LoaderDoors) {
    this.#doors = doors;
    this.#loader = new Loader<EntityQuery, EntityCandidates>(
      {
        route: "searchEntities",
        load: async (entities, { fields, max }, signal) => {
          const query = { max_candidates: max, fields };
          const { value } = await client({ route: "searchEntities", query, body: { entities } }, signal);
          return readMatches(value, entities.length);
        },
        complete: ({ matches, total_candidates }) => matches.length >= total_candidates,
        empty: ({ matches }) => matches.length === 0,
        found: (key, loaded) => this.#note(key, loaded),
      },
      doors,
    );
  }

  /** Forgets the index; the memory has turned to another account. */
  reset(): void {
    this.#found.clear();
    this.#indexed = false;
  }

  async search(
    query: EntityQuery,
    { fields, maxCandidates }: { readonly fields: readonly string[]; readonly maxCandidates: number },
    inquiry: Inquiry,
  ): Promise<EntityCandidates> {
    const wish = { key: keyOf(query), item: query, fields: withId(fields), max: maxCandidates };
    const answer = this.#loader.ask(wish, inquiry);
    const { value } = answer instanceof Promise ? await answer : answer;
    const { matches, total_candidates } = value;
    return matches.length <= maxCandidates ? value : { total_candidates, matches: matches.slice(0, maxCandidates) };
  }

  async byId(id: string, fields: readonly string[], inquiry: Inquiry): Promise<WireRecord | undefined> {
    const query = { entity_id: `eq:${id}` };
    const wish = { key: keyOf(query), item: query, fields: withId(fields), max: 1 };
    const own = this.#loader.remembered(wish.key, wish);
    return own === undefined
      ? (this.#foundElsewhere(id, wish, inquiry) ?? this.#matchOf(wish, inquiry))
      : this.#matchOf(wish, inquiry);
  }

  async #matchOf(wish: Wish<EntityQuery>, inquiry: Inquiry): Promise<WireRecord | undefined> {
    const { value } = await this.#loader.ask(wish, inquiry);
    return value.matches[0];
  }

  /** The same entity in the answer to another search, where it carries the fields and counts. */
  #foundElsewhere(id: string, wanted: Wanted, inquiry: Inquiry): WireRecord | undefined {
    this.#index();
    const { memory, recall } = this.#doors;
    const kept = memory.get<Loaded<EntityCandidates> | AddinError>(this.#found.get(id) ?? "");
    if (kept === undefined || kept.value instanceof AddinError || !hasAll(kept.value.fields, wanted.fields))
      return undefined;
    const match = kept.value.value.matches.find((candidate) => candidate["id"] === id);
    if (match === undefined || kept.at < recall.oldest(inquiry)) return undefined;
    return recall.answer({ at: kept.at, value: match }, inquiry, -Infinity);
  }

  #note(key: string, { fields, value }: Loaded<EntityCandidates>): void {
    for (const { id } of value.matches) {
      if (typeof id !== "string") continue;
      const known = this.#found.get(id);
      const before = known === undefined ? undefined : this.#doors.memory.get<Loaded<EntityCandidates>>(known);
      if (before === undefined || before.value.fields.length <= fields.length) this.#found.set(id, key);
    }
  }

  #index(): void {
    if (this.#indexed) return;
    this.#indexed = true;
    for (const [key, { value }] of [...this.#doors.memory.entries()])
      if (key.startsWith(prefix) && !(value instanceof AddinError)) this.#note(key, value as Loaded<EntityCandidates>);
  }
}
