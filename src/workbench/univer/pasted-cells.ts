import { CellValueType, type ICellData, numfmt } from "@univerjs/core";
import { daysBetweenDateSystems } from "../../facts/dates";
import { showsDate } from "./display-formats";
import { type EntryContext, isNoNumber, parseEntry } from "./entry";

/** A cell of HTML that another program has put on the clipboard. */
export interface PastedCell {
  /** What it shows. */
  readonly text: string;
  /** Its number format. Undefined for `General`, and where the program says nothing. */
  readonly format?: string;
  /** Its value, where Excel says it (`x:num`). */
  readonly number?: number;
}

/** The names that `mso-number-format` has for formats of Excel. */
const namedFormats: Readonly<Record<string, string>> = {
  text: "@",
  fixed: "0.00",
  standard: "#,##0.00",
  percent: "0.00%",
  scientific: "0.00E+00",
  currency: "$#,##0.00",
  "short date": "m/d/yyyy",
  "medium date": "d-mmm-yy",
  "long date": "dddd, mmmm d, yyyy",
  "short time": "h:mm",
  "medium time": "h:mm AM/PM",
  "long time": "h:mm:ss AM/PM",
};

const declaration = /mso-number-format\s*:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^;"']+)/i;

/** The number format that CSS declares. Undefined for `General`. */
export const declaredFormat = (css: string): string | undefined => {
  const written =
    declaration
      .exec(css)?.[1]
      ?.trim()
      .replace(/^(["'])([^]*)\1$/, "$2") ?? "";
  const format = written
    .replaceAll(/\\(?:([\da-f]{4})|([^]))/gi, (_, code?: string, sign?: string) =>
      code === undefined ? (sign ?? "") : String.fromCharCode(Number.parseInt(code, 16)),
    )
    .trim();
  if (format === "" || /^general( number)?$/i.test(format)) return undefined;
  return namedFormats[format.toLowerCase()] ?? format;
};

/** The number formats of a style sheet, by selector. */
export const declaredFormats = (styleSheet: string): Map<string, string | undefined> => {
  const formats = new Map<string, string | undefined>();
  for (const rule of styleSheet.split("}")) {
    const start = rule.indexOf("{");
    if (start < 0 || !/mso-number-format/i.test(rule)) continue;
    for (const selector of rule.slice(0, start).split(","))
      formats.set(selector.trim(), declaredFormat(rule.slice(start + 1)));
  }
  return formats;
};

/** The cell that Excel makes of a pasted one. `context` is that of the cell it is pasted at. */
export const readPastedCell = ({ text, format, number }: PastedCell, context: EntryContext): ICellData => {
  if (format === "@") return { ...parseEntry(text, { isText: true }), s: { n: { pattern: format } } };
  if (number !== undefined) return withFormat(parseEntry(number), text, { format, context });
  if (format === undefined && context.isText === true) return parseEntry(text, context);
  const entry = readShown(text, format);
  return isNumber(entry) ? withFormat(entry, text, { format, context }) : parseEntry(text, context);
};

const isNumber = ({ v, t }: ICellData): boolean => typeof v === "number" && t === CellValueType.NUMBER;

/** The number in its format, else in the one that its text has. A day before the first of the workbook is a text. */
const withFormat = (
  entry: ICellData,
  text: string,
  { format, context }: { readonly format: string | undefined; readonly context: EntryContext },
): ICellData => {
  const pattern = format ?? (typeof entry.s === "object" ? entry.s?.n?.pattern : undefined);
  if (pattern === undefined) return entry;
  const isMoved = context.from1904 === true && showsDate(pattern);
  const v = Number(entry.v) - (isMoved ? daysBetweenDateSystems : 0);
  return isMoved && v < 0 ? parseEntry(`'${text}`) : { ...entry, v, s: { n: { pattern } } };
};

/** The entry whose display in the format is the text; without one, what the text is when it is typed. */
const readShown = (text: string, format: string | undefined): ICellData => {
  const typed = readText(text);
  if (format === undefined) return typed;
  const candidates = [typed.v, firstNumber(text), dayInOrder(text, format)];
  const shown = candidates.find((v) => typeof v === "number" && numfmt.format(format, v) === text);
  return typeof shown === "number" ? parseEntry(shown) : typed;
};

/** A typed text. The engine's parser knows dates as people write them, times, currencies and fractions. */
const readText = (text: string): ICellData => {
  const entry = parseEntry(text);
  if (entry.t !== CellValueType.STRING || isNoNumber.test(text.trim())) return entry;
  const parsed = numfmt.parseValue(text.trim());
  if (typeof parsed?.v !== "number" || !Number.isFinite(parsed.v)) return entry;
  return { ...parseEntry(parsed.v), ...(parsed.z && { s: { n: { pattern: parsed.z } } }) };
};

/** The number in a text such as `1,234.50 EUR`, `(5%)`. */
const firstNumber = (text: string): number | undefined => {
  const digits = /\d[\d,]*(?:\.\d+)?%?/.exec(text)?.[0];
  if (digits === undefined) return undefined;
  const size = Number(digits.replaceAll(/[,%]/g, "")) / (digits.endsWith("%") ? 100 : 1);
  return /[(-]/.test(text.slice(0, text.indexOf(digits))) ? -size : size;
};

/** The serial of a day whose numbers stand in the order of the format: `31.01.2026` in `dd.mm.yyyy`. */
const dayInOrder = (text: string, format: string): number | undefined => {
  const numbers = text.match(/\d+/g) ?? [];
  const order = (format.toLowerCase().match(/d+|m+|y+/g) ?? []).map((letters) => letters.charAt(0));
  if (numbers.length !== 3 || [...order].sort().join("") !== "dmy") return undefined;
  const [year, month, day] = ["y", "m", "d"].map((letter) => numbers[order.indexOf(letter)] ?? "");
  const parsed = parseEntry(`${year ?? ""}-${month ?? ""}-${day ?? ""}`).v;
  return typeof parsed === "number" ? parsed : undefined;
};
