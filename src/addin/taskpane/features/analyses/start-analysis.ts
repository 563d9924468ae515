import { isObject } from "../../../../facts/json";
import { longestCellText } from "../../../../facts/excel-limits";
import { quoteSheet } from "../../../../facts/sheet-names";
import { AddinError } from "../../../../engine/http/addin-error";
import type { AnalysisPurpose } from "../../../../engine/state/analyses";
import { formatNumber, t } from "../../../../i18n/t";
import type { TableContent } from "../../../excel/sheet/tables";
import type { Workbook } from "../../../excel/sheet/workbook";
import type { PaneDeps } from "../../pane-deps";
import type { JobRun } from "../../state/job";

export interface NewAnalysis {
  readonly name: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** Set for a guided start, which leaves no recipe in the workbook: its sheet of results says the same in words. */
  readonly purpose?: AnalysisPurpose;
  readonly leftOut?: readonly string[];
}

/** An analysis that the service has accepted. */
export interface StartedAnalysis {
  readonly instance: string;
  /** Why its recipe is not in the workbook, although the analysis runs. */
  readonly recipeProblem?: string;
}

/**
 * Starts an analysis with one call, records it in the runtime, then writes its recipe. A start whose answer does not come stays among the
 * unconfirmed ones.
 */
export const startAnalysis = async (
  { runtime, workbook }: PaneDeps,
  { name, request, ...guided }: NewAnalysis,
  call: JobRun["call"],
): Promise<StartedAnalysis> => {
  const { analyses, clock } = runtime;
  const announced = await analyses.announce(name, request);
  const instance = await requestStart(request, call).catch(async (error: unknown) => {
    if (wasRefused(error)) await analyses.settle(announced);
    else analyses.leaveUnconfirmed(announced);
    throw error;
  });
  const started_at = clock.now();
  analyses.add({ instance, name, started_at, state: "in progress", request, ...guided });
  await analyses.settle(announced);
  if (guided.purpose !== undefined) return { instance };
  try {
    const started = new Date(started_at).toISOString();
    await keepRecipe(workbook, t("analysis.sheet"), { name, instance, started, request });
    return { instance };
  } catch (error) {
    // It runs already: a failure here must not look like one of the start, because the user would start it again.
    return { instance, recipeProblem: error instanceof Error ? error.message : String(error) };
  }
};

/** Sends the start. @throws AddinError `unexpected` for an answer without an instance */
const requestStart = async (request: unknown, call: JobRun["call"]): Promise<string> => {
  const { value } = await call("startAnalysis", { body: request });
  const instance = isObject(value) && "instance" in value ? String(value["instance"]) : "";
  if (instance === "") throw new AddinError("unexpected", t("work.noInstance"));
  return instance;
};

/** Whether the service has answered with a refusal, or was not asked at all: then nothing runs. */
const wasRefused = (error: unknown): boolean => {
  if (!(error instanceof AddinError)) return false;
  const { status } = error.details;
  return error.code === "signed-out" || (status !== undefined && status >= 400 && status < 500);
};

/** Whether two requests start the same analysis. */
export const isSameRequest = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The workbook table of recipes. Its names are English in every language, because formulas may refer to them. */
export const recipeTable = "SpillwayAnalyses";

const analysesHeader = ["name", "instance", "started", "request"] as const;

/** The request that started an analysis. */
export interface Recipe {
  readonly name: string;
  readonly instance: string;
  readonly started: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/** Adds a row to the table; creates sheet and table if needed. @throws AddinError `too-large` where the request does not fit a cell. */
const keepRecipe = async (workbook: Workbook, sheetName: string, recipe: Recipe): Promise<void> => {
  const text = JSON.stringify(recipe.request);
  if (text.length > longestCellText)
    throw new AddinError("too-large", t("work.recipeTooLong", { most: formatNumber(longestCellText) }));
  const row = [recipe.name, recipe.instance, recipe.started, text];
  if ((await workbook.readTable(recipeTable)) !== undefined) return workbook.writeTableRow(recipeTable, row);
  const sheet = quoteSheet(await workbook.addSheet(sheetName));
  await workbook.writeValues(`${sheet}!A1`, [analysesHeader, row]);
  await workbook.addTable(`${sheet}!A1:D2`, recipeTable);
};

const parseRequest = (text: string): Readonly<Record<string, unknown>> | undefined => {
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
  const at = analysesHeader.map((name) => table.header.indexOf(name));
  return table.rows.flatMap((row) => {
    const [name = "", instance = "", started = "", text = ""] = at.map((column) => String(row[column] ?? ""));
    const request = parseRequest(text);
    return request === undefined ? [] : [{ name, instance, started, request }];
  });
};
