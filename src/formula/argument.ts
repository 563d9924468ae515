import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import { tell } from "../text/tell";

/** One cell of an argument; undefined is blank. */
export type Cell = string | number | boolean | undefined;

/** An argument as rows of cells; a single value is one row of one cell, a skipped argument too. */
export interface Argument {
  readonly rows: readonly (readonly Cell[])[];
}

/** A skipped argument, or one blank cell: most arguments of most cells. */
export const blank: Argument = { rows: [[undefined]] };

/** Reads what Excel passed: a value, a range or an array, data types unwrapped. A cell error in it is thrown, and comes out again. */
export const readArgument = (value: unknown): Argument => {
  if (!Array.isArray(value)) {
    const cell = readCell(value);
    return cell === undefined ? blank : { rows: [[cell]] };
  }
  const rows = listOf(value).map(listOf);
  const cells = rows.map((row) => row.map(readCell));
  return cells.length === 0 ? blank : { rows: cells };
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Blank, "" and 0 are blank: an empty cell arrives as 0 on the desktop and as null on the web, and no argument has 0 as a value. */
const readCell = (value: unknown): Cell => {
  if (value instanceof CellError) throw value;
  if (value === null || value === undefined || value === 0) return undefined;
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  return readCell(typeof value === "object" ? unwrap(value) : undefined);
};

interface DataType {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly basicValue?: unknown;
  readonly properties?: unknown;
}

/** A data type's value: the id of an entity card of ours, the text of any other entity, the basic value of everything else. */
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
export const cellsOf = ({ rows }: Argument): readonly Cell[] =>
  rows.length === 1 && rows[0] !== undefined ? rows[0] : rows.flat();

/** The cells that are not blank. */
export const filled = (argument: Argument): readonly (string | number | boolean)[] =>
  cellsOf(argument).filter((cell) => cell !== undefined);

/** The text of a cell without the white space around it; blank gives "". */
export const textOf = (cell: Cell): string => (cell === undefined ? "" : String(cell).trim());

/** A cell as sentences show it: texts in quotes, cut where long. */
export const show = (cell: Cell): string => {
  if (typeof cell !== "string") return cell === undefined ? '""' : String(cell).toUpperCase();
  return `"${cell.length > 60 ? `${cell.slice(0, 59)}…` : cell}"`;
};

/** The one value of an argument, undefined where all is blank; several are refused. */
export const oneCell = (argument: Argument, name: string): Cell => {
  const cells = filled(argument);
  if (cells.length > 1)
    throw new AddinError("invalid-argument", tell("formula.oneValue", { name, count: cells.length }));
  return cells[0];
};

/** The sentence every wrong argument gets: its name, what is allowed, what came. */
export const wrong = (name: string, allowed: string, came: Cell): AddinError =>
  new AddinError("invalid-argument", tell("formula.wrong", { name, allowed, came: show(came) }));
