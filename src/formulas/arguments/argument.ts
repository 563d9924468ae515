import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import { cleanText } from "../../i18n/typed-text";
import { CellError } from "../table/matrix";
import { refuseTooTall, type SizeLimits } from "../table/rows";

/**
 * One cell of an argument; undefined is blank. Only lists keep cell errors: each is thrown where its cell is read (`textOf`), so it
 * becomes the value of the target cell or row that reads it.
 */
export type Cell = string | number | boolean | CellError | undefined;

/** An argument as rows of cells; a single value is one row of one cell, a skipped argument too. */
export interface Argument {
  readonly rows: readonly (readonly Cell[])[];
}

/** A skipped argument, or one blank cell: most arguments of most cells. */
export const blankArgument: Argument = { rows: [[undefined]] };

/**
 * The cells of what Excel passed: a value, a range or an array; a data type becomes its value.
 * @throws CellError the first cell error among them: it becomes the result of the formula.
 */
export const parseArgument = (value: unknown): Argument => {
  const argument = parseList(value);
  for (const row of argument.rows) for (const cell of row) if (cell instanceof CellError) throw cell;
  return argument;
};

/**
 * As `parseArgument`, with the cell errors of a list in their places.
 * @throws CellError the error of an argument of one cell.
 */
export const parseList = (value: unknown): Argument => {
  if (!Array.isArray(value)) {
    const cell = toArgumentCell(value);
    return cell === undefined ? blankArgument : { rows: [[refuseError(cell)]] };
  }
  const cells = toList(value).map((row) => toList(row).map(toArgumentCell));
  if (cells.length === 1 && cells[0]?.length === 1) refuseError(cells[0][0]);
  return cells.length === 0 ? blankArgument : { rows: cells };
};

/** @throws CellError the cell where it is an error. */
const refuseError = (cell: Cell): Exclude<Cell, CellError> => {
  if (cell instanceof CellError) throw cell;
  return cell;
};

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Blank, "" and 0 are blank: an empty cell arrives as 0 on the desktop and as null on the web, and 0 is no value of any argument. */
const toArgumentCell = (value: unknown): Cell => {
  if (value instanceof CellError) return value;
  if (value === null || value === undefined || value === 0) return undefined;
  if (typeof value === "string") {
    const text = cleanText(value);
    return text.trim() === "" ? undefined : text;
  }
  if (typeof value === "number" || typeof value === "boolean") return value;
  return toArgumentCell(typeof value === "object" ? unwrap(value) : undefined);
};

interface DataType {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly basicValue?: unknown;
  readonly properties?: unknown;
}

/** The id of an entity card of this add-in, the text of any other entity, the basic value of everything else. */
const unwrap = (value: DataType): unknown => {
  const basic = scalar(value.basicValue);
  if (value.type !== "Entity") return basic;
  return cardId(value.properties) ?? scalar(value.text) ?? basic;
};

const scalar = (value: unknown): unknown => (typeof value === "object" ? undefined : value);

/** The label under which an entity card carries its id. */
export const cardIdLabel = "Entity id";

const cardId = (properties: unknown): unknown => {
  const property = (properties as Readonly<Record<string, unknown>> | undefined)?.[cardIdLabel];
  return typeof property === "object" && property !== null
    ? scalar((property as DataType).basicValue)
    : scalar(property);
};

/** The cells in reading order. */
export const listCells = ({ rows }: Argument): readonly Cell[] =>
  rows.length === 1 && rows[0] !== undefined ? rows[0] : rows.flat();

/** The cells that are not blank. */
export const filledCells = (argument: Argument): readonly NonNullable<Cell>[] =>
  listCells(argument).filter((cell) => cell !== undefined);

/**
 * The trimmed text of a cell; blank gives "".
 * @throws CellError the cell where it is an error.
 */
export const cellText = (cell: Cell): string => (cell === undefined ? "" : String(refuseError(cell)).trim());

/**
 * The cells of one row, of which none is an error.
 * @throws CellError the first one that is.
 */
export const refuseErrors = (row: readonly Cell[]): readonly Exclude<Cell, CellError>[] => row.map(refuseError);

/** A cell as messages show it: texts in quotes, cut at 60 characters. */
export const describeCell = (cell: Cell): string => {
  if (typeof cell !== "string") return cell === undefined ? '""' : cellText(cell).toUpperCase();
  return `"${cell.length > 60 ? `${cell.slice(0, 59)}…` : cell}"`;
};

/** The error of every wrong argument: its name, the allowed values, and the received value. */
export const wrongArgument = (name: string, allowed: string, came: Cell): AddinError =>
  new AddinError("invalid-argument", t("formula.wrong", { name, allowed, came: describeCell(came) }));

/**
 * The cells of one column or one row in order, blank ones too.
 * @throws AddinError `invalid-argument` for several rows and columns, `too-large` for more cells than the host takes rows.
 */
export const readLine = (
  { host }: { readonly host: SizeLimits },
  argument: Argument,
  name: string,
): readonly Cell[] => {
  const columns = argument.rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (argument.rows.length > 1 && columns > 1)
    throw wrongArgument(name, t("allowed.oneLine"), `${argument.rows.length} × ${columns}`);
  const cells = listCells(argument);
  refuseTooTall(host, cells.length);
  return cells;
};

/**
 * Two lists that belong together, cell by cell.
 * @throws AddinError `invalid-argument` with both sizes where they differ.
 */
export const pairUp = (
  one: { readonly name: string; readonly cells: readonly Cell[] },
  other: { readonly name: string; readonly cells: readonly Cell[] },
): readonly (readonly [Cell, Cell])[] => {
  if (one.cells.length !== other.cells.length)
    throw new AddinError(
      "invalid-argument",
      t("formula.sizes", {
        one: one.name,
        oneCount: one.cells.length,
        other: other.name,
        otherCount: other.cells.length,
      }),
    );
  return one.cells.map((cell, index) => [cell, other.cells[index]]);
};
