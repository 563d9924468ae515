import { isObject } from "../../../facts/json";
import type { FieldType } from "../../../contract/fields";
import type { ReadableText } from "../readable";

/** A value that fits one cell; undefined is missing. */
export type Scalar = string | number | boolean | undefined;

/** How values are read. */
export interface ReadOptions {
  /** The text between several values of one cell. */
  readonly join: string;
  /** The entity whose part of a per-entity value is read. */
  readonly entity?: string | undefined;
  /** True for the spelling of the service, where texts are otherwise shown as people write them. */
  readonly rawTexts?: boolean | undefined;
}

/** Reads a scalar of this type from a value. */
export interface ValueReader {
  readonly type: FieldType;
  readonly read: (value: unknown, look: ReadOptions) => Scalar;
}

/** How a nested value is shown in one cell, and which paths lead into it. */
export interface Nested {
  /** Examples of paths, for messages. */
  readonly members: readonly string[];
  readonly whole: ValueReader;
  /** The reader of a path (`currency`, `[2].value`, `count`); undefined where there is none. */
  readonly at: (path: string) => ValueReader | undefined;
  /** The parts that get a row each with `explode`; each is a value of this kind again. */
  readonly split: (value: unknown) => readonly unknown[];
}

/** The members of an object; none for any other value. */
export const toMembers = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** A value as a list: missing is empty, a single value a list of one. */
export const listFrom = (value: unknown): readonly unknown[] => {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
};

/** A value as a scalar: null and objects are missing. */
export const toScalar = (value: unknown): Scalar =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;

/** A reader of texts that are shown as people write them. */
export const textReader = (readable: ReadableText | undefined): ValueReader =>
  readable === undefined
    ? plainText
    : {
        type: "text",
        read: (value, { rawTexts }) => {
          const text = toScalar(value);
          return typeof text === "string" && rawTexts !== true ? readable(text) : text;
        },
      };

/** Several values as one text; undefined where none is there. */
export const joined = (parts: readonly Scalar[], look: ReadOptions): Scalar => {
  const present = parts.filter((part) => part !== undefined && part !== "");
  return present.length === 0 ? undefined : present.join(look.join);
};

/** `[2].value` is position 2 and the rest `value`; undefined where the path does not start with a position. */
export const positionIn = (path: string): { readonly position: number; readonly rest: string } | undefined => {
  const match = /^\[(\d+)\]\.?(.*)$/.exec(path);
  return match === null ? undefined : { position: Number(match[1]), rest: match[2] ?? "" };
};

/** The member that a path begins with, without case, and the rest of the path. The longest name wins, because names contain dots. */
export const memberAt = (
  value: unknown,
  path: string,
): { readonly value: unknown; readonly name: string; readonly rest: string } | undefined => {
  const lowerPath = path.toLowerCase();
  let best: { value: unknown; name: string; rest: string } | undefined;
  for (const [name, member] of Object.entries(toMembers(value))) {
    const start = name.toLowerCase();
    const fits = lowerPath === start || lowerPath.startsWith(`${start}.`);
    if (fits && (best === undefined || name.length > best.name.length))
      best = { value: member, name, rest: path.slice(name.length + 1) };
  }
  return best;
};

/** How many parts there are; missing stays missing. */
export const countReader = (parts: (value: unknown) => readonly unknown[]): ValueReader => ({
  type: "integer",
  read: (value) => (value === undefined || value === null ? undefined : parts(value).length),
});

/** The reader of a path into a list: `count`, `[2]` and `[2].x` for one part, all else for the first part. */
export const partsAt = (
  path: string,
  parts: (value: unknown) => readonly unknown[],
  part: (rest: string) => ValueReader | undefined,
): ValueReader | undefined => {
  if (path.toLowerCase() === "count") return countReader(parts);
  const position = positionIn(path);
  const reading = part(position?.rest ?? path);
  const index = (position?.position ?? 1) - 1;
  return reading && { type: reading.type, read: (value, look) => reading.read(parts(value)[index], look) };
};

/** The reader of one of these members. */
export const memberReaderFor = (types: Readonly<Record<string, FieldType>>, name: string): ValueReader | undefined => {
  const key = name.toLowerCase();
  const type = types[key];
  return type === undefined ? undefined : { type, read: (value) => toScalar(toMembers(value)[key]) };
};

const hasText = (value: unknown, part: string): boolean =>
  listFrom(value).some((item) => {
    const text = String(toScalar(item)).toLowerCase().replace(":", " ");
    return text === part || text === `sdg ${part}`;
  });

/** A shortcut for lists of one text, which are the most frequent. */
const onlyText = (value: unknown): string | undefined => {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
  return typeof only === "string" && only !== "" ? only : undefined;
};

/** A reader of texts in the spelling of the service. */
export const plainText: ValueReader = { type: "text", read: toScalar };

/** A list of texts: joined, `[1]`, `count`, and whether it holds a value (`categories.E`, `categories.7` for `SDG:7`). */
export const listOfTexts = (part: ValueReader): Nested => ({
  members: ["[1]", "count"],
  whole: {
    type: "text",
    read: (value, look) => {
      const only = onlyText(value);
      if (only !== undefined) return part.read(only, look);
      return joined(
        listFrom(value).map((item) => part.read(item, look)),
        look,
      );
    },
  },
  split: (value) => listFrom(value).map((item) => [item]),
  at: (path) => {
    if (path.toLowerCase() === "count" || positionIn(path)?.rest === "") return partsAt(path, listFrom, () => part);
    if (path === "" || path.startsWith("[")) return undefined;
    const prefix = path.toLowerCase().replace(":", " ");
    return {
      type: "boolean",
      read: (value) => (value === undefined || value === null ? undefined : hasText(value, prefix)),
    };
  },
});

type Entries = (value: unknown) => readonly (readonly [string, Scalar])[];

/** Keys with values: `key=value; …`, and `KEY` without case. */
const keyed = (entries: Entries): Nested => ({
  members: ["KEY", "count"],
  whole: {
    type: "text",
    read: (value, look) =>
      joined(
        entries(value).map(([key, item]) => `${key}=${String(item ?? "")}`),
        look,
      ),
  },
  split: (value) => entries(value).map(([key, item]) => ({ [key]: item })),
  at: (path) => {
    if (path === "" || path.startsWith("[")) return undefined;
    const count = path.toLowerCase() === "count";
    return {
      type: count ? "integer" : "text",
      read: (value) => {
        const item = toScalar(memberAt(Object.fromEntries(entries(value)), path)?.value);
        return item ?? (count && value !== undefined && value !== null ? entries(value).length : undefined);
      },
    };
  },
});

/** A map of texts: `client_code`. */
export const map: Nested = keyed((value) =>
  Object.entries(toMembers(value)).map(([key, item]) => [key, toScalar(item)] as const),
);

/** A list of `{ value, description }`: `registration_codes`, keyed by description. A part that `explode` made is a map. */
export const describedValues: Nested = keyed((value) =>
  Array.isArray(value)
    ? listFrom(value).map((item) => {
        const { description, value: content } = toMembers(item);
        return [String(toScalar(description) ?? ""), toScalar(content)] as const;
      })
    : Object.entries(toMembers(value)).map(([key, content]) => [key, toScalar(content)] as const),
);

/** Any object by its members: the source of a document, an error. */
export const objectField = (defaultMember: string, readers: Readonly<Record<string, ValueReader>>): Nested => {
  const member = (name: string): ValueReader | undefined => {
    const reader = readers[name];
    return reader && { type: reader.type, read: (value, look) => reader.read(toMembers(value)[name], look) };
  };
  return {
    members: Object.keys(readers),
    whole: member(defaultMember) ?? plainText,
    split: (value) => [value],
    at: (path) => member(path.toLowerCase()),
  };
};
