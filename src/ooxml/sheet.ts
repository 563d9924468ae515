import { cellName, parseCell } from "../facts/addresses";
import { sheetColumns, sheetRows } from "../facts/excel-limits";
import type { CellMetadata } from "./cell-metadata";
import { moveFormula } from "./formulas";
import { OoxmlError } from "./ooxml-error";
import { decodeText, encodeText, type SharedStrings, StringReader } from "./shared-strings";
import type { CellValue } from "./workbook-model";
import { EditableXml, element, escapeText, isOn, scanXml, withAttribute, without } from "./xml";

const mostCells = 1_000_000;
const longestFormula = 32_767;

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
  /** The number of a shared formula, whose text only the first of its cells has. */
  readonly shared?: number;
}

/**
 * The text of a cell's formula, also if it is shared; empty for a data table. Call it for the cells of a sheet in their order, with the
 * same map.
 */
export const formulaText = (
  cell: StoredCell & { readonly formula: StoredFormula },
  shared: Map<number, StoredCell>,
): string => {
  const { text, shared: number } = cell.formula;
  if (number === undefined) return text;
  if (text !== "") shared.set(number, cell);
  const first = shared.get(number);
  return text === "" && first?.formula !== undefined
    ? moveFormula(first.formula.text, cell.row - first.row, cell.column - first.column)
    : text;
};

/** A cell as the file stores it. `start` and `end` are its place in the sheet's data. */
export interface StoredCell {
  readonly row: number;
  readonly column: number;
  readonly xf: number;
  readonly value?: CellValue;
  readonly formula?: StoredFormula;
  /** The number of its rich value, counted from 1. */
  readonly rich?: number;
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
}

/** A worksheet's part: read in one pass, and written with the text of each cell that stays. */
export class SheetPart {
  readonly xml: EditableXml;
  readonly cells: readonly StoredCell[];
  readonly rows: ReadonlyMap<number, StoredRow>;
  readonly #data: string;
  readonly #parts: CellParts;

  /** @throws OoxmlError if it is no sheet, or has more than a million cells */
  constructor(part: string, xml: string, parts: CellParts) {
    this.xml = new EditableXml(part, xml);
    if (this.xml.rootName !== "worksheet") throw new OoxmlError(`The part "${part}" is no sheet.`);
    this.#parts = parts;
    this.#data = this.xml.get("sheetData") ?? "<sheetData/>";
    const reader = new CellReader(part, this.#data, parts);
    this.cells = reader.cells;
    this.rows = reader.rows;
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
    const written = [...lines]
      .toSorted(([one], [other]) => one - other)
      .map(([row, line]) => this.#writeRow(row, line, changedRows.get(row)));
    this.xml.set("sheetData", element("sheetData", {}, written.join("")), sheetOrder);
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
    let next = cell.replace(formulaElement, (whole, prefix: string, attributes: string) => {
      const content = text === undefined ? (/>([^<]*)</.exec(whole)?.[1] ?? "") : escapeText(encodeText(text));
      const kept = spill === undefined ? attributes : ` t="array" ref="${spill}"`;
      return content === "" ? whole : `<${prefix}f${kept}>${content}</${prefix}f>`;
    });
    if (spill !== undefined)
      next = withAttribute(next, next.indexOf(">") + 1, "cm", String(this.#parts.metadata.dynamic));
    if (!withoutResult) return next;
    const plain = next.replace(resultElement, "");
    const typed = withAttribute(plain, plain.indexOf(">") + 1, "t", undefined);
    return withAttribute(typed, typed.indexOf(">") + 1, "vm", undefined);
  }

  #replaceCells(changes: ReadonlyMap<StoredCell, string>): void {
    let [data, at] = ["", 0];
    for (const [cell, text] of [...changes].toSorted(([one], [other]) => one.start - other.start)) {
      data += this.#data.slice(at, cell.start) + text;
      at = cell.end;
    }
    this.xml.replace(new Map([[this.xml.names.indexOf("sheetData"), data + this.#data.slice(at)]]));
  }

  /** Takes the formulas of cells away, or gives them another text. Everything else keeps its text, also in these cells. */
  setFormulas(changes: ReadonlyMap<StoredCell, string | undefined>): void {
    this.#replaceCells(new Map([...changes].map(([cell, next]) => [cell, this.#withFormula(cell, next)])));
  }

  #withFormula(cell: StoredCell, next: string | undefined): string {
    const { value, formula } = cell;
    const text = this.#textOf(cell);
    if (next !== undefined)
      return text.replace(formulaElement, (_, prefix: string, attributes: string) => {
        // A formula with a text of its own is shared no longer.
        const kept =
          formula?.kind === "plain" ? attributes.replace(/\s(?:t|ref|si)=(?:"[^"]*"|'[^']*')/g, "") : attributes;
        return `<${prefix}f${kept}>${escapeText(encodeText(next))}</${prefix}f>`;
      });
    const plain = text.replace(formulaElement, "").replace(/^(<[^>]*?)\scm=(?:"[^"]*"|'[^']*')/, "$1");
    if (typeof value !== "string" || !/^<[^>]*\st=["']str["']/.test(plain)) return plain;
    if (value === "")
      return plain.replace(/^(<[^>]*?)\st=["']str["']/, "$1").replace(/<(?:[\w.-]+:)?v\b[^>/]*(?:\/>|><\/[^>]*>)/, "");
    // Only a result has its text in the cell itself.
    const index = this.#parts.strings.indexOf(value);
    return plain
      .replace(/^(<[^>]*\st=)["']str["']/, '$1"s"')
      .replace(/(<(?:[\w.-]+:)?v\b[^>]*>)[^<]*/, (_, open: string) => `${open}${index}`);
  }

  #writeRow(
    row: number,
    cells: readonly NextCell[],
    changes: Readonly<Record<string, string | undefined>> = {},
  ): string {
    const attributes = without(this.rows.get(row)?.attributes ?? {}, ["r", "spans"]);
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
      (formula === undefined ? "" : writeFormula(formula)) + (text === undefined ? "" : element("v", {}, text)),
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

/** The formula of a cell: its prefix and its attributes. */
const formulaElement = /<((?:[\w.-]+:)?)f((?:\s[^<>]*?)?)(?:\/>|>[^<]*<\/(?:[\w.-]+:)?f>)/;

/** The saved result of a formula. */
const resultElement = /<((?:[\w.-]+:)?)(v|is)\b[^>]*?(?:\/>|>[^]*?<\/\1\2>)/g;

const writeFormula = ({ text, kind, range }: Omit<StoredFormula, "shared">): string => {
  const attributes = kind === "plain" ? {} : { t: "array", ref: range };
  return element("f", attributes, escapeText(encodeText(text)));
};

type Attributes = Readonly<Record<string, string>>;

class CellReader {
  readonly cells: StoredCell[] = [];
  readonly rows = new Map<number, StoredRow>();
  readonly #part: string;
  readonly #parts: CellParts;
  #row = -1;
  #column = -1;
  #attributes: Attributes = {};
  #start = 0;
  #formula: Attributes | undefined;
  #formulaText = "";
  #valueText: string | undefined;
  #within = "";
  #string = new StringReader();

  constructor(part: string, data: string, parts: CellParts) {
    this.#part = part;
    this.#parts = parts;
    scanXml(part, data, {
      open: (name, attributes, start) => this.#open(name, attributes, start),
      text: (text) => this.#text(text),
      close: (name, end) => this.#close(name, end),
    });
  }

  #open(name: string, attributes: Attributes, start: number): void {
    if (name === "row") this.#openRow(attributes, start);
    else if (name === "c") this.#openCell(attributes, start);
    else {
      if (name === "f") this.#formula = attributes;
      if (name === "v") this.#valueText = "";
      this.#within = name;
      this.#string.open(name);
    }
  }

  #openRow(attributes: Attributes, start: number): void {
    const given = attributes["r"];
    const row = given === undefined ? this.#row + 1 : Number(given) - 1;
    if (!Number.isInteger(row) || row < 0 || row >= sheetRows)
      throw new OoxmlError(`The part "${this.#part}" has the row "${given ?? row + 1}", which no sheet has.`);
    if (this.rows.has(row)) throw new OoxmlError(`The part "${this.#part}" has the row ${row + 1} twice.`);
    this.#row = row;
    this.#column = -1;
    this.rows.set(row, { attributes, start, end: start });
  }

  #openCell(attributes: Attributes, start: number): void {
    const given = attributes["r"];
    const place = given === undefined ? { row: this.#row, column: this.#column + 1 } : parseCell(given);
    if (place?.row !== this.#row || place.column <= this.#column || place.column >= sheetColumns)
      throw new OoxmlError(`The part "${this.#part}" has the cell "${given ?? ""}" at a wrong place.`);
    if (this.cells.length >= mostCells)
      throw new OoxmlError(`A sheet may have up to ${mostCells.toLocaleString("en")} cells; "${this.#part}" has more.`);
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
      start: this.#start,
      end,
    });
    this.#formula = undefined;
    this.#formulaText = "";
    this.#valueText = undefined;
  }

  #value(text: string | undefined): CellValue | undefined {
    if (text === undefined) return undefined;
    const type = this.#attributes["t"] ?? "n";
    if (type === "s") {
      const shared = this.#parts.strings.get(Number(text));
      if (shared !== undefined) return shared;
      throw new OoxmlError(`The part "${this.#part}" names the text ${text}, which the file does not have.`);
    }
    if (type === "inlineStr") return text;
    if (type === "str") return decodeText(text);
    if (text === "") return undefined;
    if (type === "b") return isOn(text.trim());
    if (type === "e") return { error: text };
    if (type === "d") return serialOf(text);
    const number = Number(text);
    if (Number.isFinite(number)) return number;
    throw new OoxmlError(`The part "${this.#part}" has the number "${text.slice(0, 40)}", which is none.`);
  }

  #readFormula(attributes: Attributes): StoredFormula {
    const text = decodeText(this.#formulaText);
    if (text.length > longestFormula)
      throw new OoxmlError(
        `The part "${this.#part}" has a formula of more than ${longestFormula.toLocaleString("en")} characters.`,
      );
    const { t, ref, si } = attributes as Readonly<Record<"t" | "ref" | "si", string | undefined>>;
    const range = ref === undefined ? {} : { range: ref };
    if (t === "dataTable") return { text, kind: "dataTable", ...range };
    if (t === "array") {
      const dynamic = this.#parts.metadata.isDynamic(Number(this.#attributes["cm"] ?? 0));
      return { text, kind: dynamic ? "dynamic" : "array", ...range };
    }
    return { text, kind: "plain", ...(t === "shared" && { shared: Number(si) }) };
  }
}

/** The serial number of a date in ISO 8601. */
const serialOf = (text: string): number | string => {
  const time = Date.parse(/[zZ]$|T.*[+-]\d\d:?\d\d$/.test(text) || !text.includes("T") ? text : `${text}Z`);
  return Number.isNaN(time) ? text : time / 86_400_000 + 25_569;
};
