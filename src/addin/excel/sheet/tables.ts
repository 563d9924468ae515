import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import type { CellContent } from "./ranges";
import { rangeAt, runExcel } from "../run-excel";
import { literalText } from "./write-cells";

/** A table of the workbook with its header and rows as read. */
export interface TableContent {
  readonly name: string;
  readonly address: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly CellContent[])[];
}

/** Adds a sheet after the active one without activating it. Forbidden characters are removed; a name that exists gets ` (2)`. Returns the name. */
export const addSheet = (requested: string): Promise<string> =>
  runExcel(
    async (context) => {
      const { worksheets } = context.workbook;
      const active = worksheets.getActiveWorksheet().load({ position: true });
      worksheets.load({ name: true });
      await context.sync();
      const taken = worksheets.items.map(({ name }) => name.toLowerCase());
      const sheet = worksheets.add(freeSheetName(requested, taken));
      sheet.position = active.position + 1;
      sheet.load({ name: true });
      await context.sync();
      return sheet.name;
    },
    { mergeUndoGroup: true },
  );

const longestSheetName = 31;
/** Excel reserves this name. */
const reserved = "history";

const freeSheetName = (requested: string, taken: readonly string[]): string => {
  const valid =
    requested
      .replace(/[\\/?*[\]:]/g, "")
      .replace(/^'+|(?<!')'+$/g, "")
      .trim() || "Sheet";
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : ` (${number})`;
    const name = valid.slice(0, longestSheetName - suffix.length) + suffix;
    if (name.toLowerCase() !== reserved && !taken.includes(name.toLowerCase())) return name;
  }
};

/** Makes a table of an address whose first row is the header; a name that exists gets `_2`. Returns the table's name. */
export const addTable = (address: string, requested: string): Promise<string> =>
  runExcel(
    async (context) => {
      const existing = context.workbook.tables.load({ name: true });
      await context.sync();
      const taken = existing.items.map(({ name }) => name.toLowerCase());
      const table = context.workbook.tables.add(rangeAt(context, address), true);
      table.name = freeTableName(requested, taken);
      table.load({ name: true });
      await context.sync();
      return table.name;
    },
    { mergeUndoGroup: true },
  );

const freeTableName = (requested: string, taken: readonly string[]): string => {
  const valid = requested.replace(/[^\p{L}\p{N}_.]/gu, "_").replace(/^([^\p{L}_])/u, "_$1");
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? valid : `${valid}_${number}`;
    if (!taken.includes(name.toLowerCase())) return name;
  }
};

/** The table of this name with its header and rows, or undefined. */
export const readTable = (name: string): Promise<TableContent | undefined> =>
  runExcel(async (context) => {
    const table = context.workbook.tables.getItemOrNullObject(name).load({ name: true });
    await context.sync();
    if (table.isNullObject) return undefined;
    const range = table.getRange().load({ address: true, values: true });
    await context.sync();
    const [header = [], ...rows] = range.values as CellContent[][];
    return { name: table.name, address: range.address, header: header.map(String), rows };
  });

/** Appends a row to a table, or replaces the row at `index` (0 is the first below the header). */
export const writeTableRow = (name: string, row: readonly CellContent[], index?: number): Promise<void> =>
  runExcel(
    async (context) => {
      const table = context.workbook.tables.getItemOrNullObject(name).load({ name: true });
      await context.sync();
      if (table.isNullObject) throw new AddinError("not-found", t("office.noTable", { table: name }));
      const cells = row.map(literalText);
      if (index === undefined) table.rows.add(undefined, [cells]);
      else table.getDataBodyRange().getRow(index).values = [cells];
      await context.sync();
    },
    { mergeUndoGroup: true },
  );
