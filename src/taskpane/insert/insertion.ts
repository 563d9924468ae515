import type { CellContent, TargetProblem } from "../../office/workbook-door";

/** What the pane wants to put into the workbook. */
export interface Insertion {
  /** Tells its draft and its job from those of other forms. */
  readonly key: string;
  /** Undefined where only values make sense. */
  readonly formula?: string;
  /** The formula for another sheet than the active one: its references name theirs. */
  readonly formulaElsewhere?: string;
  /** A header row written above the formula. */
  readonly headers?: readonly string[];
  /** The size foreseen, headers included. */
  readonly size: { readonly rows: number; readonly columns: number };
  readonly numberFormats?: readonly (string | undefined)[];
  /** The same as values, where that can be had: with its header row. */
  readonly values?: () => Promise<readonly (readonly CellContent[])[]>;
  /** The cell it is meant for, in place of the active one. */
  readonly target?: string;
  /** Whether what it is made of is right; asked before anything is written, and shows what is wrong itself. */
  readonly check?: () => boolean;
  /** The name of a new sheet, should the user want one. */
  readonly sheetName: string;
}

/** How an insertion stands: where it would go, what is in the way, where it went. */
export interface InsertionState {
  /** What was typed; empty means the active cell. */
  readonly target: string;
  readonly problem: TargetProblem | undefined;
  readonly written: string | undefined;
  readonly manual: boolean;
  readonly from1904: boolean;
}

const lastRow = 1_048_576;

/** An A1 address of one cell that a sheet has, with or without the sheet: `C1`, `Sheet1!C1`, `'My sheet'!$C$1`. */
export const isCellAddress = (text: string): boolean => {
  const [, column = "", row = ""] =
    /^(?:(?:'(?:[^']|'')+'|[^'!]+)!)?\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(text) ?? [];
  // Columns end at XFD.
  return column !== "" && (column.length < 3 || column.toUpperCase() <= "XFD") && Number(row) <= lastRow;
};

/** The address with the sheet of another one, where it names none itself. */
export const onSheetOf = (address: string, place: string): string =>
  address.includes("!") ? address : `${place.slice(0, place.lastIndexOf("!") + 1)}${address}`;

/** A sheet's name as it stands in an address. */
export const quotedSheet = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
