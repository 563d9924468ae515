/** Items that are written and read together. A chunk is copied by the page's own thread, so it must stay small. */
export const itemsPerChunk = 1_000;

/** Lists are looked for no deeper than this: the records of one of several lists of an entry. */
const deepestPath = 2;

/** Where a list is inside a value: member by member. */
type Path = readonly string[];

/** A list that was taken out of its value. */
export interface LongList {
  readonly path: Path;
  readonly items: readonly unknown[];
}

/** A list whose chunks are stored under these keys. */
export interface StoredList {
  readonly path: Path;
  readonly parts: readonly string[];
}

/** The items from `from` up to `end`, stored under `key`. */
export interface Chunk {
  readonly key: string;
  readonly items: readonly unknown[];
  readonly from: number;
  readonly end: number;
}

/** Chunks that the owner of a large entry writes before the entry itself, so that it need not hold all items in memory. */
export interface ChunkStore {
  /**
   * Stores items; `version` (ms since 1970) distinguishes versions of the entry.
   * Resolves with the chunk's key, or `undefined` where the device refused or another account was opened.
   */
  readonly write: (version: number, name: string, items: readonly unknown[]) => Promise<string | undefined>;
  /** The items under a chunk's key; `undefined` where the device lost them. */
  readonly read: (key: string) => Promise<readonly unknown[] | undefined>;
}

/** Splits a list into chunks. Their keys include its length: an older version stays readable while a new one is written. */
export const splitChunks = (name: string, items: readonly unknown[]): readonly Chunk[] => {
  const { length } = items;
  return Array.from({ length: Math.ceil(length / itemsPerChunk) }, (_, index) => ({
    key: `${name} ${length} ${index}`,
    items,
    from: index * itemsPerChunk,
    end: Math.min(length, (index + 1) * itemsPerChunk),
  }));
};

/** Copies a value with empty arrays in place of its lists of more than one chunk, which are added to `lists`. */
export const withoutLongLists = (value: unknown, path: Path, lists: LongList[]): unknown => {
  if (Array.isArray(value) && value.length > itemsPerChunk) {
    lists.push({ path, items: value });
    return [];
  }
  if (typeof value !== "object" || value === null || path.length === deepestPath) return value;
  const within = (item: unknown, name: string): unknown => withoutLongLists(item, [...path, name], lists);
  if (Array.isArray(value)) return value.map((item, index) => within(item, String(index)));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, within(item, name)]));
};

/** Puts a list back into a value that was just read; changes the value in place. */
export const withList = (value: unknown, [name, ...path]: Path, items: readonly unknown[]): unknown => {
  if (name === undefined) return items;
  const holder = value as Record<string, unknown>;
  holder[name] = withList(holder[name], path, items);
  return holder;
};
