import { AddinError } from "../../engine/http/addin-error";
import { longestCellText } from "../../facts/excel-limits";
import { lastSerial } from "../../facts/dates";
import { toSerial } from "../../formulas/table/dates";
import type { FormulaResult, ResultColumn } from "../../formulas/table/formula-result";
import { CellError, type CellValue, plainValue } from "../../formulas/table/matrix";
import type { Operator } from "./table-formula";

/** A value as Excel hands it from function to function. Null is a blank. */
export type Cell = CellValue | null;

/** A part of a formula with its value. Errors of cells are values; only what Excel cannot calculate is thrown. */
export interface Cells {
  readonly rows: readonly (readonly Cell[])[];
  /** The first row has the names of the columns. */
  readonly hasHeader: boolean;
  /** Empty where the columns are not those of records. */
  readonly columns: readonly (ResultColumn | undefined)[];
  /** It was written as one value, so that a function takes it as one. */
  readonly isSingle?: boolean;
  /** The whole result, where a worksheet function gave it and nothing changed it. */
  readonly result?: FormulaResult;
}

export const singleCell = (value: Cell): Cells => ({ rows: [[value]], hasHeader: false, columns: [], isSingle: true });

const plainCells = (rows: Cells["rows"]): Cells => ({ rows, hasHeader: false, columns: [] });

const wrongCall = (sentence: string): AddinError => new AddinError("invalid-argument", sentence);

/** Cells of the largest list that operators and functions make. A service's own result may be larger. */
const mostCells = 1_000_000;

/** @throws AddinError where a list would fill the memory of the gateway. */
const checkSize = (rows: number, columns: number): void => {
  if (rows * columns > mostCells)
    throw wrongCall(
      `The formula makes a list of ${rows} rows and ${columns} columns; at most ${mostCells} cells are allowed.`,
    );
};

/** The value of the only cell. @throws AddinError where there are several, and the error of a cell. */
const onlyValue = (cells: Cells | undefined, sentence: string): string | number | boolean | null => {
  if (cells === undefined) return null;
  const [first = []] = cells.rows;
  if (cells.rows.length !== 1 || first.length !== 1) throw wrongCall(sentence);
  const [cell = null] = first;
  if (cell instanceof Error) throw cell;
  return cell === null ? null : plainValue(cell);
};

/** Texts joined by `&`. @throws the error of a cell. */
export const joinCells = (parts: readonly Cells[]): Cells => {
  const texts = parts.map((part) => {
    const value = onlyValue(part, "& joins single values, and one of them is a list.") ?? "";
    if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
    // Excel has 15 digits.
    return typeof value === "number" ? String(Number(value.toPrecision(15))) : value;
  });
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > longestCellText)
    throw new CellError("#VALUE!", `A cell holds ${longestCellText} characters, and & makes ${length}.`);
  return singleCell(texts.join(""));
};

const valueError = (): CellError => new CellError("#VALUE!", "A text stands where a number is expected.");

/** The number of a cell as Excel reads it, or its error. */
const cellNumber = (cell: Cell): number | AddinError | CellError => {
  if (cell instanceof Error) return cell;
  const value = plainValue(cell ?? 0);
  if (typeof value !== "string") return Number(value);
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(value.trim()) ? Number(value) : valueError();
};

const arithmetic: Readonly<Record<"+" | "-" | "*" | "/" | "^", (one: number, other: number) => number>> = {
  "+": (one, other) => one + other,
  "-": (one, other) => one - other,
  "*": (one, other) => one * other,
  "/": (one, other) => one / other,
  // Excel has no 0^0.
  "^": (one, other) => (one === 0 && other === 0 ? Number.NaN : one ** other),
};

const isArithmetic = (operator: Operator): operator is keyof typeof arithmetic => Object.hasOwn(arithmetic, operator);

/** Excel's order: numbers, texts without case, FALSE, TRUE. A blank is like whatever it is compared with. */
const compareValues = (one: string | number | boolean, other: string | number | boolean): number => {
  const kinds = ["number", "string", "boolean"];
  if (typeof one !== typeof other) return kinds.indexOf(typeof one) - kinds.indexOf(typeof other);
  const [left, right] = [one, other].map((value) => (typeof value === "string" ? value.toUpperCase() : value));
  return left === right ? 0 : (left ?? "") < (right ?? "") ? -1 : 1;
};

const blankBeside = (other: Cell): string | number | boolean => {
  const value = other === null ? 0 : plainValue(other);
  return typeof value === "string" ? "" : typeof value === "boolean" ? false : 0;
};

const noNumber = (): CellError => new CellError("#NUM!", "The formula gives a number that Excel does not have.");

/** @throws the error of a cell where Excel has no such number. */
const numberCell = (value: number, most = Number.MAX_VALUE): Cells => {
  if (!(Math.abs(value) <= most)) throw noNumber();
  return singleCell(value);
};

const calculateNumber = (operator: keyof typeof arithmetic, one: Cell, other: Cell): Cell => {
  const [left, right] = [cellNumber(one), cellNumber(other)];
  if (left instanceof Error) return left;
  if (right instanceof Error) return right;
  const value = arithmetic[operator](left, right);
  if (Number.isFinite(value)) return value;
  return operator === "/" && right === 0 ? new CellError("#DIV/0!", "The formula divides by 0.") : noNumber();
};

/** Whether the order of two values (negative, 0, positive) is what an operator asks for. */
const comparisons: Readonly<Record<Exclude<Operator, keyof typeof arithmetic>, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

const calculateCell = (operator: Operator, one: Cell, other: Cell): Cell => {
  if (one instanceof Error) return one;
  if (other instanceof Error) return other;
  if (isArithmetic(operator)) return calculateNumber(operator, one, other);
  const order = compareValues(
    one === null ? blankBeside(other) : plainValue(one),
    other === null ? blankBeside(one) : plainValue(other),
  );
  return comparisons[operator](order);
};

const missingCell = (): CellError => new CellError("#N/A", "One of the lists is shorter than the other.");

/** An operation cell by cell. A single value, row or column is repeated beside a larger list, as in Excel. */
export const operate = (operator: Operator, operands: readonly Cells[]): Cells => {
  const [one = singleCell(0), other] = operands.length === 1 ? [singleCell(0), operands[0]] : operands;
  if (other === undefined) return one;
  const heights = [one.rows.length, other.rows.length];
  const widths = [one, other].map(({ rows }) => rows[0]?.length ?? 0);
  checkSize(Math.max(...heights), Math.max(...widths));
  const cellAt = ({ rows }: Cells, row: number, column: number): Cell | undefined => {
    const line = rows.length === 1 ? rows[0] : rows[row];
    return line?.length === 1 ? line[0] : line?.[column];
  };
  const rows = Array.from({ length: Math.max(...heights) }, (_, row) =>
    Array.from({ length: Math.max(...widths) }, (__, column): Cell => {
      const [left, right] = [cellAt(one, row, column), cellAt(other, row, column)];
      return left === undefined || right === undefined ? missingCell() : calculateCell(operator, left, right);
    }),
  );
  return { ...plainCells(rows), isSingle: one.isSingle === true && other.isSingle === true };
};

/** `DATE(year,month,day)`: the serial of a date. */
const date = (values: readonly Cells[]): Cells => {
  const sentence = "DATE takes three numbers: year, month and day.";
  const [year, month, day] = values.map((value) => onlyValue(value, sentence));
  if (values.length !== 3 || typeof year !== "number" || typeof month !== "number" || typeof day !== "number")
    throw wrongCall(sentence);
  // Excel counts years before 1900 from 1900, and leaves fractions out.
  const whole = Math.trunc(year);
  const moment = Date.UTC(whole < 1900 ? whole + 1900 : whole, Math.trunc(month) - 1, Math.trunc(day));
  if (whole < 0 || moment < Date.UTC(1900, 0, 1)) throw noNumber();
  return numberCell(toSerial(moment), lastSerial);
};

/** A row or column counted from 1, without a fraction; undefined for all of them (0, or left out). */
const position = (cells: Cells | undefined): number | undefined => {
  const sentence = "INDEX takes numbers from 1 on, or 0 for all.";
  const value = onlyValue(cells, sentence);
  if (value === null) return undefined;
  if (typeof value !== "number" || value < 0) throw wrongCall(sentence);
  return value < 1 ? undefined : Math.trunc(value) - 1;
};

/** `INDEX(list,row,column)`: a cell, a row or a column of a result, counted from 1. */
const index = (values: readonly Cells[]): Cells => {
  const [list] = values;
  if (list === undefined || values.length > 3)
    throw wrongCall("INDEX takes a result, the number of a row and of a column.");
  // A single number counts along the only row.
  const isAlong = values.length === 2 && list.rows.length === 1;
  const [row, column] = isAlong ? [undefined, position(values[1])] : [position(values[1]), position(values[2])];
  const lines = row === undefined ? list.rows : list.rows.slice(row, row + 1);
  const rows = column === undefined ? lines : lines.map((line) => line.slice(column, column + 1));
  if (rows.length === 0 || rows[0]?.length === 0)
    throw new CellError("#REF!", "INDEX names a row or column that the result does not have.");
  const columns = column === undefined ? list.columns : list.columns.slice(column, column + 1);
  const isCell = rows.length === 1 && rows[0]?.length === 1;
  return { rows, hasHeader: list.hasHeader && row === undefined, columns, isSingle: isCell };
};

/** `FILTER(list,include,if_empty)`: the rows, or columns, where `include` is TRUE or another number than 0. */
const filter = (values: readonly Cells[]): Cells => {
  const [list, include, ifEmpty] = values;
  if (list === undefined || include === undefined || values.length > 3)
    throw wrongCall("FILTER takes a list, a condition for each row, and what it gives where none is left.");
  const isByRow = include.rows.length === list.rows.length && include.rows.every(({ length }) => length === 1);
  if (!isByRow && !(include.rows.length === 1 && include.rows[0]?.length === list.rows[0]?.length))
    throw new CellError("#VALUE!", "The condition of FILTER must have one value for each row, or for each column.");
  const conditions = include.rows.flat().map(readCondition);
  const filtered = isByRow ? filterRows(list, conditions) : filterColumns(list, conditions);
  if (filtered.rows.length > 0 && filtered.rows[0]?.length !== 0) return filtered;
  if (ifEmpty === undefined) throw new CellError("#CALC!", "FILTER leaves no row.");
  return ifEmpty;
};

/** @throws the error of a cell. */
const readCondition = (cell: Cell): boolean => {
  const value = cellNumber(cell);
  if (value instanceof Error) throw value;
  return value !== 0;
};

const filterRows = ({ rows, hasHeader, columns }: Cells, conditions: readonly boolean[]): Cells => ({
  rows: rows.filter((_, place) => conditions[place]),
  hasHeader: hasHeader && conditions[0] === true,
  columns,
});

const filterColumns = ({ rows, hasHeader, columns }: Cells, conditions: readonly boolean[]): Cells => ({
  rows: rows.map((row) => row.filter((_, place) => conditions[place])),
  hasHeader,
  columns: columns.filter((_, place) => conditions[place]),
});

/** `TAKE(list,rows,columns)`: from the start, or from the end where a number is negative. */
const take = (values: readonly Cells[]): Cells => {
  const [list, ...counts] = values;
  const sentence = "TAKE takes a list and how many rows and columns: whole numbers, negative from the end.";
  const [down, across] = counts.map((value) => onlyValue(value, sentence));
  const isCount = (count: Cell | undefined): count is number | null | undefined =>
    count == null || (typeof count === "number" && Number.isInteger(count) && count !== 0);
  if (list === undefined || counts.length === 0 || counts.length > 2 || !isCount(down) || !isCount(across))
    throw wrongCall(sentence);
  const part = <Item>(items: readonly Item[], count: number | null | undefined): readonly Item[] =>
    count == null ? items : count > 0 ? items.slice(0, count) : items.slice(count);
  const rows = part(list.rows, down);
  return {
    rows: rows.map((row) => part(row, across)),
    hasHeader: list.hasHeader && rows[0] === list.rows[0],
    columns: part(list.columns, across),
  };
};

/** `HSTACK(list,…)`: lists side by side; a shorter one ends in #N/A. */
const stack = (values: readonly Cells[]): Cells => {
  if (values.length === 0) throw wrongCall("HSTACK takes at least one list.");
  const widths = values.map(({ rows }) => rows[0]?.length ?? 0);
  const height = Math.max(...values.map(({ rows }) => rows.length));
  checkSize(
    height,
    widths.reduce((sum, width) => sum + width, 0),
  );
  const rows = Array.from({ length: height }, (_, row) =>
    values.flatMap((value, place) => value.rows[row] ?? Array.from({ length: widths[place] ?? 0 }, missingCell)),
  );
  const columns = values.flatMap((value, place) =>
    Array.from({ length: widths[place] ?? 0 }, (_, column) => value.columns[column]),
  );
  return { rows, hasHeader: values.every(({ hasHeader }) => hasHeader), columns };
};

/** Only numbers of a list count; a value that is written must be a number. @throws the error of a cell. */
const addend = (cell: Cell, isWritten: boolean): number => {
  if (cell instanceof Error) throw cell;
  if (isWritten) {
    const value = cellNumber(cell);
    if (value instanceof Error) throw value;
    return value;
  }
  const value = plainValue(cell ?? 0);
  return typeof value === "number" ? value : 0;
};

const sum = (values: readonly Cells[]): Cells =>
  numberCell(
    values
      .flatMap(({ rows, isSingle }) => rows.flat().map((cell) => addend(cell, isSingle === true)))
      .reduce((total, each) => total + each, 0),
  );

/** `SUMPRODUCT(list,…)`: the sum of the products of cells in the same places. */
const sumProduct = (values: readonly Cells[]): Cells => {
  const [first] = values;
  if (first === undefined) throw wrongCall("SUMPRODUCT takes at least one list.");
  const isAlike = ({ rows }: Cells): boolean =>
    rows.length === first.rows.length && rows[0]?.length === first.rows[0]?.length;
  if (!values.every(isAlike)) throw new CellError("#VALUE!", "The lists of SUMPRODUCT must have the same size.");
  const lists = values.map(({ rows }) => rows.flat().map((cell) => addend(cell, false)));
  const products = (lists[0] ?? []).map((_, place) => lists.reduce((product, list) => product * (list[place] ?? 0), 1));
  return numberCell(products.reduce((total, each) => total + each, 0));
};

/** The functions of Excel that an address can use, by name. Each throws the error that the cell would show. */
export const workbookFunctions: ReadonlyMap<string, (values: readonly Cells[]) => Cells> = new Map([
  ["DATE", date],
  ["INDEX", index],
  ["FILTER", filter],
  ["TAKE", take],
  ["HSTACK", stack],
  ["SUM", sum],
  ["SUMPRODUCT", sumProduct],
]);
