import { AddinError } from "../../engine/http/addin-error";
import { formatList, t } from "../../i18n/t";
import { nearest } from "../../i18n/nearest";
import { type Argument, blankArgument, type Cell, listCells, filledCells, cellText, wrongArgument } from "./argument";
import type { Today } from "./dates";
import { isUuid } from "../../contract/values";
import type { FieldName } from "../table/columns";
import { CellError } from "../table/matrix";

/** The name of the argument or option for messages, and today. */
export interface KindScope extends Today {
  readonly name: string;
}

/** How one argument or option is read. */
export interface Kind<Value> {
  /** The values of a closed or known set. */
  readonly values?: readonly string[];
  /** True where `A,C` in one cell is two values. */
  readonly several: boolean;
  /** True where more than one value is refused; all other kinds read lists. */
  readonly one?: boolean;
  /** True where a blank cell of a range is a value of its own: weights stand beside a list. */
  readonly keepsBlanks?: boolean;
  /** What is allowed, for messages. */
  readonly allowed: () => string;
  readonly read: (cells: readonly Cell[], scope: KindScope) => Value;
}

const single = <Value>(
  allowed: () => string,
  read: (cell: Cell, scope: KindScope) => Value | undefined,
  values?: readonly string[],
): Kind<Value> => ({
  several: false,
  one: true,
  allowed,
  ...(values && { values }),
  read: (cells, scope) => {
    if (cells.length > 1)
      throw new AddinError("invalid-argument", t("formula.oneValue", { name: scope.name, count: cells.length }));
    const value = read(cells[0], scope);
    if (value === undefined) throw wrongArgument(scope.name, allowed(), cells[0]);
    return value;
  },
});

const each = <Value>(one: Kind<Value>): Kind<readonly Value[]> => ({
  ...one,
  several: true,
  one: false,
  read: (cells, scope) => cells.map((cell) => one.read([cell], scope)),
});

/** The most characters of a text that the service takes (openapi.yaml). */
const longestText = 1_000;

/** The text of a cell, of a number its digits; undefined for a logical value and for a text that is too long. */
export const shortText = (cell: Cell): string | undefined => {
  const content = cellText(cell);
  return typeof cell === "boolean" || content.length > longestText ? undefined : content;
};

export const text: Kind<string> = single(() => t("allowed.text"), shortText);

/** Several texts; a comma is part of a text. */
export const texts: Kind<readonly string[]> = { ...each(text), several: false };

/** The cell itself, to be read later together with another (`from` with `to`). */
export const raw: Kind<Cell> = single(
  () => t("allowed.date"),
  (cell) => cell,
);

export const uuid: Kind<string> = single(
  () => t("allowed.uuid"),
  (cell) => (isUuid(cellText(cell)) ? cellText(cell).toLowerCase() : undefined),
);

export const uuids: Kind<readonly string[]> = each(uuid);

/** A whole number within bounds. The message shows them without a thousands separator, as they are typed. */
export const whole = (
  least: number,
  most: number,
  allowed = (): string => t("allowed.wholeNumber", { least, most: String(most) }),
): Kind<number> =>
  single(allowed, (cell) => {
    const value = typeof cell === "boolean" || !/^\+?\d{1,15}$/.test(cellText(cell)) ? NaN : Number(cellText(cell));
    return value >= least && value <= most ? value : undefined;
  });

/** One value of a closed set, without case. */
export const choice = <const Value extends string>(values: readonly Value[]): Kind<Value> => ({
  ...single(
    () => formatList(values),
    (cell) => values.find((value) => value.toLowerCase() === cellText(cell).toLowerCase()),
    values,
  ),
});

/** Several values of a closed set. */
export const choices = <const Value extends string>(values: readonly Value[]): Kind<readonly Value[]> =>
  each(choice(values));

/** Yes or no; TRUE and FALSE mean the same. */
export const flag: Kind<boolean> = single(
  () => formatList(["yes", "no"]),
  (cell) => {
    const word = cellText(cell).toLowerCase();
    const isYes = word === "yes" || word === "true";
    return isYes || word === "no" || word === "false" ? isYes : undefined;
  },
  ["yes", "no"],
);

/** Several of `field:asc` and `field:desc`, for the fields that a route orders by. */
export const order = (fields: readonly string[]): Kind<readonly string[]> => {
  const allowed = (): string => t("allowed.order", { example: `${fields[0] ?? ""}:desc`, fields: formatList(fields) });
  const orders = fields.flatMap((field) => [`${field}:asc`, `${field}:desc`]);
  return each(
    single(allowed, (cell) => orders.find((item) => item === cellText(cell).toLowerCase().replaceAll(" ", "")), orders),
  );
};

/** The number of records, or `all` up to the workbook's row cap. */
export const limit: Kind<number | "all"> = single(
  () => t("allowed.limit"),
  (cell) => {
    if (cellText(cell).toLowerCase() === "all") return "all";
    const value = typeof cell === "boolean" || !/^\d{1,15}$/.test(cellText(cell)) ? 0 : Number(cellText(cell));
    return value >= 1 ? value : undefined;
  },
);

/** One value of a set, without case; where the set is open, any other text too. */
export const known = (values: readonly string[], open: boolean): Kind<string> => {
  const find = (cell: Cell): string | undefined =>
    values.find((value) => value.toLowerCase() === cellText(cell).toLowerCase()) ?? (open ? cellText(cell) : undefined);
  return single(() => formatList(values.slice(0, 20)), find, values);
};

/** The nearest name in a set, for messages; the first where none is near. */
export const nearestOrFirst = (name: string, values: readonly string[]): string =>
  nearest(name, values) ?? values[0] ?? "";

/** The control for an argument in the pane's form. */
export type ParameterControl =
  | "universe"
  | "entities"
  | "entity"
  | "text"
  | "number"
  | "date"
  | "choice"
  | "fields"
  | "limit"
  | "options"
  | "range"
  | "instance"
  | "cell";

/** One parameter of a worksheet function: its description for Excel and the form, and how its argument is parsed. */
export interface Parameter<Value> {
  readonly control: ParameterControl;
  /** Excel's type; almost always `any`, because every argument takes a cell, a range or an array. */
  readonly type: "any" | "string" | "number" | "boolean";
  readonly matrix: boolean;
  readonly optional: boolean;
  /**
   * True for a list: a range of two or more blank cells is an empty list, which is refused, and not the default. False also for lists
   * whose blank cells mean something.
   */
  readonly list: boolean;
  /** The closed set that Excel offers while typing. */
  readonly choices?: readonly string[];
  /** True where a cell error of the list stays in its place (`parseList`). In all others the first one becomes the result. */
  readonly keepsErrors?: boolean;
  /** The argument before `parse`, with cells that stand for a missing value as blank ones; the argument itself where there are none. */
  readonly clean?: (argument: Argument) => Argument;
  readonly parse: (argument: Argument, scope: KindScope) => Value;
}

/** An optional parameter; its value is undefined where all cells are blank. */
export const optional = <Value>(control: ParameterControl, kind: Kind<Value>): Parameter<Value | undefined> => ({
  control,
  type: "any",
  matrix: true,
  optional: true,
  list: kind.one !== true,
  parse: (argument, scope) => {
    if (argument === blankArgument) return undefined;
    const filled = filledCells(argument);
    const cells = kind.several ? filled.flatMap(splitCellList) : filled;
    if (cells.length < 1 && filled.length > 0) throw wrongArgument(scope.name, kind.allowed(), filled[0]);
    return cells.length === 0 ? undefined : kind.read(cells, scope);
  },
});

/** A required parameter. Its `parse` throws `invalid-argument` where all cells are blank. */
export const required = <Value>(control: ParameterControl, kind: Kind<Value>): Parameter<Value> => {
  const parameter = optional(control, kind);
  return {
    ...parameter,
    optional: false,
    parse: (argument, scope) => {
      const value = parameter.parse(argument, scope);
      if (value === undefined) throw missingArgument(scope.name, kind.allowed());
      return value;
    },
  };
};

/** An optional parameter with a closed set that Excel offers while typing (a custom enum). */
export const choiceParameter = <Value>(kind: Kind<Value>): Parameter<Value | undefined> => ({
  ...optional("choice", kind),
  type: "string",
  matrix: kind.several,
  ...(kind.values && { choices: kind.values }),
});

/** A required list whose blank cells and cell errors are kept: an aligned function answers one row for each cell. */
export const list = (control: ParameterControl): Parameter<Argument> => ({
  control,
  type: "any",
  matrix: true,
  optional: false,
  list: true,
  keepsErrors: true,
  parse: (argument, scope) => {
    if (filledCells(argument).length === 0) throw missingArgument(scope.name, t("allowed.notEmpty"));
    return argument;
  },
});

/** An optional list whose blank cells and cell errors are kept; undefined where all cells are blank. */
export const optionalList = (control: ParameterControl): Parameter<Argument | undefined> => ({
  control,
  type: "any",
  matrix: true,
  optional: true,
  list: true,
  keepsErrors: true,
  parse: (argument) => (filledCells(argument).length === 0 ? undefined : argument),
});

/** The names of fields in order. */
export const fields: Parameter<readonly FieldName[] | undefined> = {
  control: "fields",
  type: "any",
  matrix: true,
  optional: true,
  list: true,
  keepsErrors: true,
  parse: (argument) => {
    const cells = listCells(argument);
    const [only] = cells;
    if (cells.length === 1 && typeof only === "string") return splitNames(only);
    return filledCells(argument).length === 0 ? undefined : cells.flatMap(fieldNames);
  },
};

const namesOfTexts = new Map<string, readonly FieldName[]>();
const mostTexts = 500;

/** The same list for the same text: thousands of cells name the same fields, and columns are cached by list. */
const splitNames = (text: string): readonly FieldName[] => {
  const names = namesOfTexts.get(text) ?? fieldNames(text);
  if (namesOfTexts.size < mostTexts) namesOfTexts.set(text, names);
  return names;
};

/** At least one field name. */
export const requiredFields: Parameter<readonly FieldName[]> = {
  ...fields,
  optional: false,
  parse: (argument, scope) => {
    const names = fields.parse(argument, scope);
    if (names === undefined) throw missingArgument(scope.name, t("allowed.notEmpty"));
    return names;
  },
};

const fieldNames = (cell: Cell): readonly FieldName[] => {
  if (cell === undefined || cell instanceof CellError) return [cell];
  const names = cellText(cell)
    .split(/[,;]/)
    .map((name) => name.trim());
  return names.filter((name) => name !== "");
};

const splitCellList = (cell: Cell): readonly Cell[] =>
  typeof cell === "string"
    ? cell
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
    : [cell];

const missingArgument = (name: string, allowed: string): AddinError =>
  new AddinError("invalid-argument", t("formula.missing", { name, allowed }));
