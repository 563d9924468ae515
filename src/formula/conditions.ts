import { AddinError } from "../error/addin-error";
import { listOf } from "../text/list";
import { tell } from "../text/tell";
import { type Condition, parseCondition, printCondition } from "../wire/operators";
import type { QueryRule } from "../wire/query-rules";
import { type Cell, show, textOf, wrong } from "./argument";
import { type DateScope, isoMoment, readDate } from "./dates";

const several = ["in", "nin"];

/** The operator a text starts with, checked against those the parameter takes; undefined where there is none. */
const conditionIn = (cell: Cell, rule: QueryRule, name: string): Condition | undefined => {
  const condition = typeof cell === "string" ? parseCondition(textOf(cell)) : undefined;
  if (condition === undefined) return undefined;
  const { operator, values } = condition;
  const allowed = rule.operators ?? [];
  if (!allowed.includes(operator))
    throw new AddinError(
      "invalid-argument",
      tell("formula.operators", { name, allowed: listOf(allowed), came: show(cell) }),
    );
  if (operator === "between" && values.length !== 2) throw wrong(name, "between:low;high", cell);
  return { operator, values: values.map((value) => value.trim()) };
};

/** Whole numbers: one means `gte`, several mean `in`; an operator is passed on with every value checked. */
export const integerCondition = (cells: readonly Cell[], rule: QueryRule, name: string): string => {
  const [first] = cells;
  const condition = conditionIn(first, rule, name);
  const whole = (cell: Cell): string => wholeNumber(cell, rule, name);
  if (condition !== undefined) {
    const rest = several.includes(condition.operator) ? cells.slice(1) : onlyOne(cells, name);
    return printOrdered({ ...condition, values: [...condition.values, ...rest.map(textOf)].map(whole) });
  }
  if (cells.length === 1) return printCondition({ operator: "gte", values: [whole(first)] });
  return printCondition({ operator: "in", values: cells.map(whole) });
};

const onlyOne = (cells: readonly Cell[], name: string): readonly Cell[] => {
  if (cells.length > 1)
    throw new AddinError("invalid-argument", tell("formula.oneValue", { name, count: cells.length }));
  return [];
};

/** The bounds of `between` in order: the service refuses them the other way round. */
const printOrdered = (condition: Condition): string => {
  const [low = "", high = ""] = condition.values;
  const swapped = condition.operator === "between" && Number(low) > Number(high);
  return printCondition(swapped ? { ...condition, values: [high, low] } : condition);
};

const wholeNumber = (cell: Cell, rule: QueryRule, name: string): string => {
  const { minimum: least, maximum: most } = rule;
  const text = textOf(cell);
  const value = typeof cell === "boolean" || !/^[+-]?\d{1,15}$/.test(text) ? NaN : Number(text);
  if (Number.isNaN(value) || value < (least ?? value) || value > (most ?? value))
    throw wrong(
      name,
      least === undefined || most === undefined ? tell("allowed.integers") : tell("allowed.score", { least, most }),
      cell,
    );
  return String(value);
};

/** One ISIC4 section or several; an operator is passed on. */
export const sectorCondition = (cells: readonly Cell[], rule: QueryRule, name: string): string => {
  const [first] = cells;
  const condition = conditionIn(first, rule, name);
  const operator = condition?.operator ?? (cells.length > 1 ? "in" : "eq");
  const values = [...(condition?.values ?? [textOf(first)]), ...cells.slice(1).map(textOf)].map((value) =>
    section(value, name),
  );
  if (values.length > 1 && !several.includes(operator))
    throw new AddinError("invalid-argument", tell("formula.oneValue", { name, count: values.length }));
  return printCondition({ operator, values });
};

const section = (value: string, name: string): string => {
  if (!/^[A-U]$/i.test(value)) throw wrong(name, tell("allowed.sector"), value);
  return value.toUpperCase();
};

/** One date with an operator (`gte:2026-01-01`, `lt:-30d`): days become moments, a `lte` or `gt` day its end. A bare date means `gte`. */
export const dateCondition = (cell: Cell, rule: QueryRule, scope: DateScope): string => {
  const condition = conditionIn(cell, rule, scope.name) ?? { operator: "gte" as const, values: [] };
  const spans = (condition.values.length > 0 ? condition.values : [cell]).map((value) => readDate(value, scope));
  const [first, second] = spans.sort((one, other) => one.start - other.start);
  const { operator } = condition;
  const start = isoMoment((operator === "lte" || operator === "gt" ? first?.end : first?.start) ?? 0);
  return printCondition({ operator, values: second === undefined ? [start] : [start, isoMoment(second.end)] });
};

/** What `from` and `to` mean together: `gte`, `lte` or `between`; either may hold an operator when it stands alone. */
export const periodCondition = (
  from: Cell,
  to: Cell,
  given: { readonly rule: QueryRule; readonly now: number },
): string | undefined => {
  const { rule, now } = given;
  const fromScope = { name: "from", now };
  if (to === undefined) return from === undefined ? undefined : dateCondition(from, rule, fromScope);
  if (from === undefined)
    return conditionIn(to, rule, "to") === undefined
      ? printCondition({ operator: "lte", values: [isoMoment(readDate(to, { name: "to", now }).end)] })
      : dateCondition(to, rule, { name: "to", now });
  if (typeof from === "string" && parseCondition(from) !== undefined)
    throw new AddinError("invalid-argument", tell("formula.operatorWithTo", { from: show(from) }));
  const { start } = readDate(from, fromScope);
  const { end } = readDate(to, { name: "to", now });
  if (start > end)
    throw new AddinError("invalid-argument", tell("formula.fromAfterTo", { from: show(from), to: show(to) }));
  return printCondition({ operator: "between", values: [isoMoment(start), isoMoment(end)] });
};
