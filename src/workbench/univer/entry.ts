import { CellValueType, type ICellData } from "@univerjs/core";

/** What a cell holds when read: empty is "". */
export type CellContent = string | number | boolean;

const number = /^[+-]?(\d{1,3}(,\d{3})+|\d+|(?=\.\d))(\.\d*)?(e[+-]?\d+)?$/i;
const percentage = /^[+-]?\d+(\.\d*)?%$/;
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const cleared = { v: null, f: null, si: null, p: null, t: null } as const;

/**
 * Reads what is typed into a cell as Excel does: formula, number, percentage, date, TRUE, text; an apostrophe keeps it text, and so does the
 * cell's own format "@" (`asText`).
 */
export const readEntry = (entry: CellContent, asText = false): ICellData => {
  if (typeof entry === "number") return { ...cleared, v: entry, t: CellValueType.NUMBER };
  if (typeof entry === "boolean") return { ...cleared, v: entry ? 1 : 0, t: CellValueType.BOOLEAN };
  if (entry === "") return { ...cleared };
  if (entry.length > 1 && entry.startsWith("=")) return { ...cleared, f: entry };
  if (entry.startsWith("'")) return { ...cleared, v: entry.slice(1), t: CellValueType.FORCE_STRING };
  if (asText) return { ...cleared, v: entry, t: CellValueType.FORCE_STRING };
  return readTyped(entry.trim()) ?? { ...cleared, v: entry, t: CellValueType.STRING };
};

const readTyped = (text: string): ICellData | undefined => {
  if (number.test(text)) return { ...cleared, v: Number(text.replaceAll(",", "")), t: CellValueType.NUMBER };
  if (percentage.test(text)) return formatted(Number(text.slice(0, -1)) / 100, "0%");
  if (/^(true|false)$/i.test(text)) return readEntry(/^t/i.test(text));
  const date = isoDate.exec(text);
  if (date === null) return undefined;
  const serial = Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3])) / 86_400_000 + 25_569;
  return Number.isNaN(serial) ? undefined : formatted(serial, "yyyy-mm-dd");
};

const formatted = (v: number, pattern: string): ICellData => ({
  ...cleared,
  v,
  t: CellValueType.NUMBER,
  s: { n: { pattern } },
});
