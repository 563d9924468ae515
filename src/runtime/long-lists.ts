import { recordsPerPart } from "./walk";

/** Where a long list stands in a value: member by member. */
type Path = readonly string[];

/** A list that is written apart from the value it stands in. */
export interface LongList {
  readonly path: Path;
  readonly items: readonly unknown[];
}

/** A list that stands apart from its value on the device. */
export interface StoredList {
  readonly path: Path;
  /** Under which keys its parts stand. */
  readonly parts: readonly string[];
}

/** Long lists lie no deeper: the records of one of several walks. */
const deepest = 2;

/** Items that are written together. */
export interface Part {
  readonly key: string;
  readonly items: readonly unknown[];
  readonly from: number;
  readonly end: number;
}

/** How a list is noted in the spill it belongs to. */
export const named = ({ path, parts }: { readonly path: Path; readonly parts: readonly Part[] }): StoredList => ({
  path,
  parts: parts.map(({ key }) => key),
});

/** The parts of a list. They have names of their own for every state of a list, so that those of the state before stay whole while they are written. */
export const partsOf = (name: string, items: readonly unknown[]): readonly Part[] => {
  const { length } = items;
  return Array.from({ length: Math.ceil(length / recordsPerPart) }, (_, part) => ({
    key: `${name} ${length} ${part}`,
    items,
    from: part * recordsPerPart,
    end: Math.min(length, (part + 1) * recordsPerPart),
  }));
};

/** A value whose long lists are empty; they are put into `long`. */
export const withoutLong = (value: unknown, path: Path, long: LongList[]): unknown => {
  if (Array.isArray(value) && value.length > recordsPerPart) {
    long.push({ path, items: value });
    return [];
  }
  if (typeof value !== "object" || value === null || path.length === deepest) return value;
  const within = (item: unknown, name: string): unknown => withoutLong(item, [...path, name], long);
  if (Array.isArray(value)) return value.map((item, index) => within(item, String(index)));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, within(item, name)]));
};

/** Puts a list back into a value that was just read, which nobody else holds. */
export const withList = (value: unknown, [name, ...path]: Path, items: readonly unknown[]): unknown => {
  if (name === undefined) return items;
  const holder = value as Record<string, unknown>;
  holder[name] = withList(holder[name], path, items);
  return holder;
};
