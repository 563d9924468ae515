import { cellName, columnLetters, formatCorners, parseCell, parseRange, unquoteSheet } from "../facts/addresses";
import { blankSheet, sheetType } from "./blank-workbook";
import { type FormulaNames, fromFileFormula, isFileNameOf, mapSpillReferences, namesAny } from "./formulas";
import { OoxmlError, readable } from "./ooxml-error";
import { type OpenSheet, OpenWorkbook } from "./open-workbook";
import { officeRelations } from "./package";
import { formulaText, type NextCell, SheetPart, type StoredCell, type StoredFormula } from "./sheet";
import { type AddinSigns, removeAddin } from "./web-extensions";
import type { CellValue } from "./workbook-model";
import { childOf, childrenOf, element, escapeText, parseXml } from "./xml";

/** A formula that became its value. */
export interface CopiedBlock {
  readonly sheet: string;
  /** The cell of the formula, for example `B3`. */
  readonly cell: string;
  /** As it is typed, with `=`. */
  readonly formula: string;
  /** The cells of its result; `cell` alone if it did not spill. */
  readonly range: string;
  /** Errors among its values, each once. */
  readonly errors: readonly string[];
}

/** A row of the sheet that tells about the data. */
export interface AboutRow {
  readonly cells: readonly (string | number)[];
  readonly look?: "title" | "header";
}

/** A sheet of texts that is added behind the others. */
export interface AboutSheet {
  readonly name: string;
  /** Widths of the columns, in characters. */
  readonly widths: readonly number[];
  readonly rows: (blocks: readonly CopiedBlock[]) => readonly AboutRow[];
}

export interface CopyContext extends FormulaNames {
  readonly addin: AddinSigns;
  /** What the add-in keeps in the workbook itself: custom XML parts of this namespace, and names that begin so. */
  readonly kept: { readonly namespace: string; readonly namePrefix: string };
  readonly about: AboutSheet;
}

export interface ValuesCopy {
  readonly bytes: Uint8Array;
  readonly blocks: readonly CopiedBlock[];
  /** Parts that still name one of the functions, for example the rule of a conditional format. */
  readonly left: readonly string[];
}

/**
 * Makes a copy of an .xlsx file for people without the add-in. Each formula that names one of our functions becomes its last value,
 * references to spills that are gone become ranges, and the parts of the add-in go. Everything else keeps its text.
 * @throws OoxmlError if the file cannot be read
 */
export const valuesCopy = (bytes: Uint8Array, context: CopyContext): ValuesCopy => {
  const copy = new Copy(bytes, context);
  return copy.write();
};

type ShownSheet = OpenSheet & { readonly cells: SheetPart };
type FormulaCell = StoredCell & { readonly formula: StoredFormula };

const workbookOrder = ["sheets", "functionGroups", "externalReferences", "definedNames", "calcPr"];

const isResult = (cell: StoredCell): cell is FormulaCell => cell.formula !== undefined;

class Copy {
  readonly #context: CopyContext;
  readonly #open: OpenWorkbook;
  readonly #sheets: readonly ShownSheet[];
  /** Defined names whose formulas name one of our functions, in capitals. */
  readonly #ownNames: ReadonlySet<string>;
  /** The range of each result that became values, by sheet in lower case and cell. */
  readonly #ranges = new Map<string, string>();

  constructor(bytes: Uint8Array, context: CopyContext) {
    this.#context = context;
    this.#open = new OpenWorkbook(bytes);
    this.#sheets = this.#open.sheets.filter((sheet): sheet is ShownSheet => sheet.cells !== undefined);
    this.#ownNames = this.#findOwnNames();
  }

  write(): ValuesCopy {
    const { parts } = this.#open;
    const reachable = parts.reachable();
    const changes = this.#sheets.map((sheet) => ({ sheet, ...this.#findBlocks(sheet) }));
    const blocks = changes.flatMap((change) => change.blocks);
    for (const { sheet, values } of changes) this.#changeSheet(sheet, values);
    for (const sheet of this.#sheets) this.#changeTables(sheet);
    this.#changeNames();
    this.#addAbout(blocks);
    this.#open.writeShared();
    this.#open.dropCalculationChain();
    parts.set(this.#open.part, this.#open.xml.toString());
    removeAddin(parts, this.#context.addin);
    this.#removeKept();
    const still = parts.reachable();
    for (const gone of reachable) if (!still.has(gone)) parts.delete(gone);
    return { bytes: parts.write(), blocks, left: this.#left() };
  }

  #isOwn(formula: string): boolean {
    return namesAny(formula, { ...this.#context, defined: this.#ownNames });
  }

  #findOwnNames(): ReadonlySet<string> {
    const own = new Set<string>();
    const names = childrenOf(childOf(this.#open.root, "definedNames"), "definedName");
    // A name may name another one.
    for (let known = -1; known !== own.size;) {
      known = own.size;
      for (const { attributes, text } of names)
        if (namesAny(text, { ...this.#context, defined: own })) own.add((attributes["name"] ?? "").toUpperCase());
    }
    return own;
  }

  #findBlocks({ name, cells: { cells } }: ShownSheet): {
    readonly blocks: readonly CopiedBlock[];
    readonly values: ReadonlySet<StoredCell>;
  } {
    const shared = new Map<number, StoredCell>();
    const values = new Set<StoredCell>();
    const byPlace = new Map(cells.map((cell) => [cellName(cell.row, cell.column), cell]));
    const blocks = cells.filter(isResult).flatMap((cell): CopiedBlock[] => {
      const text = formulaText(cell, shared);
      if (!this.#isOwn(text)) return [];
      const place = cellName(cell.row, cell.column);
      const range = cell.formula.range ?? place;
      const area = parseRange(range);
      const spilled = area === undefined ? [] : cellsOf(area).flatMap((at) => byPlace.get(at) ?? []);
      for (const one of [cell, ...spilled]) values.add(one);
      this.#ranges.set(keyOf(name, place), range);
      const errors = new Set(
        [cell, ...spilled].flatMap(({ value }) => (typeof value === "object" ? [value.error] : [])),
      );
      const formula = `=${fromFileFormula(text, this.#context)}`;
      return [{ sheet: name, cell: place, formula, range, errors: [...errors] }];
    });
    return { blocks, values };
  }

  #changeSheet({ name, part, cells }: ShownSheet, values: ReadonlySet<StoredCell>): void {
    const shared = new Map<number, StoredCell>();
    const changes = new Map<StoredCell, string | undefined>([...values].map((cell) => [cell, undefined]));
    const formulas = cells.cells.filter(isResult).map((cell) => ({ cell, text: formulaText(cell, shared) }));
    const unshared = new Set<number>();
    for (const { cell, text } of formulas) {
      if (values.has(cell)) continue;
      const next = this.#withRanges(text, name);
      if (next === text && !unshared.has(cell.formula.shared ?? -1)) continue;
      changes.set(cell, next);
      // The others of its group would lose the text that they share.
      if (cell.formula.shared !== undefined) unshared.add(cell.formula.shared);
    }
    for (const { cell, text } of formulas)
      if (unshared.has(cell.formula.shared ?? -1) && !changes.has(cell))
        changes.set(cell, this.#withRanges(text, name));
    if (changes.size === 0) return;
    cells.setFormulas(changes);
    this.#open.parts.set(part, cells.xml.toString());
  }

  /** A formula whose references to spills that are gone are ranges. `sheet` is that of the formula. */
  #withRanges(formula: string, sheet: string): string {
    return mapSpillReferences(formula, (operand) => this.#rangeOf(operand, sheet));
  }

  #rangeOf(operand: string, sheet: string): string | undefined {
    const bang = operand.lastIndexOf("!");
    const place = operand.slice(bang + 1);
    const cell = parseCell(place);
    if (cell === undefined) return this.#rangeOfName(operand);
    const owner = bang === -1 ? sheet : unquoteSheet(operand.slice(0, bang));
    const range = this.#ranges.get(keyOf(owner, cellName(cell.row, cell.column)));
    if (range === undefined) return undefined;
    return operand.slice(0, bang + 1) + likeReference(range, place);
  }

  /** The range for a name that means the cell of a result. */
  #rangeOfName(name: string): string | undefined {
    const names = childrenOf(childOf(this.#open.root, "definedNames"), "definedName");
    const meant = names.find(({ attributes }) => attributes["name"]?.toUpperCase() === name.toUpperCase())?.text;
    return meant?.includes("!") === true && parseCell(meant.slice(meant.lastIndexOf("!") + 1)) !== undefined
      ? this.#rangeOf(meant, "")
      : undefined;
  }

  /** A column whose formula names our functions has values only. */
  #changeTables(sheet: ShownSheet): void {
    const { parts } = this.#open;
    for (const { part } of this.#open.tablesOf(sheet)) {
      const text = parts.text(part);
      const next = text.replace(columnFormula, (whole, formula: string) =>
        this.#isOwn(parseXml(part, `<f>${formula}</f>`).text) ? "" : whole,
      );
      if (next !== text) parts.set(part, next);
    }
  }

  #removeKept(): void {
    const { parts, part: workbook } = this.#open;
    const { namespace } = this.#context.kept;
    for (const { id, kind, target, external } of parts.relations(workbook)) {
      if (kind !== "customXml" || external || !parts.has(target)) continue;
      const xml = readable(() => parseXml(target, parts.text(target)));
      if (xml?.attributes["xmlns"] === namespace) parts.unrelate(workbook, id);
    }
  }

  /** Names of our functions and those that the add-in keeps go; in others, references to spills become ranges if they are absolute. */
  #changeNames(): void {
    const { xml, root } = this.#open;
    const names = childOf(root, "definedNames")?.children ?? [];
    if (names.length === 0) return;
    const written = names.flatMap(({ attributes, text }) => {
      const name = attributes["name"] ?? "";
      const isKept = name.startsWith(this.#context.kept.namePrefix);
      if (isKept || this.#ownNames.has(name.toUpperCase()) || isFileNameOf(name, this.#context)) return [];
      const next = mapSpillReferences(text, (operand) =>
        /\$[A-Z]+\$\d+$/i.test(operand) ? this.#rangeOf(operand, "") : this.#rangeOfName(operand),
      );
      return [{ attributes, text: next, changed: next !== text }];
    });
    if (written.length === names.length && !written.some(({ changed }) => changed)) return;
    const all = written.map(({ attributes, text }) => element("definedName", attributes, escapeText(text))).join("");
    xml.set("definedNames", all === "" ? undefined : element("definedNames", {}, all), workbookOrder);
  }

  #addAbout(blocks: readonly CopiedBlock[]): void {
    const { parts, part: workbook, xml, sheets, styles } = this.#open;
    const { about } = this.#context;
    const part = parts.freeName("xl/worksheets/sheet", ".xml");
    const blank = blankSheet(10, 15);
    parts.set(part, blank, sheetType);
    const sheet = new SheetPart(part, blank, this.#open);
    const looks = {
      title: styles.xfFor({ ...styles.format(0), bold: true, size: 14 }),
      header: styles.xfFor({ ...styles.format(0), bold: true, wrap: true, vertical: "top" }),
      plain: styles.xfFor({ ...styles.format(0), wrap: true, vertical: "top", align: "left" }),
    };
    const cells = about
      .rows(blocks)
      .flatMap(({ cells: values, look }, row) =>
        values.map((value: CellValue, column): NextCell => ({ row, column, xf: looks[look ?? "plain"], value })),
      );
    sheet.write(cells, new Map());
    const columns = about.widths.map((width, at) =>
      element("col", { min: at + 1, max: at + 1, width, customWidth: 1 }),
    );
    sheet.xml.insert("cols", element("cols", {}, columns.join("")), ["cols", "sheetData"]);
    parts.set(part, sheet.xml.toString());
    const relation = parts.relate(workbook, `${officeRelations}/worksheet`, part);
    const sheetId = Math.max(...sheets.map((one) => one.sheetId)) + 1;
    const known = childOf(this.#open.root, "sheets")?.children ?? [];
    const idName = Object.keys(known[0]?.attributes ?? {}).find((name) => name.endsWith(":id")) ?? "r:id";
    const used = new Set(sheets.map(({ name }) => name.toLowerCase()));
    const listed = known.map(({ attributes }) => element("sheet", attributes));
    const added = element("sheet", { name: freeSheetName(about.name, used), sheetId, [idName]: relation });
    xml.set("sheets", element("sheets", {}, [...listed, added].join("")), workbookOrder);
  }

  /** What still names a function: a rule or a chart that no cell shows. */
  #left(): string[] {
    const { parts } = this.#open;
    return parts.names.filter((name) => {
      if (!name.endsWith(".xml") || /sharedStrings|^docProps|^customXml/.test(name)) return false;
      return formulasIn(name, parts.text(name)).some((formula) => this.#isOwn(formula));
    });
  }
}

const columnFormula = /<(?:[\w.-]+:)?(?:calculatedColumnFormula|totalsRowFormula)\b[^>]*>([^<]*)<\/[^>]*>/g;

/** The texts of all elements that hold formulas. */
const formulasIn = (part: string, xml: string): string[] =>
  [
    ...xml.matchAll(
      /<(?:[\w.-]+:)?(?:f|formula|formula1|formula2|definedName|calculatedColumnFormula)\b[^>]*>([^<]+)</g,
    ),
  ].map(([, text = ""]) => parseXml(part, `<f>${text}</f>`).text);

const keyOf = (sheet: string, cell: string): string => `${sheet.toLowerCase()}!${cell}`;

const cellsOf = ({
  startRow,
  startColumn,
  endRow,
  endColumn,
}: NonNullable<ReturnType<typeof parseRange>>): string[] => {
  const cells: string[] = [];
  for (let row = startRow; row <= endRow; row += 1)
    for (let column = startColumn; column <= endColumn; column += 1) cells.push(cellName(row, column));
  return cells;
};

/** A range with the dollar signs of the reference to its first cell. */
const likeReference = (range: string, reference: string): string => {
  const area = parseRange(range);
  if (area === undefined) throw new OoxmlError(`A result has the range "${range}", which is none.`);
  const [, column = "", row = ""] = /^(\$?)[A-Za-z]+(\$?)/.exec(reference) ?? [];
  const corner = (at: number, line: number): string => `${column}${columnLetters(at)}${row}${line + 1}`;
  const start = corner(area.startColumn, area.startRow);
  return formatCorners(area).includes(":") ? `${start}:${corner(area.endColumn, area.endRow)}` : start;
};

/** `About the data`, or `About the data (2)` if a sheet has that name. `used` is in lower case. */
const freeSheetName = (name: string, used: ReadonlySet<string>): string => {
  for (let number = 1; ; number += 1) {
    const next = number === 1 ? name : `${name.slice(0, 26)} (${number})`;
    if (!used.has(next.toLowerCase())) return next;
  }
};
