import { AddinError } from "../error/addin-error";
import { tell } from "../text/tell";
import { type Argument, blank, type Cell, cellsOf, filled, textOf } from "./argument";
import type { ParameterDescription } from "./definition";
import type { Kind, KindScope } from "./kind";

/** One parameter of a worksheet function: what Excel and the builder are told, and how its argument is read. */
export interface Parameter<Value> {
  readonly control: ParameterDescription["control"];
  readonly type: ParameterDescription["type"];
  readonly matrix: boolean;
  readonly optional: boolean;
  /** The closed set Excel offers while typing. */
  readonly choices?: readonly string[];
  readonly parse: (argument: Argument, scope: KindScope) => Value;
}

type Control = ParameterDescription["control"];

/** An optional parameter of this kind: a cell, a range or an array; undefined where all of it is blank. */
export const optional = <Value>(control: Control, kind: Kind<Value>): Parameter<Value | undefined> => ({
  control,
  type: "any",
  matrix: true,
  optional: true,
  parse: (argument, scope) => {
    if (argument === blank) return undefined;
    const cells = kind.several ? filled(argument).flatMap(splitList) : filled(argument);
    return cells.length === 0 ? undefined : kind.read(cells, scope);
  },
});

/** A required parameter of this kind. */
export const required = <Value>(control: Control, kind: Kind<Value>): Parameter<Value> => {
  const parameter = optional(control, kind);
  return {
    ...parameter,
    optional: false,
    parse: (argument, scope) => {
      const value = parameter.parse(argument, scope);
      if (value === undefined) throw missing(scope.name, kind.allowed());
      return value;
    },
  };
};

/** An optional parameter with a closed set that Excel offers while typing (a custom enum). */
export const chosen = <Value>(kind: Kind<Value>): Parameter<Value | undefined> => ({
  ...optional("choice", kind),
  type: "string",
  matrix: kind.several,
  ...(kind.values && { choices: kind.values }),
});

/** A required list whose cells keep their places: aligned functions answer one row per cell. */
export const list = (control: Control): Parameter<Argument> => ({
  control,
  type: "any",
  matrix: true,
  optional: false,
  parse: (argument, scope) => {
    if (filled(argument).length === 0) throw missing(scope.name, tell("allowed.notEmpty"));
    return argument;
  },
});

/** An optional list whose cells keep their places; undefined where all of it is blank. */
export const optionalList = (control: Control): Parameter<Argument | undefined> => ({
  control,
  type: "any",
  matrix: true,
  optional: true,
  parse: (argument) => (filled(argument).length === 0 ? undefined : argument),
});

/** Field names in order; a blank cell of a range is a blank column. Undefined where all is blank. */
export const fields: Parameter<readonly (string | undefined)[] | undefined> = {
  control: "fields",
  type: "any",
  matrix: true,
  optional: true,
  parse: (argument) => {
    const cells = cellsOf(argument);
    const [only] = cells;
    if (cells.length === 1 && typeof only === "string") return namesIn(only);
    return filled(argument).length === 0 ? undefined : cells.flatMap(fieldNames);
  },
};

const namesOfTexts = new Map<string, readonly (string | undefined)[]>();
const mostTexts = 500;

/** Thousands of cells ask for the same fields, and what is made of them is found by the list. */
const namesIn = (written: string): readonly (string | undefined)[] => {
  const names = namesOfTexts.get(written) ?? fieldNames(written);
  if (namesOfTexts.size < mostTexts) namesOfTexts.set(written, names);
  return names;
};

/** The field names, one at least. */
export const requiredFields: Parameter<readonly (string | undefined)[]> = {
  ...fields,
  optional: false,
  parse: (argument, scope) => {
    const names = fields.parse(argument, scope);
    if (names === undefined) throw missing(scope.name, tell("allowed.notEmpty"));
    return names;
  },
};

const fieldNames = (cell: Cell): readonly (string | undefined)[] => {
  if (cell === undefined) return [undefined];
  const names = textOf(cell)
    .split(/[,;]/)
    .map((name) => name.trim());
  return names.filter((name) => name !== "");
};

const splitList = (cell: Cell): readonly Cell[] =>
  typeof cell === "string"
    ? cell
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
    : [cell];

const missing = (name: string, allowed: string): AddinError =>
  new AddinError("invalid-argument", tell("formula.missing", { name, allowed }));
