import type { CellContent } from "../univer/entry";

/** How cells look. */
export interface CellFormat {
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Text colour, `#rrggbb`. */
  readonly color?: string;
  /** Background, `#rrggbb`. */
  readonly fill?: string;
  readonly numberFormat?: string;
  readonly align?: "left" | "center" | "right";
  readonly wrap?: boolean;
}

/** One sheet of a workbook file. */
export interface SheetFile {
  readonly name: string;
  /** Values and formulas by address, as if typed: `"=A1*2"` is a formula, `"'0012"` stays text. */
  readonly cells: Readonly<Record<string, CellContent>>;
  /** Pixels by column, `{ "A": 160 }`. */
  readonly widths?: Readonly<Record<string, number>>;
  /** By address: a cell, a range or whole columns (`"C:C"`). */
  readonly formats?: Readonly<Record<string, CellFormat>>;
  readonly tables?: readonly { readonly name: string; readonly address: string }[];
  readonly merged?: readonly string[];
  readonly hiddenRows?: readonly number[];
  readonly frozenRows?: number;
  readonly protected?: boolean;
}

/** What a custom function answered, so that a reopened workbook shows it without a call. */
export interface SavedAnswer {
  /** Function and arguments in short. */
  readonly key: string;
  readonly value: unknown;
}

/** A workbook of the workbench, as JSON (docs/workbench.md, "Workbook files"). */
export interface WorkbookFile {
  readonly name: string;
  readonly sheets: readonly SheetFile[];
  readonly active?: string;
  /** Days are counted from 1904, as old Excel for Mac did. */
  readonly dates1904?: boolean;
  /** `Office.context.document.settings`. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Results of custom functions by the cell that holds the formula, `Sheet1!B2`. */
  readonly values?: Readonly<Record<string, readonly SavedAnswer[]>>;
}

/** A new workbook. */
export const blankWorkbook: WorkbookFile = { name: "Book1", sheets: [{ name: "Sheet1", cells: {} }] };

/** Checks the outline of a file before it replaces the open workbook; what is wrong is said in a sentence. */
export const checkWorkbook = (file: unknown): WorkbookFile => {
  const { name, sheets } = (file ?? {}) as Partial<WorkbookFile>;
  if (typeof name !== "string" || !Array.isArray(sheets) || sheets.length === 0)
    throw new Error('A workbook file needs "name" and at least one sheet in "sheets" (docs/workbench.md).');
  for (const sheet of sheets as Partial<SheetFile>[])
    if (typeof sheet.name !== "string" || typeof sheet.cells !== "object")
      throw new Error('Each sheet of a workbook file needs "name" and "cells" (docs/workbench.md).');
  return file as WorkbookFile;
};
