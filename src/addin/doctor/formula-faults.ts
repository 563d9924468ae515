import { cellAddress, cellName, type CellRange, parseRange } from "../../facts/addresses";
import { quoteSheet } from "../../facts/sheet-names";
import { toFileName, fromFileFormula, mapReferences, onlyCall } from "../../ooxml/formulas";
import { ifReadable } from "../../ooxml/ooxml-error";
import type { OpenSheet, OpenWorkbook } from "../../ooxml/open-workbook";
import { OwnNames } from "../../ooxml/own-names";
import { readRichErrors } from "../../ooxml/rich-values";
import { SharedFormulas } from "../../ooxml/shared-formulas";
import { type FormulaRepair, type SheetPart, type StoredCell, type StoredFormula } from "../../ooxml/sheet";
import { EditableXml } from "../../ooxml/editable-xml";
import { childOf, mapElementTexts, type XmlElement } from "../../ooxml/xml";
import type { Cause, Diagnosis, Finding } from "./causes";
import type { FunctionNames, StoredCall } from "../excel/function-names";

type ShownSheet = OpenSheet & { readonly cells: SheetPart };
interface OwnUse {
  readonly calls: readonly StoredCall[];
  readonly isOwn: boolean;
}
type StoredFormulaCell = StoredCell & { readonly formula: StoredFormula };

/** Errors that a cell has while it waits, or while Excel does not know the function. Our functions return none of them. */
const unfinishedValues = new Set([
  "#BUSY!",
  "#GETTING_DATA",
  "#NAME?",
  "#CONNECT!",
  "#BLOCKED!",
  "#UNKNOWN!",
  "#CALC!",
  "#FIELD!",
  "#EXTERNAL!",
  "#TIMEOUT!",
]);

export interface FormulaFaults {
  /** How many cells have formulas of ours. */
  readonly count: number;
  readonly diagnoses: readonly Diagnosis[];
  /** Writes the repaired formulas into the parts. */
  readonly write: () => void;
}

/** Examines the formulas of cells, tables, names, rules and charts. `matrices` are the functions whose results spill. */
export const examineFormulas = (
  open: OpenWorkbook,
  names: FunctionNames,
  matrices: ReadonlySet<string>,
): FormulaFaults => {
  const examiner = new FormulaExaminer(open, names, matrices);
  return { diagnoses: examiner.examine(), count: examiner.count, write: () => examiner.write() };
};

class FormulaExaminer {
  count = 0;
  readonly #open: OpenWorkbook;
  readonly #names: FunctionNames;
  readonly #matrices: ReadonlySet<string>;
  readonly #sheets: readonly ShownSheet[];
  readonly #definedNames: OwnNames;
  readonly #richErrors: readonly (string | undefined)[];
  readonly #repairs = new Map<ShownSheet, Map<StoredCell, FormulaRepair>>();
  readonly #places = new Map<ShownSheet, FaultPlaces>();
  readonly #workbook: string;

  constructor(open: OpenWorkbook, names: FunctionNames, matrices: ReadonlySet<string>) {
    this.#open = open;
    this.#names = names;
    this.#matrices = matrices;
    this.#sheets = open.sheets.filter((sheet): sheet is ShownSheet => sheet.cells !== undefined);
    this.#definedNames = new OwnNames(open, (call) => this.#isOwnCall(call), new Set());
    this.#richErrors = ifReadable(() => readRichErrors(open)) ?? [];
    this.#workbook = open.xml.toString();
  }

  examine(): Diagnosis[] {
    return [
      ...this.#sheets.flatMap((sheet) => this.#examineCells(sheet)),
      ...this.#sheets.flatMap((sheet) => this.#examineTables(sheet)),
      ...this.#examineNames(),
      ...this.#sheets.flatMap((sheet) => this.#examineRules(sheet)),
      ...this.#examineCharts(),
    ];
  }

  /**
   * A formula without a saved result is calculated when Excel opens the file (learn.microsoft.com/office/open-xml/working-with-formulas), and
   * so are those that depend on it. `fullCalcOnLoad` would calculate all others too, and each of ours would ask the service again.
   */
  write(): void {
    const { parts } = this.#open;
    let isArrayNew = false;
    for (const [{ part, cells }, repairs] of this.#repairs) {
      cells.repairFormulas(repairs);
      parts.set(part, cells.xml.toString());
      isArrayNew ||= [...repairs.values()].some(({ spill }) => spill !== undefined);
    }
    this.#open.writeShared();
    // The chain says which of its cells are arrays. Excel makes a missing one anew.
    if (isArrayNew) this.#open.dropCalculationChain();
    const workbook = this.#open.xml.toString();
    if (workbook !== this.#workbook) parts.set(this.#open.part, workbook);
  }

  #isOwnCall(call: string): boolean {
    const stored = this.#names.read(call);
    return stored !== undefined && stored.kind !== "unknown" && stored.kind !== "lost";
  }

  /** Whether a formula on a sheet calls ours, in whatever form, or uses a name that does. */
  #isOwn(formula: string, sheet: OpenSheet | undefined): boolean {
    return this.#definedNames.isOwnFormula(formula, sheet && this.#open.sheets.indexOf(sheet));
  }

  #callsOf(formula: string): StoredCall[] {
    return /_xl|\.|#REF!\(/i.test(formula) ? this.#names.callsOf(formula) : [];
  }

  #typed(formula: string): string {
    return `=${fromFileFormula(formula, { custom: this.#names.inCells })}`;
  }

  #repairCell(sheet: ShownSheet, cell: StoredCell, repair: FormulaRepair): void {
    const repairs = this.#repairs.get(sheet) ?? new Map<StoredCell, FormulaRepair>();
    this.#repairs.set(sheet, repairs.set(cell, { ...repairs.get(cell), ...repair }));
  }

  #examineCells(sheet: ShownSheet): Diagnosis[] {
    const formulas = new SharedFormulas();
    const sharedUses = new Map<number, OwnUse>();
    return sheet.cells.cells.filter(isFormula).flatMap((cell): Diagnosis[] => {
      const text = formulas.textOf(cell);
      // Cells that share a formula call the same functions.
      const { text: ownText, shared = -1 } = cell.formula;
      const ofOthers = ownText === "" ? sharedUses.get(shared) : undefined;
      const { calls, isOwn } = ofOthers ?? { calls: this.#callsOf(text), isOwn: this.#isOwn(text, sheet) };
      if (shared !== -1) sharedUses.set(shared, { calls, isOwn });
      if (isOwn) this.count += 1;
      if (!isOwn && calls.length === 0) return [];
      const place = cellAddress(sheet.name, cell.row, cell.column);
      const found = { place, formula: this.#typed(text) };
      const rename = (): void => this.#repairCell(sheet, cell, { text: this.#names.repair(cell.formula.text) });
      const known = isOwn && calls.every(({ stored, repaired }) => stored.kind === "right" || repaired !== undefined);
      return [
        ...diagnosesOfCalls(calls, found, rename),
        ...(known ? this.#examineResult(sheet, cell, calls, found) : []),
        ...(known ? this.#examineShape(sheet, cell, this.#names.repair(text), found) : []),
      ];
    });
  }

  #examineResult(
    sheet: ShownSheet,
    cell: StoredFormulaCell,
    calls: readonly StoredCall[],
    found: FaultPlace,
  ): Diagnosis[] {
    const error = this.#errorOf(cell);
    if (error === undefined) return [];
    if (error === "#SPILL!") return [{ ...found, cause: "blocked-spill", detail: error, repairable: false }];
    // Under a name that Excel does not find, any error may come from the name.
    const isRenamed = calls.some(({ repaired }) => repaired !== undefined);
    if (!unfinishedValues.has(error) && !isRenamed) return [];
    const repair = (): void => this.#repairCell(sheet, cell, { withoutResult: true });
    return [{ ...found, cause: "saved-error", detail: `${error} was saved.`, repairable: true, repair }];
  }

  #errorOf({ value, rich }: StoredCell): string | undefined {
    if (typeof value === "string") return unfinishedValues.has(value) ? value : undefined;
    if (typeof value !== "object") return undefined;
    return (rich === undefined ? undefined : this.#richErrors[rich - 1]) ?? value.error;
  }

  /** How the result is laid out. `formula` has the right names. */
  #examineShape(sheet: ShownSheet, cell: StoredFormulaCell, formula: string, found: FaultPlace): Diagnosis[] {
    const { kind, range = "" } = cell.formula;
    const [, sign = "", typed = ""] = /^=(@?)(.*)$/su.exec(this.#typed(formula)) ?? [];
    const call = onlyCall(typed, { custom: this.#names.inCells });
    const isMatrix = call !== undefined && this.#matrices.has(call);
    if (kind === "array" && (isMatrix || range.includes(":"))) {
      const repair = (): void => this.#repairCell(sheet, cell, { spill: range });
      return [{ ...found, cause: "fixed-array", detail: `Stored for ${range}.`, repairable: true, repair }];
    }
    // Who typed the @ wanted one cell.
    const mayGrow = sign === "" && !hasRange(typed);
    return kind === "plain" && isMatrix ? this.#examineCut(sheet, cell, { call, mayGrow }, found) : [];
  }

  #examineCut(
    sheet: ShownSheet,
    cell: StoredFormulaCell,
    { call, mayGrow }: { readonly call: string; readonly mayGrow: boolean },
    found: FaultPlace,
  ): Diagnosis[] {
    // A shared formula, or the same function in a cell next to it: a result of one cell that was filled down.
    if (cell.formula.shared !== undefined) return [];
    const places = this.#placesIn(sheet);
    if (isFilledDown(places.cells, cell, call) || places.tables.some((table) => isInRange(table, cell))) return [];
    const isSafe = mayGrow && hasRoom(places.cells, cell);
    const spill = cellName(cell.row, cell.column);
    const repair = (): void => this.#repairCell(sheet, cell, { spill, withoutResult: true });
    const detail = `@${call}`;
    return [{ ...found, cause: "one-cell", detail, repairable: isSafe, ...(isSafe && { repair }) }];
  }

  #placesIn(sheet: ShownSheet): FaultPlaces {
    const known = this.#places.get(sheet);
    if (known !== undefined) return known;
    const places: FaultPlaces = {
      cells: new Map(sheet.cells.cells.filter(isFilled).map((cell) => [cellName(cell.row, cell.column), cell])),
      tables: this.#open.tablesOf(sheet).flatMap(({ range }) => parseRange(range) ?? []),
    };
    this.#places.set(sheet, places);
    return places;
  }

  /** A column of a table gives its formula to new rows. */
  #examineTables(sheet: ShownSheet): Diagnosis[] {
    const { parts } = this.#open;
    return this.#open.tablesOf(sheet).flatMap(({ part, name }) => {
      const rename = (): void => {
        const next = mapElementTexts(part, parts.text(part), (element, formula) =>
          columnElements.has(element) ? this.#names.repair(formula) : undefined,
        );
        parts.set(part, next);
      };
      return textsOf(part, parts.text(part), columnElements).flatMap((text) =>
        diagnosesOfCalls(this.#callsOf(text), { place: `table ${name}`, formula: this.#typed(text) }, rename),
      );
    });
  }

  #examineNames(): Diagnosis[] {
    const { xml, part, root } = this.#open;
    const names = childOf(root, "definedNames")?.children ?? [];
    return names.flatMap(({ attributes, text }, index): Diagnosis[] => {
      const calls = this.#callsOf(text);
      const own = calls.filter(isOurs);
      const found = { place: `name ${attributes["name"] ?? ""}`, formula: this.#typed(text) };
      const rename = (): void => {
        const list = new EditableXml(part, xml.get("definedNames") ?? "");
        const renamed = mapElementTexts(part, list.children[index] ?? "", (_name, formula) =>
          this.#names.repair(formula),
        );
        list.replace(new Map([[index, renamed]]));
        xml.replace(new Map([[xml.names.indexOf("definedNames"), list.toString()]]));
      };
      const detail = listFunctionNames(own);
      return [
        ...diagnosesOfCalls(calls, found, rename),
        ...(own.length > 0 ? [{ ...found, cause: "defined-name" as const, detail, repairable: false }] : []),
      ];
    });
  }

  #examineRules(sheet: ShownSheet): Diagnosis[] {
    const { name, cells } = sheet;
    const { xml } = cells;
    const formulas = ["conditionalFormatting", "dataValidations", "extLst"].flatMap((child) =>
      xml
        .texts(child)
        .flatMap((text) => (/<(?:\w+:)?(?:f|formula[12]?)\b/.test(text) ? listRuleFormulas(xml.parse(text)) : [])),
    );
    return formulas.flatMap(({ ranges, text }) => this.#diagnoseRule(text, `${quoteSheet(name)}!${ranges}`, sheet));
  }

  #examineCharts(): Diagnosis[] {
    const { parts } = this.#open;
    const charts = parts.names.filter((name) => /^xl\/charts\/chart[^/]*\.xml$/i.test(name));
    return charts.flatMap((part) =>
      textsOf(part, parts.text(part), chartElements).flatMap((text) => this.#diagnoseRule(text, `part ${part}`)),
    );
  }

  #diagnoseRule(text: string, place: string, sheet?: OpenSheet): Diagnosis[] {
    if (!this.#isOwn(text, sheet)) return [];
    const calls = this.#callsOf(text).filter(isOurs);
    const detail = calls.length === 0 ? "Uses a name that calls a function." : listFunctionNames(calls);
    return [{ cause: "rule-or-chart", place, detail, repairable: false, formula: this.#typed(text) }];
  }
}

/** Where a sheet has content. */
interface FaultPlaces {
  readonly cells: ReadonlyMap<string, StoredCell>;
  readonly tables: readonly CellRange[];
}

type FaultPlace = Pick<Finding, "place" | "formula">;

const isFormula = (cell: StoredCell): cell is StoredFormulaCell =>
  cell.formula !== undefined && cell.formula.kind !== "dataTable";

const isOurs = ({ stored }: StoredCall): boolean => stored.kind !== "unknown" && stored.kind !== "lost";

const listFunctionNames = (calls: readonly StoredCall[]): string =>
  [...new Set(calls.flatMap(({ stored }) => ("name" in stored ? [stored.name] : [])))].join(", ");

/** What is wrong with the names in a formula, each once. */
const diagnosesOfCalls = (calls: readonly StoredCall[], found: FaultPlace, rename: () => void): Diagnosis[] => {
  const byText = new Map(calls.filter(({ stored }) => stored.kind !== "right").map((call) => [call.text, call]));
  return [...byText.values()].map((call) => ({
    ...found,
    cause: findCause(call),
    detail: describeCall(call),
    repairable: call.repaired !== undefined,
    ...(call.repaired !== undefined && { repair: rename }),
  }));
};

const findCause = ({ stored }: StoredCall): Cause => {
  if (stored.kind === "wrong") return stored.link ? "linked-name" : "wrong-name";
  if (stored.kind === "namespace") return "other-namespace";
  return stored.kind === "lost" ? "lost-name" : "unknown-function";
};

const describeCall = ({ text, stored, repaired }: StoredCall): string => {
  // A path before the name may tell who works where.
  const shown = text.replace(/^(?!\[\d+\]!).*!/su, "…!");
  if (stored.kind === "lost") return "#REF!(";
  if (stored.kind === "unknown")
    return stored.nearest === undefined ? shown : `${shown}; the nearest is ${stored.nearest}.`;
  if (stored.kind === "namespace")
    return `${shown} is ${stored.name} with ${stored.namespace === "" ? "no namespace" : `the namespace ${stored.namespace}`}.`;
  return `${shown} instead of ${repaired ?? toFileName(stored.name)}.`;
};

const hasRange = (formula: string): boolean => {
  let found = false;
  const note = (reference: string): string => {
    found ||= reference.includes(":");
    return reference;
  };
  mapReferences(formula, note, (operand) => {
    found = true;
    return `${operand}#`;
  });
  return found;
};

const isFilled = ({ value, formula }: StoredCell): boolean => value !== undefined || formula !== undefined;

/** Whether the cells below, to the right and between are empty. */
const hasRoom = (cells: FaultPlaces["cells"], { row, column }: StoredCell): boolean =>
  [
    [row + 1, column],
    [row, column + 1],
    [row + 1, column + 1],
  ].every(([below = 0, right = 0]) => !cells.has(cellName(below, right)));

/** Whether a cell above, below, to the left or to the right calls the same function. */
const isFilledDown = (cells: FaultPlaces["cells"], { row, column }: StoredCell, call: string): boolean =>
  [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ].some(([next = 0, beside = 0]) => {
    const { kind, text = "" } = (next < 0 || beside < 0 ? undefined : cells.get(cellName(next, beside)))?.formula ?? {};
    return kind === "plain" && text.toUpperCase().replaceAll(".", "_").includes(call.replaceAll(".", "_"));
  });

const isInRange = ({ startRow, endRow, startColumn, endColumn }: CellRange, { row, column }: StoredCell): boolean =>
  row >= startRow && row <= endRow && column >= startColumn && column <= endColumn;

const columnElements = new Set(["calculatedColumnFormula", "totalsRowFormula"]);
const chartElements = new Set(["f"]);

/** The texts of the elements of these names. */
const textsOf = (part: string, xml: string, names: ReadonlySet<string>): string[] => {
  const texts: string[] = [];
  mapElementTexts(part, xml, (name, text) => {
    if (names.has(name)) texts.push(text);
    return undefined;
  });
  return texts;
};

interface RuleFormula {
  /** The cells of the rule. */
  readonly ranges: string;
  readonly text: string;
}

const listRuleFormulas = (element: XmlElement, ranges = ""): RuleFormula[] => {
  const own = element.attributes["sqref"] ?? childOf(element, "sqref")?.text ?? ranges;
  const isFormulaElement = /^(?:f|formula|formula1|formula2)$/.test(element.name) && element.text.trim() !== "";
  return [
    ...(isFormulaElement ? [{ ranges: own, text: element.text }] : []),
    ...element.children.flatMap((child) => listRuleFormulas(child, own)),
  ];
};
