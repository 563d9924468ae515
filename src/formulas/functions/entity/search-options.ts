import { parseCondition, printCondition } from "../../../contract/values";
import type { EntityQuery } from "../../../engine/batching/entity-query";
import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { routeFilters, type QueryValue } from "../../arguments/filters";
import type { OptionKinds } from "../../arguments/options";

/** Keys of a search object that hold arrays on the wire. */
const arrays = ["employee_count", "revenue", "isic4"];

/** The keys of a search object as options: those of the universe listing, without its order. */
export const searchOptions: OptionKinds = Object.fromEntries(
  Object.entries(routeFilters("listUniverseEntities")).filter(([key]) => key !== "order"),
);

/** A filter of the listing as a search object takes it: an array for three keys, one text for the others. */
export const searchValue = (key: string, value: QueryValue): string | readonly string[] => {
  if (arrays.includes(key)) return typeof value === "string" ? [value] : value;
  if (typeof value === "string") return value;
  const [first = ""] = value;
  return value.length === 1 ? first : anyCondition(key, value);
};

/** Several values of a key that holds one text become one `in`, where each is matched whole. */
const anyCondition = (key: string, values: readonly string[]): string => {
  const conditions = values.map((value) => parseCondition(value));
  const whole = conditions.every((condition) => condition?.operator === "eq");
  if (!whole) throw new AddinError("invalid-argument", t("formula.oneValue", { name: key, count: values.length }));
  return printCondition({ operator: "in", values: conditions.flatMap((condition) => condition?.values ?? []) });
};

/** The conditions that the options add to every search object. */
export const searchConditions = (options: Readonly<Record<string, unknown>>): EntityQuery => {
  const known = conditionsCache.get(options) ?? toEntityQuery(options);
  conditionsCache.set(options, known);
  return known;
};

/** Cached, because thousands of cells share their options. */
const conditionsCache = new WeakMap<Readonly<Record<string, unknown>>, EntityQuery>();

const toEntityQuery = (options: Readonly<Record<string, unknown>>): EntityQuery =>
  Object.fromEntries(
    Object.keys(searchOptions).flatMap((key) => {
      const value = options[key] as QueryValue | undefined;
      return value === undefined ? [] : [[key, searchValue(key, value)] as const];
    }),
  );
