import type { Column, TableRecord } from "./column";
import type { TableLook } from "./finish-table";
import type { CellValue } from "./matrix";
import type { Scalar } from "./nested/reading";
import { rowMaker } from "./row-maker";
import { sortValue } from "./sort";

/** Finds entities by their ids, each id once. */
export type LookUp = (ids: readonly string[]) => Promise<ReadonlyMap<string, TableRecord | undefined>>;

/** The rows of one record, which lack what is its entity's. */
export interface Lacking {
  readonly rows: readonly CellValue[][];
  /** What they are sorted and kept apart by. */
  readonly values: Scalar[];
  readonly entity_id: unknown;
}

/** What is joined, and how it looks. */
export interface Joining {
  readonly columns: readonly Column[];
  readonly keys: readonly Column[];
  readonly made: TableLook;
  readonly entities: LookUp;
}

const stretch = 512;

const placesOf = (columns: readonly Column[]): readonly number[] =>
  columns.flatMap(({ joins }, place) => (joins === undefined ? [] : [place]));

type Part = Omit<Lacking, "entity_id">;

/** What each entity gives to its rows. */
const partsOf = async (ids: readonly string[], joining: Joining): Promise<ReadonlyMap<unknown, Part>> => {
  const { columns, keys, made, entities } = joining;
  const found = await entities(ids);
  const makeRow = rowMaker(columns, made.layout, made.look);
  return new Map(
    ids.map((id) => {
      const record = { entity: found.get(id) };
      return [id, { rows: [makeRow(record)], values: keys.map((key) => sortValue(key, record, made.look)) }];
    }),
  );
};

/** Fills in the cells and keys that are an entity's: looked up when all rows are there, made once for each entity. No call is made where nothing is joined. */
export const fillJoined = async (held: readonly Lacking[], joining: Joining): Promise<void> => {
  const places = placesOf(joining.columns);
  const keyPlaces = placesOf(joining.keys);
  if (places.length + keyPlaces.length === 0) return;
  const ids = new Set(held.map(({ entity_id }) => entity_id));
  const parts = await partsOf(
    [...ids].filter((id) => typeof id === "string"),
    joining,
  );
  for (const [index, { rows, values, entity_id }] of held.entries()) {
    const resting = index % stretch === 0 ? joining.made.host.pause() : undefined;
    if (resting !== undefined) await resting;
    const part = parts.get(entity_id);
    if (part === undefined) continue;
    for (const place of keyPlaces) values[place] = part.values[place];
    for (const row of rows) for (const place of places) row[place] = part.rows[0]?.[place] ?? "";
  }
};
