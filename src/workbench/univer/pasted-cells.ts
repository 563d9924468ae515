import { CellValueType, type ICellData, numfmt } from "@univerjs/core";
import { isCellErrorText } from "../../facts/cell-errors";
import { daysBetweenDateSystems } from "../../facts/dates";
import { showsDate } from "./display-formats";
import { type EntryContext, isNoNumber, parseEntry } from "./entry";

/** A cell of HTML that another program has put on the clipboard. */
export interface PastedCell {
  /** What it shows. */
  readonly text: string;
  /** Its number format. Undefined for `General`, and where the program says nothing. */
  readonly format?: string;
  /** Its value, where its program says it: a number, a logical value, or a text that is no number. */
  readonly number?: number;
  readonly isTrue?: boolean;
  readonly isText?: boolean;
}

/** What a program says of a cell beside its text: Excel in `x:num`, Google Sheets in `data-sheets-value`, LibreOffice in `sdval` and `sdnum`. */
export const declaredCell = (attribute: (name: string) => string | null): Partial<PastedCell> => {
  const { value, format: ofSheets } = sheetsCell(attribute("data-sheets-value"), attribute("data-sheets-numberformat"));
  const sdnum = attribute("sdnum");
  const ofCalc = sdnum === null ? undefined : calcFormat(sdnum);
  const isLogical = ofCalc === "BOOLEAN";
  const exact = attribute("x:num") ?? attribute("sdval") ?? "";
  const number = typeof value === "number" ? value : exact.trim() === "" ? Number.NaN : Number(exact);
  const isTrue = typeof value === "boolean" ? value : isLogical ? number === 1 : undefined;
  const format = isLogical ? undefined : (ofSheets ?? ofCalc);
  return {
    ...(format !== undefined && { format }),
    ...(Number.isFinite(number) && { number }),
    ...(isTrue !== undefined && { isTrue }),
    ...(attribute("x:str") !== null && { isText: true }),
    ...(typeof value === "string" && { isText: true, text: value }),
  };
};

/**
 * What a copied cell says of itself to windows and programs that read HTML, in attributes of Excel and Google Sheets: its text need not be
 * its value. A text such as 0012 would become a number.
 */
export const declareCell = (value: unknown, format = "General"): Readonly<Record<string, string>> => {
  if (value === "" || isCellErrorText(value)) return {};
  const escaped = format.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`).replaceAll('"', "&quot;");
  const style = format === "General" ? {} : { style: `mso-number-format:'${escaped}'` };
  if (typeof value === "number") return { ...style, "x:num": String(value) };
  if (typeof value === "boolean") return { "data-sheets-value": escapedJson({ 1: 4, 4: Number(value) }) };
  // The engine writes lines without a mark between them.
  const isOneLine = typeof value !== "string" || !value.includes("\n");
  return { ...style, ...(isOneLine ? { "x:str": "" } : { "data-sheets-value": escapedJson({ 1: 2, 2: value }) }) };
};

const escapedJson = (value: object): string =>
  JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

interface SheetsCell {
  readonly value?: string | number | boolean | undefined;
  readonly format?: string | undefined;
}

/** Members of Google's JSON: `1` is the kind of a value (2 text, 3 number, 4 logical), and the value has the kind as its name. */
const sheetsCell = (value: string | null, format: string | null): SheetsCell => {
  const written = readJson(value);
  const declared = written["1"] === 4 ? written["4"] === 1 || written["4"] === true : written[String(written["1"])];
  const pattern = readJson(format)["2"];
  return {
    value: typeof declared === "object" ? undefined : (declared as SheetsCell["value"]),
    format: typeof pattern === "string" && pattern !== "" && !/^general$/i.test(pattern) ? pattern : undefined,
  };
};

const readJson = (text: string | null): Readonly<Record<string, unknown>> => {
  try {
    const read: unknown = JSON.parse(text ?? "{}");
    return typeof read === "object" && read !== null ? (read as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
};

/** Languages of Windows in which LibreOffice writes T, M and J for days, months and years. */
const germanLocales = /^(?:1031|2055|3079|4103|5127)$/;

/** The format of `sdnum`: `1031;1031;TT.MM.JJJJ` has the language of the page, that of the format, and the format. */
const calcFormat = (sdnum: string): string | undefined => {
  const [, locale = "", ...rest] = sdnum.split(";");
  const written = rest.join(";");
  if (written === "" || /^(?:general|standard)$/i.test(written)) return undefined;
  if (locale === "" || locale === "0" || /^(?:1033|2057|3081|4105|5129|6153)$/.test(locale)) return written;
  if (germanLocales.test(locale) && /[tj]/i.test(written)) return written.replaceAll(/t/gi, "d").replaceAll(/j/gi, "y");
  // A comma parts decimals there, and a point groups digits.
  const isNumber = /^[#0.,%\s\u00a0\u202f]+$/.test(written) && /,0|\.#|\.0/.test(written);
  return isNumber ? written.replaceAll(/[.,]/g, (sign) => (sign === "." ? "," : ".")) : written;
};

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
export const readPastedCell = (cell: PastedCell, context: EntryContext): ICellData => {
  const { text, format, number, isTrue, isText = false } = cell;
  if (isTrue !== undefined) return parseEntry(isTrue);
  if (isText && format !== "@") return parseEntry(text, { isText: true });
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
