import { joined, listFrom, memberAt, membersOf, type Nested, type Scalar, scalarOf } from "./reading";

type Entries = (value: unknown) => readonly (readonly [string, Scalar])[];

/** Keys with values: `key=value; …`, and `KEY` without case. */
const keyed = (entries: Entries): Nested => ({
  members: ["KEY", "count"],
  whole: {
    type: "text",
    read: (value, look) =>
      joined(
        entries(value).map(([key, held]) => `${key}=${String(held ?? "")}`),
        look,
      ),
  },
  split: (value) => entries(value).map(([key, held]) => ({ [key]: held })),
  at: (path) => {
    if (path === "" || path.startsWith("[")) return undefined;
    const count = path.toLowerCase() === "count";
    return {
      type: count ? "integer" : "text",
      read: (value) => {
        const held = scalarOf(memberAt(Object.fromEntries(entries(value)), path)?.value);
        return held ?? (count && value !== undefined && value !== null ? entries(value).length : undefined);
      },
    };
  },
});

/** A map of texts: `client_code`. */
export const map: Nested = keyed((value) =>
  Object.entries(membersOf(value)).map(([key, held]) => [key, scalarOf(held)] as const),
);

/** A list of `{ value, description }`: `registration_codes`, keyed by description. An exploded part is a map already. */
export const describedValues: Nested = keyed((value) =>
  Array.isArray(value)
    ? listFrom(value).map((item) => {
        const { description, value: held } = membersOf(item);
        return [String(scalarOf(description) ?? ""), scalarOf(held)] as const;
      })
    : Object.entries(membersOf(value)).map(([key, held]) => [key, scalarOf(held)] as const),
);

/** Any object by its members: the source of a document, an error. */
export const object = (shown: string, types: Readonly<Record<string, "text" | "integer">>): Nested => ({
  members: Object.keys(types),
  whole: { type: types[shown] ?? "text", read: (value) => scalarOf(membersOf(value)[shown]) },
  split: (value) => [value],
  at: (path) => {
    const name = path.toLowerCase();
    const type = types[name];
    return type === undefined ? undefined : { type, read: (value) => scalarOf(membersOf(value)[name]) };
  },
});
