import { AddinError } from "../../../engine/http/addin-error";
import { type Argument, type Cell, refuseErrors, cellText } from "../../arguments/argument";
import { defineFunction } from "../../define/define-function";
import { searchKeys } from "../../arguments/entities";
import { entityText, isNoEntity } from "../../arguments/entity-text";
import { identify } from "../../arguments/identifiers";
import { fields, list, nearestOrFirst } from "../../arguments/parameters";
import type { QueryValue } from "../../arguments/filters";
import { inTargetCell } from "../../table/target-cell";
import { headerIn, resolutionColumns, resolveRow, unresolved } from "./resolution";
import { searchOptions, searchValue } from "./search-options";
import { alignRows } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { refuseTooTall } from "../../table/rows";
import type { EntityQuery } from "../../../engine/batching/entity-query";
import { t } from "../../../i18n/t";

const searchOptionKeys = Object.keys(searchOptions);

/**
 * The search key of each column; undefined for a column with a blank header, which is ignored.
 * @throws AddinError `invalid-argument` for an unknown header, and where all are blank.
 */
const headerKeys = (table: Argument): readonly (string | undefined)[] => {
  const headers = (table.rows[0] ?? []).map(cellText);
  if (headers.every((header) => header === "")) throw new AddinError("invalid-argument", t("functions.noHeaders"));
  return headers.map((header) => {
    const key = searchOptionKeys.find((candidate) => candidate === header.toLowerCase().replaceAll(" ", "_"));
    if (key === undefined && header !== "")
      throw new AddinError(
        "invalid-argument",
        t("functions.unknownHeader", { name: header, nearest: nearestOrFirst(header, searchOptionKeys) }),
      );
    return key;
  });
};

type Conditions = EntityQuery | "blank" | "header" | "invalid";

const proving = ["isin", "lei", "figi"];

/** One search object of several keys for a row without cell errors; `invalid` for wrong check digits, and for a text that the service cannot take. */
const toConditions = (row: readonly Cell[], columns: readonly (string | undefined)[], now: number): Conditions => {
  const query: Record<string, string | readonly string[]> = {};
  const cells = refuseErrors(row);
  for (const [index, key] of columns.entries()) {
    const cell = cells[index];
    if (key === undefined) continue;
    if (identifying.has(key) && headerIn(cell) !== undefined) return "header";
    if (isNoEntity(cell)) continue;
    const value = valueFor(key, cell);
    if (value === undefined) return "invalid";
    query[key] = searchValue(key, searchOptions[key]?.read([value], { name: key, now }) as QueryValue);
  }
  return Object.keys(query).length === 0 ? "blank" : query;
};

/** The cell as the key takes it, cleaned where it names an entity; undefined where it cannot be looked up. */
const valueFor = (key: string, cell: Cell): Cell => {
  if (!identifying.has(key)) return cell;
  const read = entityText(cell);
  if (read.state !== "text") return undefined;
  return proving.includes(key) && identify(read.text)?.valid === false ? undefined : read.text;
};

const identifying: ReadonlySet<string> = new Set(searchKeys);

/** `ENTITY.MATCH`: one row per data row of a table whose first row names search keys, each row one search object of several keys. */
export const entityMatch = defineFunction({
  name: "ENTITY.MATCH",
  help: {
    description:
      "Matches a table of companies (name, country, isin …) to entities: a header row and one row per data row.",
    synonyms: "resolve, match table, fuzzy, name and country, join, holdings",
    parameters: {
      table:
        "A range with search keys such as name, country, isin in the first row, and one company in each row below.",
    },
    examples: [
      {
        formula: '=ENTITY.MATCH({"name","country";"Wendilund Bank","sweden"})',
        shows: "The company of that name in that country.",
      },
    ],
  },
  parameters: { table: list("range"), fields },
  layout: "aligned",
  headers: "yes",
  options: {},
  routes: ["searchEntities"],
  columns: resolutionColumns,
  calculate: async (invocation) => {
    const { table } = invocation.values;
    const tableColumns = showColumns(invocation, resolutionColumns, invocation.values.fields);
    refuseTooTall(invocation.host, table.rows.length);
    const columns = headerKeys(table);
    const rows = await Promise.all(
      table.rows.slice(1).map((row) =>
        inTargetCell(invocation, () => {
          const query = toConditions(row, columns, invocation.now);
          return typeof query === "string" ? unresolved(query) : resolveRow(invocation, { query }, tableColumns);
        }),
      ),
    );
    return alignRows(invocation, rows, tableColumns);
  },
});
