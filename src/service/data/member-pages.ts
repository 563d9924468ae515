import { leadingColumns, type OrderColumn, orderSql } from "./sql-conditions";

/** Records of the companies of a universe, in an order. */
export interface MemberListing {
  /** With its alias, such as `signals s`. */
  readonly table: string;
  /** Selects the numbers of the companies. */
  readonly members: string;
  /** The condition that belongs to the index, such as `s.kind = 'esg'`. */
  readonly scope: string;
  /** Conditions of the records behind a position; empty for the first page. */
  readonly behind: readonly string[];
  readonly filter: readonly string[];
  /** Starts with a descending column. */
  readonly order: readonly OrderColumn[];
  /** The records of the page. */
  readonly most: number;
}

const tableAlias = (table: string): string => table.split(" ")[1] ?? table;

const whereSql = (tests: readonly string[]): string => tests.join(" AND ");

/** A page by whatever plan the database takes. */
export const plainPageSql = ({ table, members, scope, behind, filter, order, most }: MemberListing): string =>
  `SELECT ${tableAlias(table)}.* FROM ${table}
   WHERE ${whereSql([scope, `${tableAlias(table)}.company IN (${members})`, ...behind, ...filter])}
   ORDER BY ${orderSql(order)} LIMIT ${most}`;

/** The least values of the types that orders start with. */
const leastValues: Readonly<Record<string, string>> = { integer: "'-2147483648'", timestamptz: "'-infinity'" };

/** The rows with these numbers, in their order. */
const rowsSql = ({ table, order }: MemberListing, ordinals: string): string =>
  `SELECT ${tableAlias(table)}.* FROM (${ordinals}) page JOIN ${table} ON ${tableAlias(table)}.ordinal = page.ordinal
   ORDER BY ${orderSql(order)}`;

/**
 * A page by an index that begins with the company and goes on in the order. However many records the companies have, it
 * reads few of them: the first ones of each company, of which the last that can be on the page is a bound, and then what
 * those companies have up to the bound.
 */
export const memberPageSql = (listing: MemberListing): string => {
  const { table, members, scope, behind, filter, order, most } = listing;
  const alias = tableAlias(table);
  const where = whereSql([scope, ...behind, ...filter]);
  const keys = order.map((_, index) => `key${index}`);
  const keyOrder = orderSql(order.map((column, index) => ({ ...column, sql: keys[index] ?? "" })));
  const keyColumns = order.map(({ sql }, index) => `${sql} AS ${keys[index]}`).join();
  const leading = leadingColumns(order);
  const bound = leading.map(
    ({ type }, index) =>
      `coalesce((SELECT ${keys[index]} FROM first ORDER BY ${keyOrder} OFFSET ${most - 1}), ${leastValues[type]}::${type})`,
  );
  return `WITH members (company) AS MATERIALIZED (${members}),
    first AS MATERIALIZED (
      SELECT f.* FROM members m CROSS JOIN LATERAL (
        SELECT ${alias}.company, ${keyColumns} FROM ${table}
        WHERE ${alias}.company = m.company AND ${where} ORDER BY ${orderSql(order)}
        LIMIT (SELECT 1 + ${2 * most} / greatest(1, count(*)) FROM members)) f
      ORDER BY ${keyOrder} LIMIT ${most})
    ${rowsSql(
      listing,
      `SELECT f.ordinal FROM (SELECT DISTINCT company FROM first) m CROSS JOIN LATERAL (
         SELECT ${alias}.ordinal, ${keyColumns} FROM ${table}
         WHERE ${alias}.company = m.company AND ${where}
           AND (${leading.map(({ sql }) => sql).join()}) >= (${bound.join()})
         ORDER BY ${orderSql(order)} LIMIT ${most}) f
       ORDER BY ${keyOrder} LIMIT ${most}`,
    )}`;
};

/** Records of all companies that are looked through for a page of so many: some milliseconds in an index. */
const earlyRecords = (most: number): number => 5_000 + 100 * most;

/**
 * The records of the page that are among the first ones of all companies. All of them are there for companies with a good
 * part of the records; then it reads less than `memberPageSql`, most of all where few records pass the filter.
 */
export const earlyPageSql = (listing: MemberListing): string => {
  const { table, members, scope, behind, filter, order, most } = listing;
  const alias = tableAlias(table);
  // IS TRUE keeps the companies in a hash that each record is looked up in: a join would lose the order.
  const isMember = `(${alias}.company IN (${members})) IS TRUE`;
  return rowsSql(
    listing,
    `SELECT ${alias}.ordinal FROM (
       SELECT * FROM ${table} WHERE ${whereSql([scope, ...behind])} ORDER BY ${orderSql(order)}
       LIMIT ${earlyRecords(most)}) ${alias}
     WHERE ${whereSql([isMember, ...filter])} ORDER BY ${orderSql(order)} LIMIT ${most}`,
  );
};
