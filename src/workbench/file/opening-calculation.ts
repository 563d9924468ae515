import type { ICellData, IRange, IUnitRange } from "@univerjs/core";
import { ALL_IMPLEMENTED_FUNCTIONS_SET, FormulaDataModel } from "@univerjs/engine-formula";
import { parseRange } from "../../facts/addresses";
import { lastColumn, lastRow, sheetColumns } from "../../facts/excel-limits";
import { calledFunctions } from "../../ooxml/formula-tokens";
import type { CellModel, CellValue, SheetModel } from "../../ooxml/workbook-model";
import type { OfficeHost } from "../office/office-host";
import { cellKey, type CellPlace } from "../univer/addresses";
import type { Book } from "../univer/book";
import { resultData } from "../univer/entry";
import type { StoredWorkbook } from "./stored-workbook";
import { cellFormula, sheetIdAt, toSnapshot } from "./to-snapshot";

/** Their results change without a change of what they read. */
const volatile = new Set(["NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY", "OFFSET", "INDIRECT", "CELL", "INFO"]);

/** The engine compares each formula with each of these cells: with more, calculating everything takes less time. */
const mostSingleCells = 2_000;

/**
 * Opens a workbook that shows the results of its file, as Excel does. What it calculates when it opens are custom
 * functions, which get their saved results, volatile functions, formulas with an error or without a result, and what
 * depends on these. Formulas with a function that the engine does not know keep their results. In manual mode volatile
 * functions wait, and what depends on others keeps the results of the file.
 */
export const openWithResults = (
  { book, functions }: Pick<OfficeHost, "book" | "functions">,
  file: StoredWorkbook,
  unitId: string,
): void => {
  const custom = new Set(functions.names);
  const names = new Set(file.names.map(({ name }) => name.toUpperCase()));
  book.unknownFunctions.clear();
  book.keptAtOpening = undefined;
  const cells: IUnitRange[] = [];
  const postponed: IUnitRange[] = [];
  const unknownFormulas: CellPlace[] = [];
  const isManual = functions.calculation.mode === "manual";
  file.sheets.forEach((sheet, index) => {
    for (const cell of sheet.cells) {
      const { row, column } = cell;
      const content = cellFormula(cell);
      if (content === undefined) continue;
      const calls = calledFunctions(content);
      const unknown = calls.filter((name) => !implemented.has(name) && !custom.has(name) && !names.has(name));
      for (const name of unknown) book.unknownFunctions.add(name);
      // The engine's tables end above their totals.
      if (/\[#totals\]/i.test(content)) unknown.push("#Totals");
      if (unknown.length > 0) unknownFormulas.push({ unitId, sheetId: sheetIdAt(index), row, column });
      const need = calculationNeed({ called: calls, unknown, custom, shown: formulaResult(cell) });
      if (need === "nothing") continue;
      const range = { startRow: row, startColumn: column, endRow: row, endColumn: column };
      (isManual && need === "volatile" ? postponed : cells).push({ unitId, sheetId: sheetIdAt(index), range });
    }
  });
  book.unknownFormulas = unknownFormulas;
  const hasResults = file.sheets.some(({ cells }) => cells.some((cell) => formulaResult(cell) !== undefined));
  const isAll = !hasResults || file.calculatesOnLoad === true || cells.length > mostSingleCells;
  const sheets = file.sheets.map((_, index): IUnitRange => ({ unitId, sheetId: sheetIdAt(index), range: wholeSheet }));
  functions.calculation.calculateAtOpening(isAll ? sheets : cells);
  if (isManual && !isAll) {
    functions.calculation.postpone(postponed);
    book.keptAtOpening = otherResults(file, unitId, cells);
  }
  showSpills(book, file, unitId);
  book.open(toSnapshot(file, unitId));
};

/** What the formula of a cell showed. */
const formulaResult = ({ formula, value }: CellModel): CellValue | undefined =>
  formula === undefined ? undefined : value;

interface ReadFormula {
  readonly called: readonly string[];
  /** Of these the functions that the engine does not know. */
  readonly unknown: readonly string[];
  readonly custom: ReadonlySet<string>;
  /** The result in the file. */
  readonly shown: CellValue | undefined;
}

/** What a formula needs when its workbook is opened. `volatile`: its result may have changed. */
const calculationNeed = ({ called, unknown, custom, shown }: ReadFormula): "nothing" | "volatile" | "calculation" => {
  if (unknown.length > 0) return shown === undefined ? "calculation" : "nothing";
  if (!isResult(shown)) return "calculation";
  if (called.some((name) => volatile.has(name))) return "volatile";
  return called.some((name) => custom.has(name)) ? "calculation" : "nothing";
};

/** The cells with a result that none of these cells has. */
const otherResults = (file: StoredWorkbook, unitId: string, calculated: readonly IUnitRange[]): ReadonlySet<string> => {
  const keyOf = (sheetId: string, { startRow: row, startColumn: column }: Pick<IRange, "startRow" | "startColumn">) =>
    cellKey({ unitId, sheetId, row, column });
  const here = new Set(calculated.map(({ sheetId, range }) => keyOf(sheetId, range)));
  const all = file.sheets.flatMap(({ cells }, index) =>
    cells
      .filter(({ value, formula, spilled }) => value !== undefined && (formula !== undefined || spilled === true))
      .map(({ row, column }) => keyOf(sheetIdAt(index), { startRow: row, startColumn: column })),
  );
  return new Set(all.filter((key) => !here.has(key)));
};

const wholeSheet: IRange = { startRow: 0, startColumn: 0, endRow: lastRow, endColumn: lastColumn };

const implemented: ReadonlySet<string> = new Set(
  [...ALL_IMPLEMENTED_FUNCTIONS_SET, "FIELDVALUE"].map((name) => String(name)),
);

/** Errors are calculated: files have no room for some of them and store others instead. */
const isResult = (value: CellValue | undefined): boolean => value !== undefined && typeof value !== "object";

/** Tells the engine which ranges the saved results fill. */
const showSpills = (book: Book, file: StoredWorkbook, unitId: string): void => {
  const model = book.engine.injector.get(FormulaDataModel);
  const spills = file.sheets.map((sheet, index) => [sheetIdAt(index), readSpills(sheet)] as const);
  model.setArrayFormulaRange({
    ...model.getArrayFormulaRange(),
    [unitId]: Object.fromEntries(spills.map(([sheetId, { ranges }]) => [sheetId, ranges])),
  });
  model.setArrayFormulaCellData({
    ...model.getArrayFormulaCellData(),
    [unitId]: Object.fromEntries(spills.map(([sheetId, { values }]) => [sheetId, values])),
  });
};

type ByPlace<Value> = Record<number, Record<number, Value>>;

const readSpills = ({ cells }: SheetModel): { ranges: ByPlace<IRange>; values: ByPlace<ICellData> } => {
  const ranges: ByPlace<IRange> = {};
  const values: ByPlace<ICellData> = {};
  const filled = cells.filter(({ spill, value }) => spill !== undefined && value !== undefined);
  if (filled.length === 0) return { ranges, values };
  const byPosition = new Map(cells.map((cell) => [cell.row * sheetColumns + cell.column, cell.value]));
  for (const { spill = "" } of filled) {
    const range = parseRange(spill);
    if (range === undefined) continue;
    (ranges[range.startRow] ??= {})[range.startColumn] = range;
    for (let row = range.startRow; row <= range.endRow; row += 1)
      for (let column = range.startColumn; column <= range.endColumn; column += 1) {
        const value = byPosition.get(row * sheetColumns + column);
        if (value !== undefined) (values[row] ??= {})[column] = resultData(value);
      }
  }
  return { ranges, values };
};
