import { AddinError } from "../error/addin-error";
import { type Argument, type Cell, textOf } from "../formula/argument";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { identify } from "../formula/identifiers";
import { nearestOf } from "../formula/kind";
import type { QueryValue } from "../formula/filters";
import { inOwnRow } from "../formula/own-row";
import { fields, list } from "../formula/parameter";
import { resolutionColumns, resolve, unresolved } from "../formula/resolution";
import { searchOptions, searchValue } from "../formula/search-options";
import { alignRows, showColumns } from "../formula/tabulate";
import { refuseTooTall } from "../formula/too-tall";
import type { EntityQuery } from "../runtime/entity-loader";
import { tell } from "../text/tell";

const keys = Object.keys(searchOptions);

/** The search key each column of the table stands for; a blank header leaves its column out. */
const keysOf = (table: Argument): readonly (string | undefined)[] => {
  const headers = (table.rows[0] ?? []).map(textOf);
  if (headers.every((header) => header === "")) throw new AddinError("invalid-argument", tell("functions.noHeaders"));
  return headers.map((header) => {
    const key = keys.find((candidate) => candidate === header.toLowerCase().replaceAll(" ", "_"));
    if (key === undefined && header !== "")
      throw new AddinError(
        "invalid-argument",
        tell("functions.unknownHeader", { name: header, nearest: nearestOf(header, keys) }),
      );
    return key;
  });
};

const proving = ["isin", "lei", "figi"];

type Conditions = EntityQuery | "blank" | "invalid";

/** One search object of several keys for a row; `invalid` where an identifier in it cannot be right. */
const queryOf = (row: readonly Cell[], columns: readonly (string | undefined)[], now: number): Conditions => {
  const given = columns.flatMap((key, index) => {
    const cell = row[index];
    return key === undefined || cell === undefined ? [] : [{ key, cell }];
  });
  if (given.length === 0) return "blank";
  if (given.some(({ key, cell }) => proving.includes(key) && identify(textOf(cell))?.valid === false)) return "invalid";
  return Object.fromEntries(
    given.map(({ key, cell }) => [
      key,
      searchValue(key, searchOptions[key]?.read([cell], { name: key, now }) as QueryValue),
    ]),
  );
};

/** `ENTITY.MATCH`: one row per data row of a table whose first row names search keys, each row one search object of several keys. */
export const entityMatch = defineFunction({
  name: "ENTITY.MATCH",
  help: helpWanted
    ? {
        description:
          "Matches a table of companies (name, country, isin …) to entities: a header row and one row per data row.",
        parameters: {
          table: "A range whose first row names search keys such as name, country, isin; one company per row below.",
        },
        examples: [
          {
            formula: '=ENTITY.MATCH({"name","country";"Wendilund Bank","sweden"})',
            shows: "The company of that name in that country.",
          },
        ],
      }
    : undefined,
  parameters: { table: list("range"), fields },
  layout: "aligned",
  headers: "yes",
  options: {},
  routes: ["searchEntities"],
  columns: resolutionColumns,
  answer: async (call) => {
    const { table } = call.values;
    const shown = showColumns(call, resolutionColumns, call.values.fields);
    refuseTooTall(call, table.rows.length);
    const columns = keysOf(table);
    const rows = await Promise.all(
      table.rows.slice(1).map((row) =>
        inOwnRow(call, () => {
          const query = queryOf(row, columns, call.now);
          return typeof query === "string" ? unresolved(query) : resolve(call, query, shown);
        }),
      ),
    );
    return alignRows(call, rows, shown);
  },
});
