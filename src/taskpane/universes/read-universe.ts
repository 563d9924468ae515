import type { Inquiry } from "../../runtime/inquiry";
import type { Runtime } from "../../runtime/runtime";
import type { KnownUniverse } from "../../runtime/universes";
import type { WireRecord } from "../../runtime/wire-record";

/** What the service says about a universe's id: how many entities, and its name where an entity could be asked for it. */
export interface UniverseFound {
  readonly universe_id: string;
  readonly entities: number;
  readonly known: KnownUniverse | undefined;
}

const text = (record: WireRecord, name: string): string | undefined => {
  const value = record[name];
  return typeof value === "string" ? value : undefined;
};

/** A universe as the listing of an entity's universes tells it. */
export const toKnownUniverse = (record: WireRecord): KnownUniverse => {
  const type = text(record, "type");
  return {
    universe_id: text(record, "universe_id") ?? "",
    name: text(record, "universe_name") ?? "",
    description: text(record, "description") ?? null,
    ...(type === undefined ? {} : { type }),
  };
};

/** The universes an entity belongs to, as far as the account may see them: one call per 1,000. */
export const universesOf = async (
  runtime: Runtime,
  entity_id: string,
  inquiry: Inquiry,
): Promise<readonly KnownUniverse[]> => {
  const request = { route: "listEntityUniverses", path: { entity_id }, query: {}, fields: [] } as const;
  const { records } = await runtime.listings.read(request, { limit: 1000 }, inquiry);
  return records.map(toKnownUniverse);
};

/** Looks a universe up by its id: one call for its size, one more for its name (no route reads a universe). Rejects with `not-found`. */
export const findUniverse = async (runtime: Runtime, universe_id: string, inquiry: Inquiry): Promise<UniverseFound> => {
  const request = { route: "listUniverseEntities", path: { universe_id }, query: {}, fields: ["id", "name"] } as const;
  const { records, total } = await runtime.listings.read(request, { limit: 1 }, inquiry);
  const member = records[0] === undefined ? undefined : text(records[0], "id");
  const all = member === undefined ? [] : await universesOf(runtime, member, inquiry);
  const known = all.find((universe) => universe.universe_id === universe_id);
  const entities = total ?? records.length;
  return { universe_id, entities, known: known === undefined ? undefined : { ...known, entities } };
};

/** Whether a text is shaped like an id. */
export const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value.trim());
