import { parseLocalAddress } from "../../facts/addresses";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { mapReferences } from "../../ooxml/formulas";
import type { WorkbookModel } from "../../ooxml/workbook-model";

/** What limits the time of a formula's calculation, read from its text. */
export interface FormulaCost {
  readonly characters: number;
  /** Of parentheses. */
  readonly levels: number;
  readonly operators: number;
  /** LAMBDA within LAMBDA: the calls multiply. */
  readonly lambdaLevels: number;
  /** Cells of its ranges, or of the array that its longest and its widest range make together. */
  readonly cells: number;
}

/** The size of the sheets that whole columns and rows are read to. */
export interface SheetSize {
  readonly rows: number;
  readonly columns: number;
}

const textLiterals = /"[^"]*"/g;
const operatorPattern = /[-+*/^&=<>%]/g;
const levelSteps = /(LAMBDA)?\(|\)/gi;

const measureLevels = (text: string): Pick<FormulaCost, "levels" | "lambdaLevels"> => {
  const open: boolean[] = [];
  let [levels, lambdas, lambdaLevels] = [0, 0, 0];
  for (const [step, lambda] of text.matchAll(levelSteps)) {
    if (step === ")") {
      if (open.pop() === true) lambdas -= 1;
      continue;
    }
    open.push(lambda !== undefined);
    if (lambda !== undefined) lambdas += 1;
    levels = Math.max(levels, open.length);
    lambdaLevels = Math.max(lambdaLevels, lambdas);
  }
  return { levels, lambdaLevels };
};

const countReferenceCells = (text: string, size: SheetSize): number => {
  // What has no range is not read once more.
  if (!text.includes(":")) return 0;
  let [sum, rows, columns] = [0, 0, 0];
  mapReferences(text, (address) => {
    const area = address.includes(":") ? parseLocalAddress(address) : undefined;
    if (area === undefined) return address;
    const cells = address.slice(address.lastIndexOf("!") + 1);
    // The engine reads A:A and 1:1 as far as the sheet goes, but all of A1:A1048576.
    const height = /\d/.test(cells) ? area.endRow - area.startRow + 1 : size.rows;
    const width = /[a-z]/i.test(cells) ? area.endColumn - area.startColumn + 1 : size.columns;
    sum += height * width;
    rows = Math.max(rows, height);
    columns = Math.max(columns, width);
    return address;
  });
  return Math.max(sum, rows * columns);
};

/** Reads the cost of a formula from its text. */
export const measureCost = (formula: string, size: SheetSize): FormulaCost => {
  const text = formula.slice(1).replace(textLiterals, `""`);
  return {
    characters: formula.length,
    ...measureLevels(text),
    operators: (text.match(operatorPattern) ?? []).length,
    cells: countReferenceCells(text, size),
  };
};

/** What a sheet of the engine has to hold: its cells, and the saved results by the cell of their formula. */
interface HeldCells extends Pick<WorkbookModel, "sheets"> {
  readonly values: Readonly<Record<string, readonly { readonly value: unknown }[]>>;
}

/** Rows and columns that hold the cells and saved results of every sheet, and some empty ones. */
export const largestSheet = ({ sheets, values }: HeldCells): SheetSize => {
  let [rows, columns] = [1_000, 60];
  const hold = (endRow: number, endColumn: number): void => {
    rows = Math.max(rows, endRow + 50);
    columns = Math.max(columns, endColumn + 10);
  };
  for (const { cells } of sheets)
    for (const { row, column, value, formula } of cells)
      if (value !== undefined || formula !== undefined) hold(row + 1, column + 1);
  for (const [address, results] of Object.entries(values))
    for (const { value } of results) {
      const { startRow = 0, startColumn = 0 } = parseLocalAddress(address) ?? {};
      const matrix: readonly unknown[] = Array.isArray(value) ? value : [value];
      hold(startRow + matrix.length, startColumn + (Array.isArray(matrix[0]) ? matrix[0].length : 1));
    }
  return { rows: Math.min(rows, lastRow + 1), columns: Math.min(columns, lastColumn + 1) };
};
