import { companyTerm } from "../../data/sql/write";
import type { Value } from "../../data/sql/database";
import { isUuid } from "../../contract/values";
import { isExcluding, type NumberCondition, type TextCondition } from "../http/conditions";
import type { EntityConditions } from "../search/entity-filter";
import type { Account } from "../world/accounts";
import { countryCode } from "../world/places";

/** The parameters of a statement. */
export class Parameters {
  readonly values: Value[] = [];

  /** Adds a value and returns its place in the statement. */
  add(value: Value): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

const comparisons: Readonly<Record<string, string>> = { eq: "=", lt: "<", lte: "<=", gt: ">", gte: ">=", neq: "<>" };

/** All conditions on a number must hold. `write` makes the SQL of a value from its place in the statement. */
export const numberSql = (
  column: string,
  conditions: readonly NumberCondition[],
  parameters: Parameters,
  write: (place: string) => string = (place) => `${place}::bigint`,
): string[] =>
  conditions.map(({ operator, values }) => {
    const places = values.map((value) => write(parameters.add(value)));
    if (operator === "between") return `${column} BETWEEN ${places[0]} AND ${places[1]}`;
    if (operator === "in") return `${column} IN (${places.join()})`;
    if (operator === "nin") return `${column} NOT IN (${places.join()})`;
    return `${column} ${comparisons[operator]} ${places[0]}`;
  });

/** The time of a parameter in milliseconds. The texts of years before 1 and after 9999 would not be read everywhere. */
export const instantSql = (place: string): string => `to_timestamp(${place}::float8 / 1000)`;

/** Conditions on a time in milliseconds. */
export const timeSql = (column: string, conditions: readonly NumberCondition[], parameters: Parameters): string[] =>
  numberSql(column, conditions, parameters, instantSql);

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The LIKE pattern of `ilike` on a lowercase column: without wildcards the text may occur anywhere. */
export const likePattern = (text: string): string => {
  const lower = text.toLowerCase().replaceAll("\\", "\\\\");
  return /[%_]/.test(lower) ? lower : `%${lower}%`;
};

/** The key of a term of a company, as an account sees it: private codes are those of its company. */
const termKey = (key: string, account: Account): string => (key === "client_code" ? `${key} ${account.company}` : key);

/** The term of an exact value of a key. Countries are written by name in requests, and by code in terms. */
export const exactTerm = (key: string, value: string, account: Account): string =>
  companyTerm(termKey(key, account), key === "country" ? (countryCode(value) ?? value) : value);

/** Whether the company (alias `c`) has one of the values. */
const valueSql = (
  key: string,
  { operator, values }: TextCondition,
  account: Account,
  parameters: Parameters,
): string => {
  if (key === "entity_id") {
    if (operator === "ilike") return `c.id::text LIKE ${parameters.add(likePattern(values[0] ?? ""))}`;
    return `c.id = ANY(${parameters.add(values.filter(isUuid))}::uuid[])`;
  }
  if (operator === "ilike") {
    const pattern = `${escapeLike(`${termKey(key, account)}:`)}${likePattern(values[0] ?? "")}`;
    return `EXISTS (SELECT 1 FROM unnest(c.terms) AS term WHERE term LIKE ${parameters.add(pattern)})`;
  }
  return `c.terms && ${parameters.add(values.map((value) => exactTerm(key, value, account)))}::text[]`;
};

/** Any including condition and all excluding conditions must hold. */
export const textSql = (
  key: string,
  conditions: readonly TextCondition[],
  account: Account,
  parameters: Parameters,
): string[] => {
  const including = conditions.filter((condition) => !isExcluding(condition));
  const write = (condition: TextCondition): string => valueSql(key, condition, account, parameters);
  return [
    ...conditions.filter(isExcluding).map((condition) => `NOT (${write(condition)})`),
    ...(including.length === 0 ? [] : [`(${including.map(write).join(" OR ")})`]),
  ];
};

/** The conditions on a company with the alias `c`. */
export const companySql = (
  { texts, numbers }: EntityConditions,
  account: Account,
  parameters: Parameters,
): string[] => [
  ...[...texts].flatMap(([key, conditions]) => textSql(key, conditions, account, parameters)),
  ...[...numbers].flatMap(([key, conditions]) => {
    if (conditions.length === 0) return [];
    if (key === "employee_count") return numberSql("c.employees", conditions, parameters);
    const tests = numberSql("value", conditions, parameters).join(" AND ");
    return [`EXISTS (SELECT 1 FROM unnest(c.revenue) AS value WHERE ${tests})`];
  }),
];

/** Conditions on the sections of a company: eq and in need one of them, neq and nin none. */
export const sectorSql = (conditions: readonly TextCondition[], parameters: Parameters): string[] =>
  conditions.map((condition) => {
    const overlap = `c.sections && ${parameters.add(condition.values)}::text[]`;
    return isExcluding(condition) ? `NOT (${overlap})` : overlap;
  });

/** A column of an order. Its values are never null. */
export interface OrderColumn {
  readonly sql: string;
  readonly type: string;
  readonly descending?: boolean;
}

/** The list behind ORDER BY. */
export const orderSql = (order: readonly OrderColumn[]): string =>
  order.map(({ sql, descending = false }) => `${sql}${descending ? " DESC" : ""}`).join();

/** The column `position` of a record: its values in an order, as text, in which no precision is lost. */
export const positionSql = (order: readonly OrderColumn[]): string =>
  `json_build_array(${order.map(({ sql }) => `(${sql})::text`).join()})::text AS position`;

/** The first columns that go in one direction: an index compares them as one row. */
export const leadingColumns = (order: readonly OrderColumn[]): readonly OrderColumn[] => {
  const isDescending = ({ descending = false }: OrderColumn): boolean => descending;
  const turn = order.findIndex((column) => order[0] !== undefined && isDescending(column) !== isDescending(order[0]));
  return turn === -1 ? order : order.slice(0, turn);
};

/** The condition of the records behind a position. */
export const behindSql = (order: readonly OrderColumn[], position: string, parameters: Parameters): string => {
  const values = JSON.parse(position) as readonly string[];
  const places = order.map(({ type }, index) => `${parameters.add(values[index] ?? null)}::text::${type}`);
  const alternatives = order.map(({ sql, descending = false }, index) => {
    const equal = order.slice(0, index).map((column, before) => `${column.sql} = ${places[before]}`);
    return `(${[...equal, `${sql} ${descending ? "<" : ">"} ${places[index]}`].join(" AND ")})`;
  });
  // One comparison of the first columns narrows the index that is read.
  const leading = leadingColumns(order);
  const bound = `(${leading.map(({ sql }) => sql).join()}) ${order[0]?.descending === true ? "<=" : ">="} (${places.slice(0, leading.length).join()})`;
  return `${bound} AND (${alternatives.join(" OR ")})`;
};
