import type { FieldType } from "../../../contract/fields";
import { listFrom, membersOf, type Nested, oneOf, partsAt, scalarOf } from "./values";

const members: Readonly<Record<string, FieldType>> = { value: "number", currency: "text", date: "date" };

const dateOf = (value: unknown): string => String(scalarOf(membersOf(value)["date"]) ?? "");

/** Revenues, the latest first. */
export const revenuesOf = (value: unknown): readonly unknown[] =>
  [...listFrom(value)].sort((one, other) => (dateOf(one) < dateOf(other) ? 1 : -1));

/** Revenues by date: the latest value in the cell, `[1]` the latest too. */
export const revenue: Nested = {
  members: [...Object.keys(members), "[2].value", "count"],
  whole: { type: "number", read: (value) => scalarOf(membersOf(revenuesOf(value)[0])["value"]) },
  split: (value) => revenuesOf(value).map((one) => [one]),
  at: (path) => partsAt(path, revenuesOf, (rest) => oneOf(members, rest === "" ? "value" : rest)),
};
