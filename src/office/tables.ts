import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { CellContent, TableContent } from "./workbook-door";
import { rangeAt } from "./addresses";
import { runExcel } from "./run-excel";
import { writtenText } from "./written-text";

/** Adds a sheet behind the active one, its name made valid and free. Answers the name. */
export const addSheet = (wanted: string): Promise<string> =>
  runExcel(
    async (context) => {
      const { worksheets } = context.workbook;
      const active = worksheets.getActiveWorksheet().load({ position: true });
      worksheets.load({ name: true });
      await context.sync();
      const taken = worksheets.items.map(({ name }) => name.toLowerCase());
      const sheet = worksheets.add(freeSheetName(wanted, taken));
      sheet.position = active.position + 1;
      sheet.load({ name: true });
      await context.sync();
      return sheet.name;
    },
    { mergeUndoGroup: true },
  );

const longestSheetName = 31;
/** Excel keeps this name for itself. */
const reserved = "history";

const freeSheetName = (wanted: string, taken: readonly string[]): string => {
  const valid =
    wanted
      .replace(/[\\/?*[\]:]/g, "")
      .replace(/^'+|'+$/g, "")
      .trim() || "Sheet";
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : ` (${number})`;
    const name = valid.slice(0, longestSheetName - suffix.length) + suffix;
    if (name.toLowerCase() !== reserved && !taken.includes(name.toLowerCase())) return name;
  }
};

/** Makes a table of an address whose first row is the header. Answers the table's name. */
export const addTable = (address: string, wanted: string): Promise<string> =>
  runExcel(
    async (context) => {
      const existing = context.workbook.tables.load({ name: true });
      await context.sync();
      const taken = existing.items.map(({ name }) => name.toLowerCase());
      const table = context.workbook.tables.add(rangeAt(context, address), true);
      table.name = freeTableName(wanted, taken);
      table.load({ name: true });
      await context.sync();
      return table.name;
    },
    { mergeUndoGroup: true },
  );

const freeTableName = (wanted: string, taken: readonly string[]): string => {
  const valid = wanted.replace(/[^\p{L}\p{N}_.]/gu, "_").replace(/^([^\p{L}_])/u, "_$1");
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

/** Appends a row to a table, or replaces the one at `index`. */
export const writeTableRow = (name: string, row: readonly CellContent[], index?: number): Promise<void> =>
  runExcel(
    async (context) => {
      const table = context.workbook.tables.getItemOrNullObject(name).load({ name: true });
      await context.sync();
      if (table.isNullObject) throw new AddinError("not-found", say("office.noTable", { table: name }));
      const written = row.map(writtenText);
      if (index === undefined) table.rows.add(undefined, [written]);
      else table.getDataBodyRange().getRow(index).values = [written];
      await context.sync();
    },
    { mergeUndoGroup: true },
  );
