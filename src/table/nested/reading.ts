import type { FieldType } from "../../wire/fields";

/** What a cell can be made from; undefined is missing. */
export type Scalar = string | number | boolean | undefined;

/** How several values share one cell, and whose part of a per-entity value is meant. */
export interface Look {
  readonly join: string;
  readonly entity?: string | undefined;
}

/** One way to look at a value: the type of what is read, and how. */
export interface Reading {
  readonly type: FieldType;
  readonly read: (value: unknown, look: Look) => Scalar;
}

/** How a nested value shows in one cell, and what its paths reach. */
export interface Nested {
  /** Members to name in a sentence. */
  readonly members: readonly string[];
  readonly whole: Reading;
  /** The reading behind a path (`currency`, `[2].value`, `count`); undefined where there is none. */
  readonly at: (path: string) => Reading | undefined;
  /** What `explode` spreads over rows: the parts, each again a value of this kind. */
  readonly split: (value: unknown) => readonly unknown[];
}

/** A value's members; none for anything but an object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

/** A value as a list: missing is empty, a single value a list of one. */
export const listFrom = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/** A value as a scalar: null and objects are missing. */
export const scalarOf = (value: unknown): Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;

/** Texts in one cell; nothing is missing, not an empty text. */
export const joined = (parts: readonly Scalar[], look: Look): Scalar => {
  const present = parts.filter((part) => part !== undefined && part !== "");
  return present.length === 0 ? undefined : present.join(look.join);
};

/** `[2].value` is position 2 and the rest `value`; undefined where the path does not start with a position. */
export const positionIn = (path: string): { readonly position: number; readonly rest: string } | undefined => {
  const match = /^\[(\d+)\]\.?(.*)$/.exec(path);
  return match === null ? undefined : { position: Number(match[1]), rest: match[2] ?? "" };
};

/** The member a path names, without case, the longest name first (names hold dots too), and the rest of the path. */
export const memberAt = (
  value: unknown,
  path: string,
): { readonly value: unknown; readonly name: string; readonly rest: string } | undefined => {
  const wanted = path.toLowerCase();
  let best: { value: unknown; name: string; rest: string } | undefined;
  for (const [name, member] of Object.entries(membersOf(value))) {
    const start = name.toLowerCase();
    const fits = wanted === start || wanted.startsWith(`${start}.`);
    if (fits && (best === undefined || name.length > best.name.length))
      best = { value: member, name, rest: path.slice(name.length + 1) };
  }
  return best;
};

/** How many parts there are; missing stays missing. */
export const countOf = (parts: (value: unknown) => readonly unknown[]): Reading => ({
  type: "integer",
  read: (value) => (value === undefined || value === null ? undefined : parts(value).length),
});

/** The readings of a list by its parts: `[2]` and `[2].x` of one part, `count`, and whatever `first` reads of the first. */
export const partsAt = (
  path: string,
  parts: (value: unknown) => readonly unknown[],
  part: (rest: string) => Reading | undefined,
): Reading | undefined => {
  if (path.toLowerCase() === "count") return countOf(parts);
  const position = positionIn(path);
  const reading = part(position?.rest ?? path);
  const index = (position?.position ?? 1) - 1;
  return reading && { type: reading.type, read: (value, look) => reading.read(parts(value)[index], look) };
};

/** Reads one of these members, each with its type. */
export const oneOf = (types: Readonly<Record<string, FieldType>>, name: string): Reading | undefined => {
  const key = name.toLowerCase();
  const type = types[key];
  return type === undefined ? undefined : { type, read: (value) => scalarOf(membersOf(value)[key]) };
};
