import type { OfficeHost } from "../office/office-host";
import { strict } from "../office/strict-object";
import { inCellEditMode, invalidArgument } from "./errors";
import { type ObjectModel, RequestContext } from "./object-model";
import { Range } from "./range";
import { Tables } from "./tables";
import { Workbook } from "./workbook";
import { Worksheet } from "./worksheets";

type ExcelBatch = (context: RequestContext) => Promise<unknown>;

interface RunOptions {
  readonly mergeUndoGroup?: boolean;
  readonly delayForCellEdit?: boolean;
}

const enumerations = {
  CalculationState: { done: "Done", calculating: "Calculating", pending: "Pending" },
  CalculationMode: { automatic: "Automatic", automaticExceptTables: "AutomaticExceptTables", manual: "Manual" },
  CalculationType: { recalculate: "Recalculate", full: "Full", fullRebuild: "FullRebuild" },
  ClearApplyTo: { all: "All", formats: "Formats", contents: "Contents" },
  ConditionalFormatType: { cellValue: "CellValue", custom: "Custom" },
} as const;

/** The global `Excel` of the add-in's page. */
export const makeExcel = (host: OfficeHost): object => {
  const namespaces = Object.entries(enumerations).map(([name, values]) => [name, strict(`Excel.${name}`, values)]);
  return strict("Excel", {
    ...(Object.fromEntries(namespaces) as Record<string, object>),
    createWorkbook: (base64?: string | null) => openCreatedWorkbook(host, base64 ?? undefined),
    run: (first: RunOptions | ExcelBatch, second?: ExcelBatch) =>
      typeof first === "function" ? runBatch(host, first, {}) : runBatch(host, second, first),
  });
};

/** `Excel.createWorkbook`: opens a new workbook, or this .xlsx file, in a window of its own. */
const openCreatedWorkbook = async (host: OfficeHost, base64: string | undefined): Promise<void> => {
  try {
    await host.createWorkbook(
      base64 === undefined ? undefined : Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)),
    );
  } catch (error) {
    throw invalidArgument(error instanceof Error ? error.message : String(error));
  }
};

const model: ObjectModel = {
  workbook: (context) => new Workbook(context),
  worksheet: (context, find, orNull) => new Worksheet(context, find, orNull),
  range: (context, find, orNull) => new Range(context, find, orNull),
  tables: (context, tables) => new Tables(context, tables),
};

const batchPause = 20;

/** While the user edits a cell Excel accepts no batch. With `delayForCellEdit` the batch waits. */
const whenEditable =
  ({ book, faults }: OfficeHost, { delayForCellEdit = false }: RunOptions) =>
  async (): Promise<void> => {
    while (book.workbook.isCellEditing() || faults.has("cell-edit")) {
      if (!delayForCellEdit) throw inCellEditMode();
      await new Promise((resolve) => setTimeout(resolve, batchPause));
    }
  };

const runBatch = async (host: OfficeHost, batch: ExcelBatch | undefined, options: RunOptions): Promise<unknown> => {
  if (batch === undefined) throw new Error("Excel.run needs a batch function.");
  const context = new RequestContext(host, model, whenEditable(host, options));
  const group = options.mergeUndoGroup === true ? host.book.engine.undoGroup : undefined;
  group?.begin();
  try {
    const result = await batch(context);
    await context.sync();
    return result;
  } finally {
    group?.end();
  }
};
