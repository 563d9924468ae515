import { type Condition, parseCondition, printCondition } from "../../contract/values";
import { knownValues } from "../../contract/known-values";
import { type QueryRule, queryRules } from "../../contract/query-rules";
import { AddinError } from "../../engine/http/addin-error";
import { formatList, type PlainKey, t } from "../../i18n/t";
import { type Cell, describeCell, cellText, wrongArgument } from "./argument";
import { type DateScope, isoMoment, readDate, refuseFuture, showDate, type Span, type Today } from "./dates";
import type { RouteName } from "../../contract/routes";
import { listFrom } from "../table/nested/values";
import { countryOfCode, meaning } from "../table/readable";
import { readGoal } from "./goals";
import { choices, type Kind, type KindScope, order, shortText, texts, uuids } from "./parameters";
import { twice } from "./options";

/** Attributes of which a part is enough. All others are identifiers or codes, which must match whole. */
const inPart: readonly string[] = ["name", "alias", "website", "industry_code", "unspsc", "city", "region"];
const upperCase: readonly string[] = ["isin", "lei", "figi", "isic4"];
/** Shown with capitals; the service spells them in small letters (specification, "Entity"). */
const lowerCase: readonly string[] = ["city", "region"];
/** As `parseCondition`; a person may write operators in capitals. */
const readCondition = (text: string): Condition | undefined =>
  parseCondition(text.replace(/^[a-z]+:/i, (operator) => operator.toLowerCase()));

const textFilterOperators: readonly string[] = ["eq", "neq", "in", "nin", "ilike"];

/**
 * The condition on an entity attribute. A text with an operator keeps it; others become `ilike` (names and the like) or `eq` (codes).
 * @throws AddinError `invalid-argument`.
 */
export const textCondition = (key: string, cell: Cell): string => {
  const text = lowerCase.includes(key) ? cellText(cell).toLowerCase() : cellText(cell);
  const condition = readCondition(text);
  if (condition !== undefined && textFilterOperators.includes(condition.operator)) return checked(key, cell, condition);
  // An option in the place of a name would find nothing, and look like a true 0.
  if (shortText(cell) === undefined || /^\w+ *=/.test(text)) throw wrongArgument(key, t("allowed.text"), cell);
  if (key === "country") return countryNameOrCode(text);
  if (text.includes(";"))
    throw new AddinError("invalid-argument", t("formula.semicolon", { name: key, came: describeCell(cell) }));
  const value = upperCase.includes(key) ? text.toUpperCase() : text;
  if (key === "entity_id") return `eq:${text.toLowerCase()}`;
  return inPart.includes(key) && !/[%_]/.test(value)
    ? `ilike:%${value}%`
    : inPart.includes(key)
      ? `ilike:${value}`
      : `eq:${value}`;
};

const checked = (key: string, cell: Cell, condition: Condition): string => {
  const values = condition.values.map((value) => value.trim());
  if (values.includes("")) throw wrongArgument(key, t("allowed.text"), cell);
  return printCondition({ ...condition, values });
};

/** The lowercase English name of a country; two letters are read as an ISO 3166 code. */
export const countryNameOrCode = (text: string): string => (countryOfCode(text) ?? text).toLowerCase();

/**
 * The lowercase English name of a country. The names that the service knows are not published, so only what is no name is refused: an
 * option, signs, and a code that no country has.
 * @throws AddinError `invalid-argument`.
 */
const readCountry = (text: string): string => {
  const name = countryNameOrCode(text);
  if (!/^\p{L}[^=:;%_\d]{2,}$/u.test(name)) throw wrongArgument("country", t("allowed.country"), text);
  return name;
};

const listOperators = ["in", "nin"];

/** The condition of a text with an operator that the parameter accepts; undefined for a text without operator. */
const conditionIn = (cell: Cell, rule: QueryRule, name: string): Condition | undefined => {
  const condition = typeof cell === "string" ? readCondition(cellText(cell)) : undefined;
  if (condition === undefined) return undefined;
  const { operator, values } = condition;
  const allowed = rule.operators ?? [];
  if (!allowed.includes(operator))
    throw new AddinError(
      "invalid-argument",
      t("formula.operators", { name, allowed: formatList(allowed), came: describeCell(cell) }),
    );
  if (operator === "between" && values.length !== 2) throw wrongArgument(name, "between:low;high", cell);
  return { operator, values: values.map((value) => value.trim()) };
};

/**
 * A condition on whole numbers: one number means `gte`, several mean `in`; an operator is kept.
 * @throws AddinError `invalid-argument`.
 */
export const integerCondition = (cells: readonly Cell[], rule: QueryRule, name: string): string => {
  const [first] = cells;
  const condition = conditionIn(first, rule, name);
  const whole = (cell: Cell): string => readWholeNumber(cell, rule, name);
  if (condition !== undefined) {
    const rest = listOperators.includes(condition.operator) ? cells.slice(1) : onlyOne(cells, name);
    return printOrdered({ ...condition, values: [...condition.values, ...rest.map(cellText)].map(whole) });
  }
  if (cells.length === 1) return printCondition({ operator: "gte", values: [whole(first)] });
  return printCondition({ operator: "in", values: cells.map(whole) });
};

const onlyOne = (cells: readonly Cell[], name: string): readonly Cell[] => {
  if (cells.length > 1) throw new AddinError("invalid-argument", t("formula.oneValue", { name, count: cells.length }));
  return [];
};

/** Sorts the bounds of `between`: the service refuses them in descending order. */
const printOrdered = (condition: Condition): string => {
  const [low = "", high = ""] = condition.values;
  const swapped = condition.operator === "between" && Number(low) > Number(high);
  return printCondition(swapped ? { ...condition, values: [high, low] } : condition);
};

const readWholeNumber = (cell: Cell, rule: QueryRule, name: string): string => {
  const { minimum: least, maximum: most } = rule;
  const text = cellText(cell);
  const value = typeof cell === "boolean" || !/^[+-]?\d{1,15}$/.test(text) ? NaN : Number(text);
  if (Number.isNaN(value) || value < (least ?? value) || value > (most ?? value))
    throw wrongArgument(
      name,
      least === undefined || most === undefined ? t("allowed.integers") : t("allowed.score", { least, most }),
      cell,
    );
  return String(value);
};

/**
 * A condition on ISIC4 sections, A to U: one means `eq`, several mean `in`; an operator is kept.
 * @throws AddinError `invalid-argument`.
 */
export const sectorCondition = (cells: readonly Cell[], rule: QueryRule, name: string): string => {
  const [first] = cells;
  const condition = conditionIn(first, rule, name);
  const operator = condition?.operator ?? (cells.length > 1 ? "in" : "eq");
  const values = [...(condition?.values ?? [cellText(first)]), ...cells.slice(1).map(cellText)].map((value) =>
    section(value, name),
  );
  if (values.length > 1 && !listOperators.includes(operator))
    throw new AddinError("invalid-argument", t("formula.oneValue", { name, count: values.length }));
  return printCondition({ operator, values });
};

const section = (value: string, name: string): string => {
  if (!/^[A-U]$/i.test(value)) throw wrongArgument(name, t("allowed.sector"), value);
  return value.toUpperCase();
};

/**
 * A condition on dates (`gte:2026-01-01`, `lt:-30d`); a date without operator means `gte`. A day becomes its first moment, after `lte`
 * and `gt` its last.
 * @throws AddinError `invalid-argument`.
 */
export const dateCondition = (cell: Cell, rule: QueryRule, scope: DateScope): string => {
  const condition = conditionIn(cell, rule, scope.name) ?? { operator: "gte" as const, values: [] };
  const spans = (condition.values.length > 0 ? condition.values : [cell]).map((value) => readDate(value, scope));
  const [first, second] = spans.sort((one, other) => one.start - other.start);
  const { operator } = condition;
  if (operator !== "lt" && operator !== "lte" && operator !== "neq")
    refuseFuture(first?.start ?? 0, condition.values[0] ?? cell, scope);
  const start = isoMoment((operator === "lte" || operator === "gt" ? first?.end : first?.start) ?? 0);
  return printCondition({ operator, values: second === undefined ? [start] : [start, isoMoment(second.end)] });
};

/**
 * The condition of `from` and `to`: `gte`, `lte` or `between`. Either may have an operator where the other is blank.
 * @throws AddinError `invalid-argument`, also where `from` is after `to`.
 */
export const periodCondition = (
  from: Cell,
  to: Cell,
  { rule, ...moment }: { readonly rule: QueryRule } & Today,
): string | undefined => {
  const [fromScope, toScope] = [
    { ...moment, name: "from" },
    { ...moment, name: "to" },
  ];
  if (to === undefined) return from === undefined ? undefined : dateCondition(from, rule, fromScope);
  if (from === undefined)
    return conditionIn(to, rule, "to") === undefined
      ? printCondition({ operator: "lte", values: [isoMoment(readDate(to, toScope).end)] })
      : dateCondition(to, rule, toScope);
  if (typeof from === "string" && readCondition(from) !== undefined)
    throw new AddinError("invalid-argument", t("formula.operatorWithTo", { from: describeCell(from) }));
  const { start, end } = readPeriod(from, to, moment);
  return printCondition({ operator: "between", values: [isoMoment(start), isoMoment(end)] });
};

/**
 * From the start of one date to the end of another.
 * @throws AddinError `invalid-argument`, also where `from` is after today or after `to`.
 */
export const readPeriod = (from: Cell, to: Cell, today: Today): Span => {
  const scope = { ...today, name: "from" };
  const { start } = readDate(from, scope);
  const { end } = readDate(to, { ...today, name: "to" });
  refuseFuture(start, from, scope);
  if (start > end)
    throw new AddinError("invalid-argument", t("formula.fromAfterTo", { from: showDate(from), to: showDate(to) }));
  return { start, end };
};

/** A filter as it is sent: one text, or the values of a repeated parameter. */
export type QueryValue = string | readonly string[];

/** Values of one filter above which addresses grow too long for servers on the way. */
const mostFilterValues = 100;

/** Query parameters that are no filters: arguments and the option `translate` set them. */
const notFilters = ["size", "search_after", "fields", "translate"];

/** The contract's rule of a query parameter of a route. */
export const findRule = (route: RouteName, name: string): QueryRule => {
  const rule = queryRules[route][name];
  if (rule === undefined) throw new TypeError(`${route} has no parameter ${name}`);
  return rule;
};

/** True for a query parameter of the route that is a filter. */
export const isFilter = (route: RouteName, name: string): boolean =>
  Object.hasOwn(queryRules[route], name) && !notFilters.includes(name);

/** All filters of a route as options under their wire names, each checked by its rule in the contract. */
export const routeFilters = (route: RouteName): Readonly<Record<string, Kind<QueryValue>>> =>
  Object.fromEntries(
    Object.entries(queryRules[route])
      .filter(([name]) => !notFilters.includes(name))
      .map(([name, rule]) => [name, capped(filterKind(route, name, rule))]),
  );

/** One filter of a route, as an argument. */
export const ruleKind = (route: RouteName, name: string): Kind<QueryValue> =>
  capped(filterKind(route, name, findRule(route, name)));

const capped = (kind: Kind<QueryValue>): Kind<QueryValue> => ({
  ...kind,
  read: (cells, scope) => {
    if (cells.length > mostFilterValues)
      throw new AddinError(
        "invalid-argument",
        t("formula.tooManyValues", { name: scope.name, limit: mostFilterValues, count: cells.length }),
      );
    return kind.read(cells, scope);
  },
});

const filterKind = (route: RouteName, name: string, rule: QueryRule): Kind<QueryValue> => {
  switch (rule.kind) {
    case "integer-operator":
      return severalValues(
        conditionKind("allowed.integers", (cells, scope) => integerCondition(cells, rule, scope.name)),
      );
    case "sector-operator":
      return severalValues(conditionKind("allowed.sector", (cells, scope) => sectorCondition(cells, rule, scope.name)));
    case "date-operator":
      return conditionKind("allowed.date", (cells, scope) => dateCondition(onlyCell(cells, scope), rule, scope));
    case "text-operator":
      return conditionKind("allowed.text", (cells) => cells.map((cell) => textCondition(name, cell)));
    case "uuids":
      return uuids;
    case "order":
      return order(rule.fields ?? []);
    default:
      return textsKind(route, name);
  }
};

/** `allowed` is a function, because kinds are made before the language is known. */
const conditionKind = (
  allowed: PlainKey,
  read: (cells: readonly Cell[], scope: KindScope) => QueryValue,
): Kind<QueryValue> => ({ several: false, allowed: () => t(allowed), read });

/** Values without commas: `A,C` in one cell is two values. */
const severalValues = (kind: Kind<QueryValue>): Kind<QueryValue> => ({ ...kind, several: true });

const onlyCell = (cells: readonly Cell[], scope: KindScope): Cell => {
  if (cells.length > 1)
    throw new AddinError("invalid-argument", t("formula.oneValue", { name: scope.name, count: cells.length }));
  return cells[0];
};

/** Open sets take any text. Countries become the lowercase English name, goals `SDG:7`. */
const textsKind = (route: RouteName, name: string): Kind<QueryValue> => {
  if (name === "country") return { ...texts, read: (cells, scope) => texts.read(cells, scope).map(readCountry) };
  if (route === "listSdgDocuments" && name === "category")
    return { ...texts, read: (cells, scope) => cells.map((cell) => readGoal(cell, scope.name)) };
  if (name === "category") return choices(categories);
  if (name === "ungc_classification") return choices(classifications);
  return spelledByService(name, knownValues[route]?.[name] ?? []);
};

/** Texts that are shown or written in other letters than the service knows become its own; unknown ones stay. */
const spelledByService = (name: string, known: readonly string[]): Kind<readonly string[]> => ({
  ...texts,
  read: (cells, scope) =>
    texts.read(cells, scope).map((text) => known.find(meaning(fieldsOfFilters[name] ?? name, [text])) ?? text),
});

/** The field that a filter compares, where their names differ. */
const fieldsOfFilters: Readonly<Record<string, string>> = { sub_category: "sub_categories" };

/**
 * The categories and the UN Global Compact classifications that the specification names. Its other sets (sub-categories, principles,
 * countries) are open, because it shows only samples of them: the service refuses unknown values.
 */
export const categories = ["E", "S", "G"] as const;
const classifications = ["low risk", "watchlist", "violator"] as const;

/** The lowest score, or a condition on the scores of a route. */
export const score = (route: RouteName): Kind<string> => {
  const rule = findRule(route, "score");
  return {
    several: true,
    allowed: () => t("allowed.score", { least: rule.minimum ?? 1, most: rule.maximum ?? 5 }),
    read: (cells, scope) => integerCondition(cells, rule, scope.name),
  };
};

/** The arguments `from` and `to` of an invocation, and what their days are. */
export interface PeriodArguments extends Today {
  readonly values: { readonly from: Cell; readonly to: Cell };
}

/** The condition of the arguments `from` and `to` on a date parameter of a route. */
export const period = (
  { values, now, timeZone }: PeriodArguments,
  route: RouteName,
  member: string,
): string | undefined => periodCondition(values.from, values.to, { rule: findRule(route, member), now, timeZone });

/** A query parameter that an argument sets. */
export interface SaidByArgument {
  readonly member: string;
  readonly argument: string;
  readonly value: QueryValue | undefined;
}

/**
 * The filters of options and arguments together.
 * @throws AddinError `invalid-argument` where an option and an argument set the same filter to different values.
 */
export const mergeQuery = (
  filters: Readonly<Record<string, QueryValue>>,
  said: readonly SaidByArgument[],
): Readonly<Record<string, QueryValue>> => {
  const query: Record<string, QueryValue> = { ...filters };
  for (const { member, argument, value } of said) {
    if (value === undefined) continue;
    const before = query[member];
    const one = listFrom(value).join(",");
    const other = listFrom(before).join(",");
    if (before !== undefined && one !== other) throw twice(argument, `"${one}"`, `"${member}=${other}"`);
    query[member] = value;
  }
  return query;
};
