import { AddinError } from "../../../../engine/http/addin-error";
import { quoteSheet } from "../../../../formulas/addresses";
import { formatNumber, t } from "../../../../i18n/t";
import type { TableContent } from "../../../excel/tables";
import type { Workbook } from "../../../excel/workbook";
import type { PaneDeps } from "../../pane-deps";
import type { JobRun } from "../../state/job";

/** Starts an analysis with one call, records it in the runtime, then writes its recipe. Returns the instance. */
export const startAnalysis = async (
  { runtime, workbook }: PaneDeps,
  name: string,
  body: Readonly<Record<string, unknown>>,
  call: JobRun["call"],
): Promise<string> => {
  const { value } = await call("startAnalysis", { body });
  const instance = typeof value === "object" && value !== null && "instance" in value ? String(value.instance) : "";
  if (instance === "") throw new AddinError("unexpected", t("work.noInstance"));
  const started_at = runtime.clock.now();
  runtime.analyses.add({ instance, name, started_at, state: "in progress", request: body });
  runtime.analyses.watch(instance);
  await keepRecipe(workbook, t("analysis.sheet"), {
    name,
    instance,
    started: new Date(started_at).toISOString(),
    request: body,
  });
  return instance;
};

/** The workbook table of recipes. Its names are English in every language, because formulas may refer to them. */
export const recipeTable = "SpillwayAnalyses";

const header = ["name", "instance", "started", "request"] as const;

/** The request that started an analysis. */
export interface Recipe {
  readonly name: string;
  readonly instance: string;
  readonly started: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** The most characters of a cell. */
const mostText = 32_767;

/** Adds a row to the table; creates sheet and table if needed. @throws AddinError `too-large` where the request does not fit a cell. */
const keepRecipe = async (workbook: Workbook, sheetName: string, recipe: Recipe): Promise<void> => {
  const text = JSON.stringify(recipe.request);
  if (text.length > mostText)
    throw new AddinError("too-large", t("work.recipeTooLong", { most: formatNumber(mostText) }));
  const row = [recipe.name, recipe.instance, recipe.started, text];
  if ((await workbook.readTable(recipeTable)) !== undefined) return workbook.writeTableRow(recipeTable, row);
  const sheet = quoteSheet(await workbook.addSheet(sheetName));
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

/** The recipes of a table. Skips rows whose request is no JSON object. */
export const recipesIn = (table: TableContent | undefined): readonly Recipe[] => {
  if (table === undefined) return [];
  const at = header.map((name) => table.header.indexOf(name));
  return table.rows.flatMap((row) => {
    const [name = "", instance = "", started = "", text = ""] = at.map((column) => String(row[column] ?? ""));
    const request = requestOf(text);
    return request === undefined ? [] : [{ name, instance, started, request }];
  });
};
