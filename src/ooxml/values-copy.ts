import { cellName, type CellRange, columnLetters, formatCorners, parseCell, parseRange } from "../facts/addresses";
import { unquoteSheet } from "../facts/sheet-names";
import { blankSheet, sheetType } from "./blank-workbook";
import { RangeSweep } from "./cell-reference";
import { Dependencies } from "./dependencies";
import { toFileName, type FormulaNames, fromFileFormula, isFileNameFor, mapSpillReferences } from "./formulas";
import { OoxmlError, ifReadable } from "./ooxml-error";
import { type OpenSheet, OpenWorkbook } from "./open-workbook";
import { OwnNames } from "./own-names";
import { removeUnusedRichValues } from "./rich-values";
import { type FormulaCell, SharedFormulas } from "./shared-formulas";
import { type NextCell, SheetPart, type StoredCell } from "./sheet";
import { runSteps, type Steps } from "./steps";
import { type AddinSigns, removeAddin } from "./web-extensions";
import type { CellValue } from "./workbook-model";
import { element, escapeText, mapElementTexts, endOfTag, rootNamespace, scanXml, withAttribute } from "./xml";

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
  /** Whether a called function is ours, by its name as a formula of a file has it, right or wrong. */
  readonly isOwnFunction: (call: string) => boolean;
  /** What we keep in the workbook itself: custom XML parts whose namespaces begin so, and names that begin so. */
  readonly kept: { readonly namespace: string; readonly namePrefix: string };
  readonly about: AboutSheet;
  /** How many of all steps are done. */
  readonly progress?: (done: number, total: number) => void;
}

export interface ValuesCopy {
  readonly bytes: Uint8Array;
  readonly blocks: readonly CopiedBlock[];
  /** Where the copy still uses a function or a result that is gone, for example the part with the rule of a conditional format. */
  readonly left: readonly string[];
}

/**
 * Makes a copy of an .xlsx file for people without the add-in. Each formula that uses one of our functions becomes its last value,
 * references to spills that are gone become ranges, and all that is ours and that no cell shows goes. Everything else keeps its text.
 * @throws OoxmlError if the file cannot be read
 */
export const valuesCopy = (bytes: Uint8Array, context: CopyContext): ValuesCopy =>
  runSteps(valuesCopySteps(bytes, context));

/** The same in steps. */
export function* valuesCopySteps(bytes: Uint8Array, context: CopyContext): Steps<ValuesCopy> {
  const open = yield* OpenWorkbook.readSteps(bytes);
  return yield* new Copy(open, context).writeSteps();
}

interface SheetOfCopy extends OpenSheet {
  readonly cells: SheetPart;
  /** Its place among all sheets, which names of one sheet refer to. */
  readonly index: number;
}

interface CopyChange {
  readonly blocks: readonly CopiedBlock[];
  readonly values: ReadonlySet<StoredCell>;
}

const copiedWorkbookOrder = ["sheets", "functionGroups", "externalReferences", "definedNames", "calcPr"];
const formulasPerStep = 1_000;

const isFormulaCell = (cell: StoredCell): cell is FormulaCell => cell.formula !== undefined;

class Copy {
  readonly #context: CopyContext;
  readonly #open: OpenWorkbook;
  readonly #sheets: readonly SheetOfCopy[];
  readonly #names: OwnNames;
  /** The range of each result that became values, by sheet in lower case and cell. */
  readonly #ranges = new Map<string, string>();
  #dependencies: Dependencies | undefined;
  #done = 0;

  constructor(open: OpenWorkbook, context: CopyContext) {
    this.#context = context;
    this.#open = open;
    this.#sheets = open.sheets.flatMap((sheet, index) =>
      sheet.cells === undefined ? [] : [{ ...sheet, cells: sheet.cells, index }],
    );
    const functions = context.custom.flatMap((name) => [name.toUpperCase(), toFileName(name).toUpperCase()]);
    this.#names = new OwnNames(open, context.isOwnFunction, new Set(functions));
  }

  *writeSteps(): Steps<ValuesCopy> {
    const { parts } = this.#open;
    const reachable = parts.reachable();
    const changes = new Map<SheetOfCopy, CopyChange>();
    this.#report();
    for (const sheet of this.#sheets) {
      changes.set(sheet, yield* this.#findBlocks(sheet));
      this.#report();
    }
    const blocks = [...changes.values()].flatMap((change) => change.blocks);
    for (const [sheet, { values }] of changes) {
      yield* this.#changeSheet(sheet, values);
      this.#report();
    }
    for (const sheet of this.#sheets) this.#changeTables(sheet);
    this.#changeCharts();
    this.#changeNames();
    this.#removeRichValues(changes);
    this.#addAbout(blocks);
    this.#open.writeShared();
    this.#open.dropCalculationChain();
    parts.set(this.#open.part, this.#open.xml.toString());
    removeAddin(parts, this.#context.addin);
    this.#removeKept();
    this.#removeRevisions();
    const still = parts.reachable();
    for (const gone of reachable) if (!still.has(gone)) parts.delete(gone);
    const left = yield* this.#findLeft();
    this.#report();
    return { bytes: yield* parts.writeSteps(), blocks, left };
  }

  /** Notes that a step is done: reading, each sheet twice, the last check, and writing. */
  #report(): void {
    this.#done += 1;
    this.#context.progress?.(this.#done, 2 * this.#sheets.length + 3);
  }

  *#findBlocks({ name, index, cells: { cells } }: SheetOfCopy): Steps<CopyChange> {
    const formulas = new SharedFormulas();
    const values = new Set<StoredCell>();
    const spilled = new RangeSweep<CopiedBlock & { readonly errors: string[] }>();
    const blocks: CopiedBlock[] = [];
    let count = 0;
    for (const cell of cells) {
      const block = isFormulaCell(cell) ? this.#blockAt(cell, { name, index }, formulas) : spilled.find(cell);
      count += 1;
      if (count % formulasPerStep === 0) yield;
      if (block === undefined) continue;
      values.add(cell);
      const error = typeof cell.value === "object" ? cell.value.error : undefined;
      if (error !== undefined && !block.errors.includes(error)) block.errors.push(error);
      if (!isFormulaCell(cell)) continue;
      blocks.push(block);
      this.#ranges.set(spillKey(name, block.cell), block.range);
      const area = parseRange(block.range);
      if (area !== undefined && block.range !== block.cell && !spilled.add(area, block))
        throw new OoxmlError("The array formulas of a sheet are too wide.");
    }
    return { blocks, values };
  }

  #blockAt(
    cell: FormulaCell,
    { name, index }: Pick<SheetOfCopy, "name" | "index">,
    formulas: SharedFormulas,
  ): (CopiedBlock & { readonly errors: string[] }) | undefined {
    const place = cellName(cell.row, cell.column);
    const block = { sheet: name, cell: place, range: cell.formula.range ?? place, errors: [] };
    if (cell.formula.dataTable !== undefined) {
      const inputs = cell.formula.dataTable.inputs.map((input) => input ?? "").join(",");
      return this.#calculatesOwn(cell, index) ? { ...block, formula: `=TABLE(${inputs})` } : undefined;
    }
    const text = formulas.textOf(cell);
    return this.#names.isOwnFormula(text, index)
      ? { ...block, formula: `=${fromFileFormula(text, this.#context)}` }
      : undefined;
  }

  /** Whether a data table recalculates ours: with its value instead, all of the table would have one value. */
  #calculatesOwn({ formula }: FormulaCell, index: number): boolean {
    const area = parseRange(formula.range ?? "");
    if (area === undefined || formula.dataTable === undefined) return false;
    const { isTwoWay, isByRow } = formula.dataTable;
    const above = { ...area, startRow: area.startRow - 1, endRow: area.startRow - 1 };
    const beside = { ...area, startColumn: area.startColumn - 1, endColumn: area.startColumn - 1 };
    const formulas = isTwoWay ? { ...above, ...onlyColumns(beside) } : isByRow ? beside : above;
    this.#dependencies ??= new Dependencies(this.#open, this.#names);
    return this.#dependencies.useOwn({ sheet: index, ...formulas });
  }

  *#changeSheet(sheet: SheetOfCopy, values: ReadonlySet<StoredCell>): Steps<void> {
    const { part, cells, index } = sheet;
    const shared = new SharedFormulas();
    const changes = new Map<StoredCell, string | undefined>([...values].map((cell) => [cell, undefined]));
    const formulas = cells.cells.filter(isFormulaCell).map((cell) => ({ cell, text: shared.textOf(cell) }));
    const unshared = new Set<number>();
    let count = 0;
    for (const { cell, text } of formulas) {
      count += 1;
      if (count % formulasPerStep === 0) yield;
      const next = values.has(cell) ? undefined : this.#withRanges(text, sheet);
      const number = cell.formula.shared;
      // The others of its group would lose the text that they share.
      if (number !== undefined && next !== text) unshared.add(number);
      if (next !== undefined && next !== text) changes.set(cell, next);
    }
    for (const { cell, text } of formulas)
      if (unshared.has(cell.formula.shared ?? -1) && !changes.has(cell))
        changes.set(cell, this.#withRanges(text, sheet));
    const before = cells.xml.toString();
    if (changes.size > 0) yield* cells.setFormulasSteps(changes);
    this.#changeRules(cells, index);
    const text = cells.xml.toString();
    if (text !== before) this.#open.parts.set(part, text);
  }

  /** Rules of conditional formats and data validation that use a result use its range. */
  #changeRules({ xml }: SheetPart, sheet: number): void {
    const changes = new Map<number, string>();
    xml.children.forEach((text, index) => {
      if (!ruleElements.has(xml.names[index] ?? "")) return;
      const next = this.#withRangesInElements(xml.part, text, sheet);
      if (next !== text) changes.set(index, next);
    });
    xml.replace(changes);
  }

  #withRangesInElements(part: string, xml: string, sheet: number | undefined): string {
    if (!/anchorarray/i.test(xml)) return xml;
    return mapElementTexts(part, xml, (name, text) =>
      formulaElements.has(name) ? mapSpillReferences(text, (operand) => this.#rangeOf(operand, sheet)) : undefined,
    );
  }

  #changeCharts(): void {
    const { parts } = this.#open;
    for (const part of parts.names) {
      if (!/chart/i.test(parts.contentType(part) ?? "") || !part.endsWith(".xml")) continue;
      const text = ifReadable(() => parts.text(part));
      const next = text === undefined ? undefined : ifReadable(() => this.#withRangesInElements(part, text, undefined));
      if (next !== undefined && next !== text) parts.set(part, next);
    }
  }

  /** A formula whose references to spills that are gone are ranges. */
  #withRanges(formula: string, { index }: SheetOfCopy): string {
    return mapSpillReferences(formula, (operand) => this.#rangeOf(operand, index));
  }

  #rangeOf(operand: string, sheet: number | undefined): string | undefined {
    const bang = operand.lastIndexOf("!");
    const place = operand.slice(bang + 1);
    const cell = parseCell(place);
    if (cell === undefined) return this.#rangeOfName(operand, sheet);
    const owner = bang === -1 ? this.#open.sheets[sheet ?? -1]?.name : unquoteSheet(operand.slice(0, bang));
    const range = this.#ranges.get(spillKey(owner ?? "", cellName(cell.row, cell.column)));
    if (range === undefined) return undefined;
    return operand.slice(0, bang + 1) + withDollarsFrom(range, place);
  }

  /** The range for a name that means the cell of a result. */
  #rangeOfName(name: string, sheet: number | undefined): string | undefined {
    const meant = this.#names.find(name, sheet)?.formula;
    return meant?.includes("!") === true && parseCell(meant.slice(meant.lastIndexOf("!") + 1)) !== undefined
      ? this.#rangeOf(meant, undefined)
      : undefined;
  }

  /** A column whose formula uses our functions has values only. */
  #changeTables(sheet: SheetOfCopy): void {
    const { parts } = this.#open;
    for (const { part } of this.#open.tablesOf(sheet)) {
      const text = parts.text(part);
      const next = mapElementTexts(part, text, (name, formula) =>
        columnElements.has(name) && this.#names.isOwnFormula(formula, sheet.index) ? null : undefined,
      );
      // A total of its own needs a formula.
      if (next !== text) parts.set(part, withoutLostTotals(part, next));
    }
  }

  #removeKept(): void {
    const { parts } = this.#open;
    const { namespace } = this.#context.kept;
    for (const source of ["", this.#open.part]) {
      const own = parts
        .relatedParts(source, "customXml")
        .filter((part) => ifReadable(() => rootNamespace(part, parts.text(part)))?.startsWith(namespace) === true);
      const gone = new Set(own.map((part) => part.toLowerCase()));
      parts.unrelateWhere(
        source,
        ({ kind, target, external }) => kind === "customXml" && !external && gone.has(target.toLowerCase()),
      );
    }
  }

  /** The history of a shared workbook, if it has formulas of ours. */
  #removeRevisions(): void {
    const { parts, part } = this.#open;
    const logs = parts.names.filter((name) => /^xl\/revisions\/.*\.xml$/i.test(name));
    if (logs.some((log) => this.#usesOwn(log)))
      parts.unrelateWhere(part, ({ kind }) => /^revisionHeaders|^usernames/.test(kind));
  }

  #removeRichValues(changes: ReadonlyMap<SheetOfCopy, CopyChange>): void {
    const usedIndexes = new Set<number>();
    let hasOwn = false;
    for (const [{ cells }, { values }] of changes)
      for (const cell of cells.cells) {
        if (cell.rich === undefined) continue;
        if (values.has(cell)) hasOwn = true;
        else usedIndexes.add(cell.rich);
      }
    if (hasOwn) removeUnusedRichValues(this.#open, usedIndexes);
  }

  /** Names of our functions and those that we keep go; in others, references to spills become ranges if they are absolute. */
  #changeNames(): void {
    const { xml } = this.#open;
    const { list } = this.#names;
    if (list.length === 0) return;
    const elements = list.flatMap((one) => {
      const isKept = one.name.startsWith(this.#context.kept.namePrefix);
      if (isKept || this.#names.isOwn(one) || isFileNameFor(one.name, this.#context)) return [];
      const next = mapSpillReferences(one.formula, (operand) =>
        /\$[A-Z]+\$\d+$/i.test(operand) ? this.#rangeOf(operand, one.sheet) : this.#rangeOfName(operand, one.sheet),
      );
      return [{ ...one, next }];
    });
    if (elements.length === list.length && elements.every(({ formula, next }) => formula === next)) return;
    const all = elements.map(({ attributes, next }) => element("definedName", attributes, escapeText(next))).join("");
    xml.set("definedNames", all === "" ? undefined : element("definedNames", {}, all), copiedWorkbookOrder);
  }

  #addAbout(blocks: readonly CopiedBlock[]): void {
    const { parts, part: workbook, xml, sheets, styles } = this.#open;
    const { about } = this.#context;
    const part = parts.freeName("xl/worksheets/sheet", ".xml");
    const blank = this.#open.inOwnNamespaces(blankSheet(10, 15));
    parts.set(part, blank, sheetType);
    const sheet = SheetPart.read(part, blank, this.#open);
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
    const relation = parts.relate(workbook, `${this.#open.relationNamespace}/worksheet`, part);
    const sheetId = sheets.reduce((highest, one) => Math.max(highest, one.sheetId), 0) + 1;
    const usedNames = new Set(sheets.map(({ name }) => name.toLowerCase()));
    const sheetElement = element("sheet", {
      name: unusedSheetName(about.name, usedNames),
      sheetId,
      ...this.#open.relationAttributes(relation),
    });
    xml.append("sheets", sheetElement, undefined, copiedWorkbookOrder);
  }

  /** Whether a part uses one of our functions, a name that is gone, or a result that is no spill any more. */
  #usesOwn(part: string, sheet?: number): boolean {
    let uses = false;
    const text = this.#open.parts.text(part);
    mapElementTexts(part, text, (name, formula) => {
      if (!formulaElements.has(name) && !columnElements.has(name) && name !== "definedName") return undefined;
      uses ||= this.#names.isOwnFormula(formula, sheet) || this.#usesGoneSpill(formula, sheet);
      return undefined;
    });
    if (/ctrlProp/i.test(part))
      scanXml(part, text, {
        open: (_name, attributes) => {
          uses ||= [attributes["fmlaRange"], attributes["fmlaLink"], attributes["fmlaTxbx"]].some(
            (formula) => formula !== undefined && this.#names.isOwnFormula(formula, sheet),
          );
        },
      });
    return uses;
  }

  #usesGoneSpill(formula: string, sheet: number | undefined): boolean {
    return mapSpillReferences(formula, (operand) => this.#rangeOf(operand, sheet)) !== formula;
  }

  /** Where the copy still uses what is gone: parts that no cell shows, and that cannot be changed without a loss. */
  *#findLeft(): Steps<readonly string[]> {
    const { parts } = this.#open;
    const left: string[] = [];
    for (const name of parts.names) {
      yield;
      // Other parts have no formulas; some are large, and some are no text.
      if (!/^xl\/.*\.xml$/i.test(name) || /sharedStrings|pivotCache|\/theme\/|richData/i.test(name)) continue;
      const sheet = this.#sheets.find(({ part }) => part === name)?.index;
      if (ifReadable(() => this.#usesOwn(name, sheet)) === true) left.push(name);
    }
    return left;
  }
}

/** Children of a sheet with rules that have formulas. */
const ruleElements = new Set(["conditionalFormatting", "dataValidations", "extLst"]);

const formulaElements = new Set(["f", "formula", "formula1", "formula2"]);

const columnElements = new Set(["calculatedColumnFormula", "totalsRowFormula"]);

/** A table in which columns with a total of their own and without its formula have no total. */
const withoutLostTotals = (part: string, xml: string): string => {
  const lostColumns: number[] = [];
  let [column, hasFormula] = [-1, false];
  scanXml(part, xml, {
    open: (name, attributes, start) => {
      if (name === "totalsRowFormula") hasFormula = true;
      if (name !== "tableColumn") return;
      hasFormula = false;
      column = attributes["totalsRowFunction"] === "custom" ? start : -1;
    },
    close: (name) => {
      if (name === "tableColumn" && column !== -1 && !hasFormula) lostColumns.push(column);
    },
  });
  const pieces: string[] = [];
  let at = 0;
  for (const start of lostColumns) {
    const end = endOfTag(xml, start);
    pieces.push(
      xml.slice(at, start),
      withAttribute(xml.slice(start, end), end - start, "totalsRowFunction", undefined),
    );
    at = end;
  }
  return pieces.join("") + xml.slice(at);
};

const onlyColumns = ({ startColumn, endColumn }: CellRange): Pick<CellRange, "startColumn" | "endColumn"> => ({
  startColumn,
  endColumn,
});

const spillKey = (sheet: string, cell: string): string => `${sheet.toLowerCase()}!${cell}`;

/** A range with the dollar signs of the reference to its first cell. */
const withDollarsFrom = (range: string, reference: string): string => {
  const area = parseRange(range);
  if (area === undefined) throw new OoxmlError(`A result has the range "${range}", which is none.`);
  const [, column = "", row = ""] = /^(\$?)[A-Za-z]+(\$?)/.exec(reference) ?? [];
  const corner = (at: number, line: number): string => `${column}${columnLetters(at)}${row}${line + 1}`;
  const start = corner(area.startColumn, area.startRow);
  return formatCorners(area).includes(":") ? `${start}:${corner(area.endColumn, area.endRow)}` : start;
};

/** `About the data`, or `About the data (2)` if a sheet has that name. `used` is in lower case. */
const unusedSheetName = (name: string, usedNames: ReadonlySet<string>): string => {
  for (let number = 1; ; number += 1) {
    const next = number === 1 ? name : `${name.slice(0, 26)} (${number})`;
    if (!usedNames.has(next.toLowerCase())) return next;
  }
};
