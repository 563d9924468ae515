import type { FieldType } from "../../../contract/fields";
import { listFrom, toMembers, type Nested, memberReaderFor, partsAt, toScalar } from "./values";

const members: Readonly<Record<string, FieldType>> = { value: "number", currency: "text", date: "date" };

const revenueDate = (value: unknown): string => String(toScalar(toMembers(value)["date"]) ?? "");

/** Revenues, the latest first. */
export const listRevenues = (value: unknown): readonly unknown[] =>
  [...listFrom(value)].sort((one, other) => (revenueDate(one) < revenueDate(other) ? 1 : -1));

/** Revenues by date: the latest value in the cell, `[1]` the latest too. */
export const revenue: Nested = {
  members: [...Object.keys(members), "[2].value", "count"],
  whole: { type: "number", read: (value) => toScalar(toMembers(listRevenues(value)[0])["value"]) },
  split: (value) => listRevenues(value).map((one) => [one]),
  at: (path) => partsAt(path, listRevenues, (rest) => memberReaderFor(members, rest === "" ? "value" : rest)),
};
