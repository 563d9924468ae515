import { AddinError } from "../error/addin-error";
import { tell } from "../text/tell";
import { type QueryRule, queryRules } from "../wire/query-rules";
import type { RouteName } from "../wire/routes";
import { type Cell, textOf } from "./argument";
import { dateCondition, integerCondition, sectorCondition } from "./conditions";
import type { Kind, KindScope } from "./kind";
import { order, texts, uuids } from "./kind";
import { goalOf } from "./goals";
import { countryName, textCondition } from "./text-conditions";

/** A filter as it travels: one text, or several values of a repeated parameter. */
export type QueryValue = string | readonly string[];

/** Values of one filter above which addresses grow too long for servers on the way. */
const mostValues = 100;

/** Members of a query that no option sets: paging and fields have arguments, translate is a common key. */
const notFilters = ["size", "search_after", "fields", "translate"];

/** The rule of a query parameter of a route. */
export const ruleOf = (route: RouteName, name: string): QueryRule => {
  const rule = queryRules[route][name];
  if (rule === undefined) throw new TypeError(`${route} has no parameter ${name}`);
  return rule;
};

/** True for a query parameter of the route that an option may set. */
export const isFilter = (route: RouteName, name: string): boolean =>
  Object.hasOwn(queryRules[route], name) && !notFilters.includes(name);

/** Every filter of a route as an option under its wire name, checked as the contract says. */
export const filtersOf = (route: RouteName): Readonly<Record<string, Kind<QueryValue>>> =>
  Object.fromEntries(
    Object.entries(queryRules[route])
      .filter(([name]) => !notFilters.includes(name))
      .map(([name, rule]) => [name, capped(filterKind(route, name, rule))]),
  );

/** The filter behind one query parameter, as an argument of its own. */
export const ruleKind = (route: RouteName, name: string): Kind<QueryValue> =>
  capped(filterKind(route, name, ruleOf(route, name)));

const capped = (kind: Kind<QueryValue>): Kind<QueryValue> => ({
  ...kind,
  read: (cells, scope) => {
    if (cells.length > mostValues)
      throw new AddinError(
        "invalid-argument",
        tell("formula.tooManyValues", { name: scope.name, limit: mostValues, count: cells.length }),
      );
    return kind.read(cells, scope);
  },
});

const filterKind = (route: RouteName, name: string, rule: QueryRule): Kind<QueryValue> => {
  switch (rule.kind) {
    case "integer-operator":
      return listed(conditionKind("allowed.integers", (cells, scope) => integerCondition(cells, rule, scope.name)));
    case "sector-operator":
      return listed(conditionKind("allowed.sector", (cells, scope) => sectorCondition(cells, rule, scope.name)));
    case "date-operator":
      return conditionKind("allowed.date", (cells, scope) => dateCondition(onlyOne(cells, scope), rule, scope));
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

/** Kinds are made before the language is known, so what is allowed is said when it is asked for. */
const conditionKind = (
  allowed: Parameters<typeof tell>[0],
  read: (cells: readonly Cell[], scope: KindScope) => QueryValue,
): Kind<QueryValue> => ({ several: false, allowed: () => tell(allowed), read });

/** Numbers and letters hold no commas: `A,C` in one cell is two. */
const listed = (kind: Kind<QueryValue>): Kind<QueryValue> => ({ ...kind, several: true });

const onlyOne = (cells: readonly Cell[], scope: KindScope): Cell => {
  if (cells.length > 1)
    throw new AddinError("invalid-argument", tell("formula.oneValue", { name: scope.name, count: cells.length }));
  return cells[0];
};

/** Open sets: any text goes, countries as the lowercase name the service knows, goals as `SDG:7`. */
const textsKind = (route: RouteName, name: string): Kind<QueryValue> => {
  if (name === "country") return { ...texts, read: (cells) => cells.map((cell) => countryName(textOf(cell))) };
  if (route === "listSdgDocuments" && name === "category")
    return { ...texts, read: (cells, scope) => cells.map((cell) => goalOf(cell, scope.name)) };
  if (name === "category") return { ...texts, read: (cells) => cells.map((cell) => pillarOf(textOf(cell))) };
  return texts;
};

/** E, S and G are written in capitals; anything else stays as it came, for the set is open. */
const pillarOf = (written: string): string => (written.length === 1 ? written.toUpperCase() : written);
