import { CellValueType, type ICellData, numfmt } from "@univerjs/core";
import { daysBetweenDateSystems, millisecondsPerDay, unixToSerial } from "../../facts/dates";
import { nameTable } from "../../ooxml/structured-references";
import type { CellValue } from "../../ooxml/workbook-model";
import { type Area } from "./addresses";

/** The content of a cell; "" if it is empty. */
export type CellContent = string | number | boolean;

/** What decides how a typed entry is read, besides the entry itself. */
export interface EntryContext {
  /** The cell has the format "@": of its own, of its row or of its column. */
  readonly isText?: boolean;
  /** The workbook counts days from 1904. */
  readonly from1904?: boolean;
  /** The name of the table that the cell is in. */
  readonly findTable?: () => string | undefined;
}

const numberEntry = /^[+-]?(\d{1,3}(,\d{3})+|\d+|(?=\.\d))(\.\d*)?(e[+-]?\d+)?$/i;
const percentage = /^[+-]?(\d{1,3}(,\d{3})+|\d+|(?=\.\d))(\.\d*)?\s?%$/;
const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const dayPart = String.raw`\d{1,2}(?:[-/ ][a-z]{3,9}|[-/]\d{1,2})`;
/** Dates as Excel in English reads them: `1/2/2026`, `1/2`, `2-Jan-26`, `Jan 2026`, `January 2, 2026`, with a time of day or without. */
const dateEntry = new RegExp(
  String.raw`^(?:${dayPart}(?:[-/ ](?:\d{2}|\d{4}))?|\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?|\d{1,2}[-/]\d{4}|` +
    String.raw`[a-z]{3,9}[- ](?:\d{1,2}, ?)?(?:\d{2}|\d{4}))(?: \d{1,2}:[0-5]\d(?::[0-5]\d)?(?: ?[ap]m)?)?$`,
  "i",
);
const fraction = /^([+-]?)(\d{1,15}) (\d{1,3})\/(\d{1,3})$/;
const timeEntry = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d(?:\.\d{1,3})?))?(?:\s?[ap]m?)?$/i;
/** A sign of a currency at an end, or parentheses, which mean a negative number. */
const moneyEntry = /^[+-]?[$€£¥].*\d$|^\(.*\d\)$|^[+-]?\d[\d,.]*\s?[€£¥]$/;
/** A formula that begins with a sign, such as `+1+1` or `-A1*2`. Two words beside each other are a text, and so is a span such as `-30d`. */
const signedFormula = /^[+-](?=[+-]*[\p{L}\d.($"'])(?!\d[\d.]*(?!e[+-]?\d)\p{L})(?!.*[\p{L}\d.)"]\s+[\p{L}\d.("])/iu;
/** A function as Lotus 1-2-3 has it: `@SUM(1,2)`. */
const lotusFunction = /^@(?=\p{L}[\p{L}\d.]*\(.*\)$)/u;
const clearedCell = { v: null, f: null, si: null, p: null, t: null } as const;

/**
 * Reads a typed entry as Excel does, in English: formula, number, percentage, fraction, amount, time, ISO date, TRUE, text. An apostrophe keeps
 * it a text, and so does the format "@". A number that is not finite and a day that is in no calendar are texts.
 */
export const parseEntry = (entry: CellContent, context: EntryContext = {}): ICellData => {
  if (typeof entry === "number") return Number.isFinite(entry) ? numberData(entry) : textData(String(entry));
  if (typeof entry === "boolean") return { ...clearedCell, v: entry ? 1 : 0, t: CellValueType.BOOLEAN };
  if (entry === "") return { ...clearedCell };
  if (entry.startsWith("'")) return { ...clearedCell, v: entry.slice(1), t: CellValueType.FORCE_STRING };
  if (context.isText === true) return { ...clearedCell, v: entry, t: CellValueType.FORCE_STRING };
  if (entry.length > 1 && entry.startsWith("=")) return { ...clearedCell, f: nameOwnTable(entry, context) };
  return readTyped(entry.trim(), context) ?? textData(entry);
};

/** `[@ISIN]` in a table means the table itself. Elsewhere Excel refuses it; here it stays, and shows an error. */
const nameOwnTable = (formula: string, { findTable }: EntryContext): string => {
  const table = formula.includes("[") ? findTable?.() : undefined;
  return table === undefined ? formula : nameTable(formula, table);
};

const numberData = (v: number): ICellData => ({ ...clearedCell, v, t: CellValueType.NUMBER });

const textData = (v: string): ICellData => ({ ...clearedCell, v, t: CellValueType.STRING });

/** Undefined for a text. */
const readTyped = (text: string, { from1904 = false }: EntryContext): ICellData | undefined => {
  if (numberEntry.test(text)) {
    const value = Number(text.replaceAll(",", ""));
    return Number.isFinite(value) ? numberData(value) : undefined;
  }
  if (percentage.test(text)) {
    const digits = text.replaceAll(/[,%\s]/g, "");
    return formattedEntry(Number(digits) / 100, digits.includes(".") ? "0.00%" : "0%");
  }
  if (/^(true|false)$/i.test(text)) return parseEntry(/^t/i.test(text));
  if (isoDate.test(text)) return readDate(text, from1904);
  if (dateEntry.test(text)) return readDateByLibrary(text, from1904);
  if (timeEntry.test(text)) return readTime(text);
  if (fraction.test(text)) return readFraction(text);
  if (moneyEntry.test(text)) return readByLibrary(text);
  if (signedFormula.test(text)) return { ...clearedCell, f: text.startsWith("+") ? `=${text.slice(1)}` : `=${text}` };
  return lotusFunction.test(text) ? { ...clearedCell, f: `=${text.slice(1)}` } : undefined;
};

/** 25 hours and more are no time of a day: Excel shows them in full. */
const readTime = (text: string): ICellData | undefined => {
  const [, hours, minutes, seconds = 0] = timeEntry.exec(text) ?? [];
  const total = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  if (Number(hours) < 24 || /[apm]$/i.test(text)) return readByLibrary(text);
  return formattedEntry((total * 1_000) / millisecondsPerDay, "[h]:mm:ss");
};

/** Undefined for a fraction of nothing. */
const readFraction = (text: string): ICellData | undefined => {
  const [, sign, whole, top, bottom = ""] = fraction.exec(text) ?? [];
  const value = Number(whole) + Number(top) / Number(bottom);
  const places = "?".repeat(bottom.length);
  return Number(bottom) === 0 ? undefined : formattedEntry(sign === "-" ? -value : value, `# ${places}/${places}`);
};

const readByLibrary = (text: string): ICellData | undefined => {
  const parsed = isNoNumber.test(text) ? undefined : numfmt.parseValue(text);
  if (typeof parsed?.v !== "number" || !Number.isFinite(parsed.v)) return undefined;
  return parsed.z ? formattedEntry(parsed.v, parsed.z) : numberData(parsed.v);
};

/** How Excel formats a date that was written with a pattern. */
const excelPattern = (written: string): string => {
  if (/^y+-m+-d+$/.test(written)) return "yyyy-mm-dd";
  if (!written.includes("d")) return "mmm-yy";
  if (!written.includes("y")) return "d-mmm";
  return written.includes("mmm") ? "d-mmm-yy" : "m/d/yyyy";
};

/** Undefined for a text that is no day. Without a year it is that of the clock. */
const readDateByLibrary = (text: string, from1904: boolean): ICellData | undefined => {
  const parsed = numfmt.parseValue(text);
  if (typeof parsed?.v !== "number" || parsed.z === undefined || !/[dmy]/.test(parsed.z)) return undefined;
  const serial = from1904 ? parsed.v - daysBetweenDateSystems : parsed.v;
  const [written = "", time] = parsed.z.split(/ (?=h)/);
  return serial < 0 ? undefined : formattedEntry(serial, excelPattern(written) + (time === undefined ? "" : " h:mm"));
};

/** Undefined for a day that Excel does not have: before the first one of its calendar, or one such as 2026-02-30. */
const readDate = (text: string, from1904: boolean): ICellData | undefined => {
  const [, year = 0, month = 0, day = 0] = (isoDate.exec(text) ?? []).map(Number);
  // Excel has this day, which the world had not.
  if (!from1904 && year === 1900 && month === 2 && day === 29) return formattedEntry(60, "yyyy-mm-dd");
  const moment = new Date(Date.UTC(year, month - 1, day));
  const serial = unixToSerial(moment.getTime(), from1904);
  const isReal = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return isReal && serial >= (from1904 ? 0 : 1) ? formattedEntry(serial, "yyyy-mm-dd") : undefined;
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
 * Reads a block of entries for an area, from its first cell on. Null leaves a cell out.
 */
export const toEntries = (
  { startRow, startColumn }: Area,
  rows: readonly (readonly (CellContent | null)[])[],
  contextAt: (row: number, column: number) => EntryContext,
): EnteredCells => {
  const cells: EnteredCells = {};
  rows.forEach((row, r) => {
    const line: EnteredCells[number] = {};
    row.forEach((value, c) => {
      const column = startColumn + c;
      if (value !== null) line[column] = parseEntry(value, contextAt(startRow + r, column));
    });
    cells[startRow + r] = line;
  });
  return cells;
};

/**
 * What Excel takes for a text and the engine for a number or a day: other bases, what is too large, days that do not exist, and separators that
 * are none of thousands, such as `5,50 €` and `1.234,50`.
 */
export const isNoNumber =
  /^[+-]?0[xbo]|e[+-]?\d{3,}$|^\d{4}-\d{1,2}-\d{1,2}$|^[+-]?infinity$|\d[,\u00a0\u202f](?=\d)(?!\d{3}(?!\d))|\.\d*,|\d'\d/i;
