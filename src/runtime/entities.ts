import type { Client } from "../client/client";
import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import { canonical } from "./canonical";
import type { EntityCandidates, EntityLoader, EntityQuery } from "./entity-loader";
import { hasAll } from "./fields";
import type { Inquiry } from "./inquiry";
import { type Loaded, Loader, type LoaderDoors, type Wanted } from "./loader";
import type { WireRecord } from "./wire-record";

const prefix = "entity ";

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
    const wish = { key: prefix + canonical(query), item: query, fields: this.#withId(fields), max: maxCandidates };
    const answer = this.#loader.ask(wish, inquiry);
    const { value } = answer instanceof Promise ? await answer : answer;
    const { matches, total_candidates } = value;
    return matches.length <= maxCandidates ? value : { total_candidates, matches: matches.slice(0, maxCandidates) };
  }

  async byId(id: string, fields: readonly string[], inquiry: Inquiry): Promise<WireRecord | undefined> {
    const query = { entity_id: `eq:${id}` };
    const wanted = { fields: this.#withId(fields), max: 1 };
    const key = prefix + canonical(query);
    const own = this.#loader.remembered(key, wanted);
    return own === undefined
      ? (this.#foundElsewhere(id, wanted, inquiry) ?? this.#matchOf(query, wanted, inquiry))
      : this.#matchOf(query, wanted, inquiry);
  }

  async #matchOf(query: EntityQuery, wanted: Wanted, inquiry: Inquiry): Promise<WireRecord | undefined> {
    const { value } = await this.#loader.ask({ key: prefix + canonical(query), item: query, ...wanted }, inquiry);
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

  #withId(fields: readonly string[]): readonly string[] {
    return fields.includes("id") ? fields : [...fields, "id"];
  }

  #note(key: string, { fields, value }: Loaded<EntityCandidates>): void {
    for (const { id } of value.matches) {
      if (typeof id !== "string") continue;
      const before = this.#doors.memory.get<Loaded<EntityCandidates>>(this.#found.get(id) ?? "");
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
