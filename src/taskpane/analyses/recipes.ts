import { AddinError } from "../../error/addin-error";
import type { TableContent, Workbook } from "../../office/workbook-door";
import { sayWork } from "../../text/say-work";
import { writeNumber } from "../../text/write-number";
import { quotedSheet } from "../insert/insertion";

/** The table in which a workbook keeps how its analyses were started; names stay English, as a formula may refer to them. */
export const recipeTable = "SpillwayAnalyses";

const header = ["name", "instance", "started", "request"] as const;

/** How an analysis was started. */
export interface Recipe {
  readonly name: string;
  readonly instance: string;
  readonly started: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** The most text a cell holds. */
const mostText = 32_767;

/** Adds a row to the workbook's table, making sheet and table where there are none. */
export const keepRecipe = async (workbook: Workbook, sheetName: string, recipe: Recipe): Promise<void> => {
  const text = JSON.stringify(recipe.request);
  if (text.length > mostText)
    throw new AddinError("too-large", sayWork("work.recipeTooLong", { most: writeNumber(mostText) }));
  const row = [recipe.name, recipe.instance, recipe.started, text];
  if ((await workbook.readTable(recipeTable)) !== undefined) return workbook.writeTableRow(recipeTable, row);
  const sheet = quotedSheet(await workbook.addSheet(sheetName));
  await workbook.writeValues(`${sheet}!A1`, [header, row]);
  await workbook.addTable(`${sheet}!A1:D2`, recipeTable);
};

const requestOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const request: unknown = JSON.parse(text);
    return typeof request === "object" && request !== null ? { ...request } : undefined;
  } catch {
    return undefined;
  }
};

/** The recipes of a table; a row that somebody broke is left out. */
export const recipesIn = (table: TableContent | undefined): readonly Recipe[] => {
  if (table === undefined) return [];
  const at = header.map((name) => table.header.indexOf(name));
  return table.rows.flatMap((row) => {
    const [name = "", instance = "", started = "", text = ""] = at.map((column) => String(row[column] ?? ""));
    const request = requestOf(text);
    return request === undefined ? [] : [{ name, instance, started, request }];
  });
};
