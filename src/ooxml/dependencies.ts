import { type CellRange, parseLocalAddress } from "../facts/addresses";
import { formulaUses, mapReferences } from "./formulas";
import type { OpenWorkbook } from "./open-workbook";
import type { OwnNames } from "./own-names";
import { type FormulaCell, SharedFormulas } from "./shared-formulas";
import type { StoredCell } from "./sheet";

/** Cells of a sheet of the workbook, by its place among all sheets. */
export interface SheetRange extends CellRange {
  readonly sheet: number;
}

/** Formulas that are looked through in all before the answer is yes. */
const mostSteps = 500_000;

/** Finds whether formulas use our functions by way of other cells. */
export class Dependencies {
  readonly #open: OpenWorkbook;
  readonly #names: OwnNames;
  /** The formulas of each sheet. */
  readonly #formulas: readonly (readonly { readonly cell: FormulaCell; readonly text: string }[])[];
  #steps = 0;

  constructor(open: OpenWorkbook, names: OwnNames) {
    this.#open = open;
    this.#names = names;
    this.#formulas = open.sheets.map(({ cells }) => {
      const formulas = new SharedFormulas();
      return (cells?.cells ?? [])
        .filter((cell): cell is FormulaCell => cell.formula !== undefined && cell.formula.kind !== "dataTable")
        .map((cell) => ({ cell, text: formulas.textOf(cell) }));
    });
  }

  /** Whether a formula in a range uses ours, directly or by other cells and names. In a very large workbook the answer is yes. */
  useOwn(range: SheetRange): boolean {
    const visited = new Set<StoredCell>();
    const ranges: SheetRange[] = [range];
    for (let next = ranges.pop(); next !== undefined; next = ranges.pop())
      for (const { cell, text } of this.#formulas[next.sheet] ?? []) {
        this.#steps += 1;
        if (this.#steps > mostSteps) return true;
        if (!isInside(cell, next) || visited.has(cell)) continue;
        visited.add(cell);
        if (this.#names.isOwnFormula(text, next.sheet)) return true;
        ranges.push(...this.#readRanges(text, next.sheet));
      }
    return false;
  }

  /** The ranges that a formula reads, and those that the formulas of its names read. */
  #readRanges(formula: string, sheet: number): SheetRange[] {
    const ranges: SheetRange[] = [];
    const read = (text: string): void => {
      mapReferences(text, (reference) => {
        const address = parseLocalAddress(reference);
        const owner = address?.sheet === undefined ? sheet : this.#sheetIndex(address.sheet);
        if (address !== undefined && owner !== -1) ranges.push({ ...address, sheet: owner });
        return reference;
      });
    };
    read(formula);
    for (const name of new Set(formulaUses(formula).names)) read(this.#names.find(name, sheet)?.formula ?? "");
    return ranges;
  }

  #sheetIndex(name: string): number {
    return this.#open.sheets.findIndex((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  }
}

const isInside = ({ row, column }: StoredCell, { startRow, endRow, startColumn, endColumn }: CellRange): boolean =>
  row >= startRow && row <= endRow && column >= startColumn && column <= endColumn;
