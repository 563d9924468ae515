import { valueIndex } from "./private-hooks";

type ColumnIndex = Map<unknown, Set<number>>;

/**
 * Univer 0.25 looks through every distinct value of a column for each cell a spill writes: 10,000 rows take 7 s. Columns made here know
 * in which bucket a row lies, so that each cell costs the same. The index is one for the page; call it once, before Univer starts.
 */
export const quickenSpills = (): void => {
  const index = valueIndex();
  const set = index.set.bind(index);
  const mayBuild = index.shouldContinueBuildingCache.bind(index);
  let forced = false;
  index.shouldContinueBuildingCache = (...place) => forced || mayBuild(...place);
  index.set = (...[unitId, sheetId, column, value, row, force = false]) => {
    const sheets = within(index._cache, unitId, () => new Map<string, Map<number, ColumnIndex>>());
    const columns = within(sheets, sheetId, () => new Map<number, ColumnIndex>());
    const known = within(columns, column, () => new KnownColumn());
    if (!force || !(known instanceof KnownColumn)) {
      set(unitId, sheetId, column, value, row, force);
      return;
    }
    known.forget(row);
    // The plain branch does not search; `forced` opens it for this one call.
    forced = true;
    try {
      set(unitId, sheetId, column, value, row, false);
    } finally {
      forced = false;
    }
  };
};

const within = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
};

class KnownColumn extends Map<unknown, Set<number>> {
  readonly #bucketOfRow = new Map<number, Set<number>>();

  override set(value: unknown, bucket: Set<number>): this {
    const add = bucket.add.bind(bucket);
    bucket.add = (row) => {
      this.#bucketOfRow.set(row, bucket);
      return add(row);
    };
    return super.set(value, bucket);
  }

  forget(row: number): void {
    this.#bucketOfRow.get(row)?.delete(row);
  }
}
