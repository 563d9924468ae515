import type { WireRecord } from "../../../../contract/page";
import { pageSize } from "../../../../engine/pagination/listing";
import type { RequestContext } from "../../../../engine/requests/request-context";
import type { Runtime } from "../../../../engine/runtime";
import type { KnownUniverse } from "../../../../engine/state/universes";
import { isUuid } from "../../../../contract/values";
import { type PlainKey, t } from "../../../../i18n/t";
import { comparableText } from "../../../../i18n/typed-text";

/** A universe that exists. `known` is undefined where no entity gives its name. */
export interface UniverseFound {
  readonly universe_id: string;
  readonly entities: number;
  readonly known: KnownUniverse | undefined;
}

const universeText = (record: WireRecord, name: string): string | undefined => {
  const value = record[name];
  return typeof value === "string" ? value : undefined;
};

const toKnownUniverse = (record: WireRecord): KnownUniverse => {
  const type = universeText(record, "type");
  return {
    universe_id: universeText(record, "universe_id") ?? "",
    name: universeText(record, "universe_name") ?? "",
    description: universeText(record, "description") ?? null,
    ...(type === undefined ? {} : { type }),
  };
};

/** The universes of an entity that the account may see, at most one page. */
export const findUniverses = async (
  runtime: Runtime,
  entity_id: string,
  requestContext: RequestContext,
): Promise<readonly KnownUniverse[]> => {
  const request = { route: "listEntityUniverses", path: { entity_id }, query: {}, fields: [] } as const;
  const { records } = await runtime.listings.read(request, { limit: pageSize }, requestContext);
  return records.map(toKnownUniverse);
};

/** Finds a universe by id, with one call for its size and one for its name, because no route reads a universe. @throws AddinError `not-found`. */
export const findUniverse = async (
  runtime: Runtime,
  universe_id: string,
  requestContext: RequestContext,
): Promise<UniverseFound> => {
  const request = { route: "listUniverseEntities", path: { universe_id }, query: {}, fields: ["id", "name"] } as const;
  const { records, total } = await runtime.listings.read(request, { limit: 1 }, requestContext);
  const member = records[0] === undefined ? undefined : universeText(records[0], "id");
  const all = member === undefined ? [] : await findUniverses(runtime, member, requestContext);
  const known = all.find((universe) => universe.universe_id === universe_id);
  const entities = total ?? records.length;
  return { universe_id, entities, known: known === undefined ? undefined : { ...known, entities } };
};

const universeTypes: Readonly<Record<string, PlainKey>> = {
  PRIVATE: "universes.private",
  SHARED: "universes.shared",
  PROVIDER: "universes.provider",
};

/** The translated type; an unknown type is returned as it is. */
const universeType = (type: string): string => (universeTypes[type] === undefined ? type : t(universeTypes[type]));

/** `Shared · 60 companies`; empty where neither is known. */
export const universeLine = (universe: KnownUniverse): string =>
  [
    universe.type === undefined ? undefined : universeType(universe.type),
    universe.entities === undefined ? undefined : t("universes.entities", { count: universe.entities }),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");

/** A universe as a text argument of a formula: its name if unique, short enough and not like an id, else its id. */
export const universeArgument = (universe: KnownUniverse, catalogue: readonly KnownUniverse[]): string => {
  const same = catalogue.filter(({ name }) => comparableText(name) === comparableText(universe.name));
  const byName = same.length <= 1 && universe.name.length <= 255 && !isUuid(universe.name.trim());
  return `"${(byName ? universe.name : universe.universe_id).replaceAll('"', '""')}"`;
};
