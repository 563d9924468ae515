import { CellValueType, type ICellData } from "@univerjs/core";
import { unixToSerial } from "../../facts/dates";
import type { CellValue } from "../../ooxml/workbook-model";
import { type Area } from "./addresses";

/** The content of a cell; "" if it is empty. */
export type CellContent = string | number | boolean;

const numberEntry = /^[+-]?(\d{1,3}(,\d{3})+|\d+|(?=\.\d))(\.\d*)?(e[+-]?\d+)?$/i;
const percentage = /^[+-]?\d+(\.\d*)?%$/;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const clearedCell = { v: null, f: null, si: null, p: null, t: null } as const;

/**
 * Parses a typed entry like Excel: formula, number, percentage, date, TRUE, text. An apostrophe keeps it a text, and
 * so does the cell format "@" (`asText`).
 */
export const parseEntry = (entry: CellContent, asText = false): ICellData => {
  if (typeof entry === "number") return { ...clearedCell, v: entry, t: CellValueType.NUMBER };
  if (typeof entry === "boolean") return { ...clearedCell, v: entry ? 1 : 0, t: CellValueType.BOOLEAN };
  if (entry === "") return { ...clearedCell };
  if (entry.length > 1 && entry.startsWith("=")) return { ...clearedCell, f: entry };
  if (entry.startsWith("'")) return { ...clearedCell, v: entry.slice(1), t: CellValueType.FORCE_STRING };
  if (asText) return { ...clearedCell, v: entry, t: CellValueType.FORCE_STRING };
  return readTyped(entry.trim()) ?? { ...clearedCell, v: entry, t: CellValueType.STRING };
};

const readTyped = (text: string): ICellData | undefined => {
  if (numberEntry.test(text)) return { ...clearedCell, v: Number(text.replaceAll(",", "")), t: CellValueType.NUMBER };
  if (percentage.test(text)) return formattedEntry(Number(text.slice(0, -1)) / 100, "0%");
  if (/^(true|false)$/i.test(text)) return parseEntry(/^t/i.test(text));
  const date = isoDate.exec(text);
  if (date === null) return undefined;
  const serial = unixToSerial(Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3])), false);
  return Number.isNaN(serial) ? undefined : formattedEntry(serial, "yyyy-mm-dd");
};

const formattedEntry = (v: number, pattern: string): ICellData => ({
  ...clearedCell,
  v,
  t: CellValueType.NUMBER,
  s: { n: { pattern } },
});

/** A value as the engine stores the result of a formula. */
export const resultData = (value: CellValue): Pick<ICellData, "v" | "t"> => {
  if (typeof value === "boolean") return { v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  if (typeof value === "number") return { v: value, t: CellValueType.NUMBER };
  return { v: typeof value === "string" ? value : value.error, t: CellValueType.STRING };
};

/** Entries by row and column. */
export type EnteredCells = Record<number, Record<number, ReturnType<typeof parseEntry>>>;

/**
 * Parses a block of entries for an area, from its first cell on. Null leaves a cell out. `keepsText` returns whether
 * a cell has the format "@".
 */
export const toEntries = (
  { startRow, startColumn }: Area,
  rows: readonly (readonly (CellContent | null)[])[],
  keepsText: (row: number, column: number) => boolean,
): EnteredCells => {
  const cells: EnteredCells = {};
  rows.forEach((row, r) => {
    const line: EnteredCells[number] = {};
    row.forEach((value, c) => {
      const column = startColumn + c;
      if (value !== null) line[column] = parseEntry(value, keepsText(startRow + r, column));
    });
    cells[startRow + r] = line;
  });
  return cells;
};
