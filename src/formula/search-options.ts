import { AddinError } from "../error/addin-error";
import type { EntityQuery } from "../runtime/entity-loader";
import { tell } from "../text/tell";
import { parseCondition, printCondition } from "../wire/operators";
import { filtersOf, type QueryValue } from "./filters";
import type { OptionKinds } from "./options";

/** Keys of a search object that hold arrays on the wire. */
const arrays = ["employee_count", "revenue", "isic4"];

/** The keys of a search object as options: those of the universe listing, without its order. */
export const searchOptions: OptionKinds = Object.fromEntries(
  Object.entries(filtersOf("listUniverseEntities")).filter(([key]) => key !== "order"),
);

/** A filter of the listing as it stands in a search object: arrays for three keys, one text for the others. */
export const searchValue = (key: string, value: QueryValue): string | readonly string[] => {
  if (arrays.includes(key)) return typeof value === "string" ? [value] : value;
  if (typeof value === "string") return value;
  const [first = ""] = value;
  return value.length === 1 ? first : anyOf(key, value);
};

/** Several values of a key that holds one text become one `in`, where each is matched whole. */
const anyOf = (key: string, values: readonly string[]): string => {
  const conditions = values.map((value) => parseCondition(value));
  const whole = conditions.every((condition) => condition?.operator === "eq");
  if (!whole) throw new AddinError("invalid-argument", tell("formula.oneValue", { name: key, count: values.length }));
  return printCondition({ operator: "in", values: conditions.flatMap((condition) => condition?.values ?? []) });
};

/** What the options add to every search object. */
export const searchedBeside = (options: Readonly<Record<string, unknown>>): EntityQuery => {
  const known = besides.get(options) ?? readBeside(options);
  besides.set(options, known);
  return known;
};

/** Thousands of cells share their options. */
const besides = new WeakMap<Readonly<Record<string, unknown>>, EntityQuery>();

const readBeside = (options: Readonly<Record<string, unknown>>): EntityQuery =>
  Object.fromEntries(
    Object.keys(searchOptions).flatMap((key) => {
      const value = options[key] as QueryValue | undefined;
      return value === undefined ? [] : [[key, searchValue(key, value)] as const];
    }),
  );
