import { cellName, parseCell } from "../facts/addresses";
import { sheetColumns, sheetRows } from "../facts/excel-limits";
import { millisecondsPerDay, unixToSerial } from "../facts/dates";
import type { CellMetadata } from "./cell-metadata";
import { OoxmlError } from "./ooxml-error";
import { decodeText, encodeText, type SharedStrings, StringReader } from "./shared-strings";
import type { CellValue } from "./workbook-model";
import { runSteps, type Steps } from "./steps";
import { EditableXml } from "./editable-xml";
import {
  element,
  endOfTag,
  escapeText,
  findElement,
  isOn,
  openTag,
  outlineSteps,
  scanXmlSteps,
  tagName,
  withAttribute,
  omitAttributes,
  withoutElement,
} from "./xml";

const mostSheetCells = 1_000_000;
const cellsPerStep = 1_000;
/** Excel stores formulas of up to 8,192 characters; those of other programs are longer. */
const longestStored = 32_767;

/** The order of a sheet's elements in the standard. */
export const sheetOrder =
  "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst".split(
    " ",
  );

/** A formula as the file stores it. */
export interface StoredFormula {
  readonly text: string;
  /** `plain` formulas have one result; `dynamic` ones spill; `array` is the older form with braces. */
  readonly kind: "plain" | "dynamic" | "array" | "dataTable";
  /** The cells of its result, unless it is plain. */
  readonly range?: string;
  /** A data table: where its formulas and its inputs stand. */
  readonly dataTable?: {
    /** Its one formula stands at its upper left. */
    readonly isTwoWay: boolean;
    /** Its inputs stand in a row above it, and its formulas to the left. Otherwise its formulas stand above it. */
    readonly isByRow: boolean;
    /** As they are typed: `A1`. */
    readonly inputs: readonly (string | undefined)[];
  };
  /** The number of a shared formula, whose text only the first of its cells has. */
  readonly shared?: number;
}

/** A cell as the file stores it. `start` and `end` are its place in the sheet's data. */
export interface StoredCell {
  readonly row: number;
  readonly column: number;
  readonly xf: number;
  readonly value?: CellValue;
  readonly formula?: StoredFormula;
  /** The number of its rich value, counted from 1. */
  readonly rich?: number;
  /** How the file stores the value, for example `s`; `n` if it does not say. */
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** What a repair changes of the cell of a formula. */
export interface FormulaRepair {
  /** Its text; an empty one changes nothing, because only the first cell of a shared formula has a text. */
  readonly text?: string;
  /** The cells of its result: it becomes a dynamic array. */
  readonly spill?: string;
  /** The saved result goes, so that Excel calculates the cell when it opens the file. */
  readonly withoutResult?: boolean;
}

export interface StoredRow {
  readonly attributes: Readonly<Record<string, string>>;
  /** The place of the row's start tag in the sheet's data. */
  readonly start: number;
  readonly end: number;
}

/** A cell to be written: one of the file as it stands, or a new one. */
export type NextCell =
  | { readonly row: number; readonly column: number; readonly keep: StoredCell }
  | {
      readonly row: number;
      readonly column: number;
      readonly keep?: undefined;
      readonly xf: number;
      readonly value?: CellValue | undefined;
      readonly formula?: Omit<StoredFormula, "shared"> | undefined;
    };

/** What the cells of all sheets share. */
export interface CellParts {
  readonly strings: SharedStrings;
  readonly metadata: CellMetadata;
  /** Days count from 1904. */
  readonly dates1904: boolean;
}

/** A worksheet's part: read in one pass, and written with the text of each cell that stays. */
export class SheetPart {
  readonly xml: EditableXml;
  readonly cells: readonly StoredCell[];
  readonly rows: ReadonlyMap<number, StoredRow>;
  /** The characters of its formulas, with those that cells share. */
  readonly formulaCharacters: number;
  readonly #data: string;
  readonly #parts: CellParts;

  private constructor(xml: EditableXml, data: string, reader: CellReader, parts: CellParts) {
    this.xml = xml;
    this.#data = data;
    this.#parts = parts;
    this.cells = reader.cells;
    this.rows = reader.rows;
    this.formulaCharacters = reader.formulaCharacters;
  }

  /** @throws OoxmlError if it is no sheet, or has more than a million cells */
  static read(part: string, text: string, parts: CellParts): SheetPart {
    return runSteps(SheetPart.readSteps(part, text, parts));
  }

  /** The same in steps. */
  static *readSteps(part: string, text: string, parts: CellParts): Steps<SheetPart> {
    const xml = new EditableXml(part, text, yield* outlineSteps(part, text));
    if (xml.rootName !== "worksheet") throw new OoxmlError(`The part "${part}" is no sheet.`);
    const data = xml.get("sheetData") ?? "<sheetData/>";
    const reader = new CellReader(part, parts);
    yield* reader.readSteps(data);
    return new SheetPart(xml, data, reader, parts);
  }

  /** Replaces the cells, which come by row and column. `changedRows` have other attributes than the file's. */
  write(
    cells: readonly NextCell[],
    changedRows: ReadonlyMap<number, Readonly<Record<string, string | undefined>>>,
  ): void {
    const lines = new Map<number, NextCell[]>();
    const known = [...this.rows].filter(([, { attributes }]) =>
      Object.keys(attributes).some((name) => name !== "r" && name !== "spans"),
    );
    for (const [row] of known) lines.set(row, []);
    for (const row of changedRows.keys()) lines.set(row, []);
    for (const cell of cells) {
      const line = lines.get(cell.row);
      if (line === undefined) lines.set(cell.row, [cell]);
      else line.push(cell);
    }
    const elements = [...lines]
      .toSorted(([one], [other]) => one - other)
      .map(([row, line]) => this.#writeRow(row, line, changedRows.get(row)));
    this.xml.set("sheetData", element("sheetData", {}, elements.join("")), sheetOrder);
  }

  /** Repairs formulas. All else keeps its text, also in these cells. */
  repairFormulas(repairs: ReadonlyMap<StoredCell, FormulaRepair>): void {
    this.#replaceCells(
      new Map([...repairs].map(([cell, repair]) => [cell, this.#repaired(this.#textOf(cell), repair)])),
    );
  }

  #textOf({ start, end }: StoredCell): string {
    return this.#data.slice(start, end);
  }

  #repaired(cell: string, { text, spill, withoutResult = false }: FormulaRepair): string {
    let next = this.#changeElement(cell, "f", (tag, content) => {
      const now = text === undefined ? content : escapeText(encodeText(text));
      const name = tagName(tag, 0);
      if (now === "") return undefined;
      return `${spill === undefined ? openTag(tag) : `<${name} t="array" ref="${spill}">`}${now}</${name}>`;
    });
    if (spill !== undefined) next = withAttribute(next, endOfTag(next, 0), "cm", String(this.#parts.metadata.dynamic));
    if (!withoutResult) return next;
    const plain = withoutElement(this.xml.part, withoutElement(this.xml.part, next, "v"), "is");
    return ["t", "vm"].reduce((result, name) => withAttribute(result, endOfTag(result, 0), name, undefined), plain);
  }

  /** Replaces the first element of a name in a cell by what `change` returns for its start tag and its content. */
  #changeElement(cell: string, name: string, change: (tag: string, content: string) => string | undefined): string {
    const place = findElement(this.xml.part, cell, name);
    if (place === undefined) return cell;
    const { start, tagEnd, end } = place;
    const tag = cell.slice(start, tagEnd);
    const content = tag.endsWith("/>") ? "" : cell.slice(tagEnd, cell.lastIndexOf("</", end - 1));
    return cell.slice(0, start) + (change(tag, content) ?? cell.slice(start, end)) + cell.slice(end);
  }

  #replaceCells(changes: ReadonlyMap<StoredCell, string>): void {
    const pieces: string[] = [];
    let at = 0;
    for (const [cell, text] of [...changes].toSorted(([one], [other]) => one.start - other.start)) {
      pieces.push(this.#data.slice(at, cell.start), text);
      at = cell.end;
    }
    pieces.push(this.#data.slice(at));
    this.xml.replace(new Map([[this.xml.names.indexOf("sheetData"), pieces.join("")]]));
  }

  /**
   * Takes the formulas of cells away with all that belongs to their results, or gives them another text. Everything else keeps its text,
   * also in these cells.
   */
  *setFormulasSteps(changes: ReadonlyMap<StoredCell, string | undefined>): Steps<void> {
    const texts = new Map<StoredCell, string>();
    for (const [cell, next] of changes) {
      texts.set(cell, next === undefined ? this.#valueOnly(cell) : this.#withFormula(cell, next));
      if (texts.size % cellsPerStep === 0) yield;
    }
    this.#replaceCells(texts);
  }

  #withFormula(cell: StoredCell, next: string): string {
    return this.#changeElement(this.#textOf(cell), "f", (tag) => {
      // A formula with a text of its own is shared no longer.
      const own = cell.formula?.kind === "plain" ? ["t", "ref", "si"] : [];
      const attributes = own.reduce((known, name) => withAttribute(known, known.length, name, undefined), openTag(tag));
      return `${attributes}${escapeText(encodeText(next))}</${tagName(tag, 0)}>`;
    });
  }

  /** The text of a cell without its formula, and without its rich value, of which a cell shows a part only. */
  #valueOnly(cell: StoredCell): string {
    const text = withoutElement(this.xml.part, this.#textOf(cell), "f");
    const plain = ["cm", "vm"].reduce(
      (result, name) => withAttribute(result, endOfTag(result, 0), name, undefined),
      text,
    );
    if (cell.type !== "str" || typeof cell.value !== "string") return plain;
    const withType = withAttribute(plain, endOfTag(plain, 0), "t", cell.value === "" ? undefined : "s");
    if (cell.value === "") return withoutElement(this.xml.part, withType, "v");
    // Only a result has its text in the cell itself.
    const index = this.#parts.strings.indexOf(cell.value);
    return this.#changeElement(withType, "v", (tag) => `${openTag(tag)}${index}</${tagName(tag, 0)}>`);
  }

  #writeRow(
    row: number,
    cells: readonly NextCell[],
    changes: Readonly<Record<string, string | undefined>> = {},
  ): string {
    const attributes = omitAttributes(this.rows.get(row)?.attributes ?? {}, ["r", "spans"]);
    const content = cells.map((cell) => (cell.keep === undefined ? this.#writeCell(cell) : this.#keptCell(cell.keep)));
    return element("row", { r: row + 1, ...attributes, ...changes }, content.join(""));
  }

  /** The text of a cell. Its names may have a prefix, and the writer adds it again. */
  #keptCell({ start, end, row, column }: StoredCell): string {
    const text = this.xml.unprefixed(this.#data.slice(start, end));
    return /^<c\s[^>]*\br=/.test(text) ? text : text.replace(/^<c/, `<c r="${cellName(row, column)}"`);
  }

  #writeCell({ row, column, xf, value, formula }: Extract<NextCell, { keep?: undefined }>): string {
    const { type, text } = this.#writeValue(value, formula !== undefined);
    const attributes = {
      r: cellName(row, column),
      s: xf === 0 ? undefined : xf,
      t: type,
      cm: formula?.kind === "dynamic" ? this.#parts.metadata.dynamic : undefined,
    };
    return element(
      "c",
      attributes,
      (formula === undefined ? "" : writeFormulaElement(formula)) + (text === undefined ? "" : element("v", {}, text)),
    );
  }

  #writeValue(value: CellValue | undefined, isResult: boolean): { readonly type?: string; readonly text?: string } {
    if (value === undefined) return {};
    if (typeof value === "number") return { text: String(value) };
    if (typeof value === "boolean") return { type: "b", text: value ? "1" : "0" };
    if (typeof value === "object") return { type: "e", text: fileError(value.error) };
    if (isResult) return { type: "str", text: escapeText(encodeText(value)) };
    return { type: "s", text: String(this.#parts.strings.indexOf(value)) };
  }
}

const fileErrors = new Set(["#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA"]);

/** Newer errors need a part of their own; programs that do not know it see these. */
const fileError = (error: string): string =>
  fileErrors.has(error) ? error : error === "#BUSY!" ? "#GETTING_DATA" : "#VALUE!";

const writeFormulaElement = ({ text, kind, range }: Omit<StoredFormula, "shared">): string => {
  const attributes = kind === "plain" ? {} : { t: "array", ref: range };
  return element("f", attributes, escapeText(encodeText(text)));
};

type CellAttributes = Readonly<Record<string, string>>;

class CellReader {
  readonly cells: StoredCell[] = [];
  readonly rows = new Map<number, StoredRow>();
  readonly #part: string;
  readonly #parts: CellParts;
  #row = -1;
  #column = -1;
  #attributes: CellAttributes = {};
  #start = 0;
  #formula: CellAttributes | undefined;
  #formulaText = "";
  #valueText: string | undefined;
  #within = "";
  #string = new StringReader();
  formulaCharacters = 0;
  /** The length of each shared formula. */
  readonly #sharedLengths = new Map<number, number>();

  constructor(part: string, parts: CellParts) {
    this.#part = part;
    this.#parts = parts;
  }

  readSteps(data: string): Steps<void> {
    return scanXmlSteps(this.#part, data, {
      open: (name, attributes, start) => this.#open(name, attributes, start),
      text: (text) => this.#text(text),
      close: (name, end) => this.#close(name, end),
    });
  }

  #open(name: string, attributes: CellAttributes, start: number): void {
    if (name === "row") this.#openRow(attributes, start);
    else if (name === "c") this.#openCell(attributes, start);
    else {
      if (name === "f") this.#formula = attributes;
      if (name === "v") this.#valueText = "";
      this.#within = name;
      this.#string.open(name);
    }
  }

  #openRow(attributes: CellAttributes, start: number): void {
    const reference = attributes["r"];
    const row = reference === undefined ? this.#row + 1 : Number(reference) - 1;
    if (!Number.isInteger(row) || row < 0 || row >= sheetRows)
      throw new OoxmlError(`The part "${this.#part}" has the row "${reference ?? row + 1}", which no sheet has.`);
    if (this.rows.has(row)) throw new OoxmlError(`The part "${this.#part}" has the row ${row + 1} twice.`);
    this.#row = row;
    this.#column = -1;
    this.rows.set(row, { attributes, start, end: start });
  }

  #openCell(attributes: CellAttributes, start: number): void {
    const reference = attributes["r"];
    const place = reference === undefined ? { row: this.#row, column: this.#column + 1 } : parseCell(reference);
    if (place?.row !== this.#row || place.column <= this.#column || place.column >= sheetColumns)
      throw new OoxmlError(`The part "${this.#part}" has the cell "${reference ?? ""}" at a wrong place.`);
    if (this.cells.length >= mostSheetCells)
      throw new OoxmlError(
        `A sheet may have up to ${mostSheetCells.toLocaleString("en")} cells; "${this.#part}" has more.`,
      );
    this.#column = place.column;
    this.#attributes = attributes;
    this.#start = start;
  }

  #text(text: string): void {
    if (this.#within === "f") this.#formulaText += text;
    else if (this.#within === "v") this.#valueText = (this.#valueText ?? "") + text;
    else this.#string.text(text);
  }

  #close(name: string, end: number): void {
    this.#string.close(name);
    if (name === "is") this.#valueText = this.#string.take();
    this.#within = "";
    if (name !== "c") return;
    const value = this.#value(this.#valueText);
    const formula = this.#formula === undefined ? undefined : this.#readFormula(this.#formula);
    this.cells.push({
      row: this.#row,
      column: this.#column,
      xf: Number(this.#attributes["s"] ?? 0),
      ...(value !== undefined && { value }),
      ...(formula !== undefined && { formula }),
      ...(this.#attributes["vm"] !== undefined && { rich: Number(this.#attributes["vm"]) }),
      type: this.#attributes["t"] ?? "n",
      start: this.#start,
      end,
    });
    this.#formula = undefined;
    this.#formulaText = "";
    this.#valueText = undefined;
  }

  /** Counts the text of each formula, also where cells share one: a small file can mean very much of it. */
  #countFormula(length: number, shared: string | undefined): void {
    if (shared !== undefined && length > 0) this.#sharedLengths.set(Number(shared), length);
    this.formulaCharacters +=
      length > 0 || shared === undefined ? length : (this.#sharedLengths.get(Number(shared)) ?? 0);
  }

  #value(text: string | undefined): CellValue | undefined {
    if (text === undefined) return undefined;
    const type = this.#attributes["t"] ?? "n";
    if (type === "s") {
      if (text.trim() === "") return undefined;
      const shared = this.#parts.strings.get(Number(text));
      if (shared !== undefined) return shared;
      throw new OoxmlError(`The part "${this.#part}" names the text ${text}, which the file does not have.`);
    }
    if (type === "inlineStr") return text;
    if (type === "str") return decodeText(text);
    if (text === "") return undefined;
    if (type === "b") return isOn(text.trim());
    if (type === "e") return { error: text };
    if (type === "d") return readSerial(text, this.#parts.dates1904);
    const number = Number(text);
    if (Number.isFinite(number)) return number;
    throw new OoxmlError(`The part "${this.#part}" has the number "${text.slice(0, 40)}", which is none.`);
  }

  #readFormula(attributes: CellAttributes): StoredFormula {
    const text = decodeText(this.#formulaText);
    if (text.length > longestStored)
      throw new OoxmlError(
        `The part "${this.#part}" has a formula of more than ${longestStored.toLocaleString("en")} characters.`,
      );
    this.#countFormula(text.length, attributes["si"]);
    const { t, ref, si } = attributes as Readonly<Record<"t" | "ref" | "si", string | undefined>>;
    const range = ref === undefined ? {} : { range: ref };
    if (t === "dataTable") return { text, kind: "dataTable", ...range, dataTable: readDataTable(attributes) };
    if (t === "array") {
      const dynamic = this.#parts.metadata.isDynamic(Number(this.#attributes["cm"] ?? 0));
      return { text, kind: dynamic ? "dynamic" : "array", ...range };
    }
    return { text, kind: "plain", ...(t === "shared" && { shared: Number(si) }) };
  }
}

const readDataTable = (attributes: CellAttributes): NonNullable<StoredFormula["dataTable"]> => ({
  isTwoWay: isOn(attributes["dt2D"]),
  isByRow: isOn(attributes["dtr"]),
  inputs: [attributes["r1"], attributes["r2"]],
});

const isoTime = /^T?(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?Z?$/;
const isoDuration = /^(-)?P(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** The serial number of a date, a time of day or a duration in ISO 8601; any other text as it is. */
const readSerial = (text: string, from1904: boolean): number | string => {
  const seconds = (parts: readonly (string | undefined)[]): number =>
    parts.reduce((sum, part, index) => sum + Number((part ?? "0").replace(",", ".")) * 60 ** (2 - index), 0);
  const time = isoTime.exec(text);
  if (time !== null) return (seconds(time.slice(1, 4)) * 1_000) / millisecondsPerDay;
  const duration = text === "P" ? null : isoDuration.exec(text);
  if (duration !== null) {
    const days = Number(duration[2] ?? 0) + (seconds(duration.slice(3, 6)) * 1_000) / millisecondsPerDay;
    return duration[1] === undefined ? days : -days;
  }
  const hasZone = /[zZ]$/.test(text) || !text.includes("T") || /[+-]\d\d:?\d\d$/.test(text.slice(text.indexOf("T")));
  const moment = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(moment) ? text : unixToSerial(moment, from1904);
};
