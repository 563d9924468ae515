import { sheetColumns } from "../facts/excel-limits";
import type { CellFormat } from "./cell-format";
import type { ChartModel } from "./chart-model";
import type { ConditionalFormat } from "./conditional-format";
import type { DataValidation } from "./data-validation";

/** An error value, for example `#N/A`. */
export interface CellError {
  readonly error: string;
}

export type CellValue = string | number | boolean | CellError;

/** A cell with content or a format. Rows and columns count from 0. */
export interface CellModel {
  readonly row: number;
  readonly column: number;
  /** The value, or the last result of the formula. */
  readonly value?: CellValue;
  /** As it is typed, with `=`. */
  readonly formula?: string;
  /** The range that the formula fills; left out if it fills its cell only. */
  readonly spill?: string;
  /** The value belongs to a formula of another cell. */
  readonly spilled?: boolean;
  readonly format?: CellFormat;
}

/** Neighbouring columns. They count from 0; the end is inclusive. */
export interface ColumnsModel {
  readonly start: number;
  readonly end: number;
  /** In pixels. */
  readonly width?: number;
  readonly hidden?: boolean;
  readonly format?: CellFormat;
}

export interface RowModel {
  readonly row: number;
  /** In pixels, if somebody set it. */
  readonly height?: number;
  readonly hidden?: boolean;
}

export interface TableModel {
  readonly name: string;
  /** With the header row. Rows of totals do not count: columns of a table in formulas are without them. */
  readonly range: string;
}

export interface FilterCondition {
  /** Without one, a text in which `*` and `?` stand for other characters. */
  readonly operator?: "equal" | "notEqual" | "greaterThan" | "greaterThanOrEqual" | "lessThan" | "lessThanOrEqual";
  readonly value: string;
}

/** What a column of a filter shows: cells with one of the values, or those that meet one or two conditions. */
export interface FilterColumnModel {
  /** Counts from the first column of the range, from 0. */
  readonly column: number;
  /** The displayed texts. */
  readonly values?: readonly string[];
  /** With values: empty cells too. */
  readonly blank?: boolean;
  readonly conditions?: readonly FilterCondition[];
  /** Both conditions must be met. */
  readonly and?: boolean;
}

/** The filter of a sheet. The rows that it hides are hidden rows of the sheet. */
export interface FilterModel {
  /** With the header row. */
  readonly range: string;
  readonly columns: readonly FilterColumnModel[];
  /** Those of the sheet's hidden rows that it hides. */
  readonly hiddenRows?: readonly number[];
  /** The file has further criteria, for example colours or the months of dates. What they hide are rows of the sheet. */
  readonly hasOthers?: boolean;
}

export interface NameModel {
  readonly name: string;
  /** As it is typed, without `=`. */
  readonly formula: string;
  /** The index of the sheet that alone knows the name. */
  readonly sheet?: number;
  readonly comment?: string;
  readonly hidden?: boolean;
}

/** A custom XML part of the workbook, which add-ins store data in. */
export interface CustomXmlModel {
  /** A GUID in braces; missing if the file gives it none. */
  readonly id?: string;
  readonly xml: string;
  /** The part that it was read from. */
  readonly part?: string;
}

/** The note of a cell. */
export interface NoteModel {
  /** For example `B2`. */
  readonly cell: string;
  readonly text: string;
  readonly author?: string;
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** It is always shown, not only when the cell is selected. */
  readonly visible?: boolean;
  /** The cell that it had in the part that it was read from. */
  readonly source?: string;
}

/** A link of one or more cells. It has an address, a place or both. */
export interface LinkModel {
  /** For example `B2` or `B2:C3`. */
  readonly range: string;
  /** Of something outside of the workbook, as the file has it: it may be of any kind, and hostile. */
  readonly address?: string;
  /** A cell, a range or a name of the workbook, or a place within what has the address. */
  readonly place?: string;
  readonly tip?: string;
  /** What some programs show instead of the address. Cells show their values. */
  readonly display?: string;
  /** Which link of the part it was read from it is. */
  readonly source?: string;
}

/** One of the comments of a thread. */
export interface ThreadComment {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  /** As it is in the file, for example `2024-05-01T09:30:00.00`; "" if it is not there. */
  readonly date: string;
}

/** A thread of comments at a cell. */
export interface CommentThread {
  /** For example `B2`. */
  readonly cell: string;
  readonly resolved: boolean;
  /** The first one starts the thread, the others are replies. */
  readonly comments: readonly ThreadComment[];
}

export interface SheetModel {
  readonly name: string;
  /** The part that the sheet was read from. */
  readonly part?: string;
  readonly hidden?: boolean;
  /** By row, then column. */
  readonly cells: readonly CellModel[];
  readonly columns: readonly ColumnsModel[];
  readonly rows: readonly RowModel[];
  readonly merged: readonly string[];
  readonly tables: readonly TableModel[];
  readonly charts?: readonly ChartModel[];
  readonly notes?: readonly NoteModel[];
  /** If it is left out, those of the file stay as they are. */
  readonly links?: readonly LinkModel[];
  /** If they are left out, those of the file stay as they are. */
  readonly threads?: readonly CommentThread[];
  readonly filter?: FilterModel;
  /** The first has the highest priority. If it is left out, those of the file stay as they are. */
  readonly conditionalFormats?: readonly ConditionalFormat[];
  /** If it is left out, that of the file stays as it is. */
  readonly dataValidations?: readonly DataValidation[];
  /** Its part has conditional formats that would take too long to apply: they stay, whatever the list says. */
  readonly keepsConditionalFormats?: boolean;
  /** Its part has data validation that would take too long to check: it stays, whatever the list says. */
  readonly keepsDataValidations?: boolean;
  /** Rows or columns were inserted, deleted or moved since the sheet was read from its part. */
  readonly moved?: boolean;
  readonly frozenRows: number;
  readonly frozenColumns: number;
  readonly protected: boolean;
  /** In pixels. */
  readonly defaultWidth: number;
  /** In pixels. */
  readonly defaultHeight: number;
}

/** What the workbench and the add-in can show and change of a workbook. */
export interface WorkbookModel {
  readonly sheets: readonly SheetModel[];
  readonly names: readonly NameModel[];
  /** The index of the sheet in front. */
  readonly active: number;
  readonly dates1904: boolean;
  /** The file asks for the calculation of all formulas when it is opened: its results may be wrong. */
  readonly calculatesOnLoad?: boolean;
  /** Changes are calculated on demand only. */
  readonly manualCalculation?: boolean;
  /** The settings that the add-in stored in the document. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly customXml?: readonly CustomXmlModel[];
  /** Data of the program that saved the file. It can be written as JSON. */
  readonly extra?: unknown;
}

type GrowingCell = { -readonly [Member in keyof CellModel]: CellModel[Member] };

/** The cells of a sheet while they are put together. */
export class CellCollection {
  readonly #cells = new Map<number, GrowingCell>();

  /** The cell at a place, which is made if it is not there. */
  at(row: number, column: number): GrowingCell {
    const position = row * sheetColumns + column;
    const cell = this.#cells.get(position) ?? { row, column };
    this.#cells.set(position, cell);
    return cell;
  }

  /** By row, then column. */
  sorted(): CellModel[] {
    return [...this.#cells].toSorted(([one], [other]) => one - other).map(([, cell]) => cell);
  }
}

/** A model without some of its members. */
export const withoutMembers = <Model extends object, Member extends keyof Model>(
  model: Model,
  ...members: readonly Member[]
): Omit<Model, Member> =>
  Object.fromEntries(
    Object.entries(model).filter(([name]) => !(members as readonly PropertyKey[]).includes(name)),
  ) as Omit<Model, Member>;
