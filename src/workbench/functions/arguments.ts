import type { Nullable } from "@univerjs/core";
import type {
  ArrayValueObject,
  BaseReferenceObject,
  BaseValueObject,
  FunctionVariantType,
} from "@univerjs/engine-formula";
import { FunctionError } from "./function-error";
import type { ParameterMetadata } from "./metadata";

/** How this host passes arguments. */
export interface ArgumentRules {
  /** Excel on the desktop passes an empty cell as 0, Excel on the web as null. */
  readonly emptyCells: "zero" | "null";
  /**
   * `allowErrorForDataTypeAny` of functions.json. True: error values are passed as objects. False: the error is the
   * result and nothing is called.
   */
  readonly passErrors: boolean;
  readonly addressOf: (reference: BaseReferenceObject) => string;
}

/** The arguments of a formula's call, before arrays are split for scalar parameters. */
export interface CallArguments {
  readonly values: readonly unknown[];
  /** Indexes of scalar parameters that were given an array: the function is called once per element. */
  readonly lifted: readonly number[];
  readonly addresses: readonly (string | undefined)[];
}

interface Given {
  readonly cell?: BaseValueObject;
  readonly array?: ArrayValueObject;
  readonly address: string | undefined;
}

/** Converts the formula's values to the arguments that Excel passes to a custom function. */
export const readArguments = (
  variants: readonly FunctionVariantType[],
  parameters: readonly ParameterMetadata[],
  rules: ArgumentRules,
): CallArguments => {
  const variantsRead = variants.map((variant) => readVariant(variant, rules));
  const lifted: number[] = [];
  const values = parameters.map((parameter, index) => {
    if (parameter.repeating === true)
      return variantsRead.slice(index).map((each) => readArgument(each, parameter, rules));
    const one = variantsRead[index];
    if (one?.array !== undefined && parameter.dimensionality !== "matrix") lifted.push(index);
    return one === undefined ? null : readArgument(one, parameter, rules);
  });
  return { values, lifted, addresses: variantsRead.map(({ address }) => address) };
};

const readVariant = (variant: FunctionVariantType, { addressOf }: ArgumentRules): Given => {
  if (!variant.isReferenceObject()) {
    const value = variant as BaseValueObject;
    if (!isArray(value)) return { cell: value, address: undefined };
    const single = singleValue(value);
    return single === undefined ? { array: value, address: undefined } : { cell: single, address: undefined };
  }
  const reference = variant as BaseReferenceObject;
  const array = reference.toArrayValueObject();
  const address = addressOf(reference);
  const first = singleValue(array);
  return first === undefined ? { array, address } : { cell: first, address };
};

/** The value of an array of one cell. The engine computes `A1+1` as such an array; in Excel it is one value. */
const singleValue = (array: ArrayValueObject): BaseValueObject | undefined =>
  array.getRowCount() === 1 && array.getColumnCount() === 1 ? (array.get(0, 0) ?? undefined) : undefined;

const isArray = (value: BaseValueObject): value is ArrayValueObject => value.isArray();

const readArgument = ({ cell, array, address }: Given, parameter: ParameterMetadata, rules: ArgumentRules): unknown => {
  const type = parameter.type ?? "any";
  if (array !== undefined) return toGrid(array, type, rules);
  if (cell === undefined || (cell.isNull() && address === undefined)) return null;
  const value = readCellArgument(cell, type, rules);
  return parameter.dimensionality === "matrix" ? [[value]] : value;
};

const toGrid = (array: ArrayValueObject, type: string, rules: ArgumentRules): unknown[][] =>
  Array.from({ length: array.getRowCount() }, (_, row) =>
    Array.from({ length: array.getColumnCount() }, (__, column) =>
      readCellArgument(array.get(row, column), type, rules),
    ),
  );

const readCellArgument = (cell: Nullable<BaseValueObject>, type: string, rules: ArgumentRules): unknown => {
  if (!cell || cell.isNull()) return emptyValue(type, rules);
  const value = cell.getValue();
  if (cell.isError()) return errorArgument(String(value), type, rules);
  return convert(cell.isBoolean() ? Boolean(value) : value, type);
};

const emptyValue = (type: string, { emptyCells }: ArgumentRules): unknown => {
  if (type === "string") return "";
  if (type === "number") return 0;
  if (type === "boolean") return false;
  return emptyCells === "zero" ? 0 : null;
};

const argumentErrorTypes: Readonly<Record<string, string>> = {
  "#N/A": "NotAvailable",
  "#VALUE!": "Value",
  "#DIV/0!": "Div0",
  "#NUM!": "Num",
  "#NULL!": "Null",
  "#NAME?": "Name",
  "#REF!": "Ref",
  "#SPILL!": "Spill",
  "#CALC!": "Calc",
};

/**
 * An error value: the object that Excel passes ("Data types core concepts", error values), or the error that prevents
 * the call.
 */
const errorArgument = (code: string, type: string, { passErrors }: ArgumentRules): unknown => {
  const errorType = argumentErrorTypes[code];
  if (!passErrors || type !== "any" || errorType === undefined) return new FunctionError(code);
  return { type: "Error", basicType: "Error", basicValue: code, errorType };
};

const convert = (value: string | number | boolean, type: string): unknown => {
  if (type === "string") return typeof value === "boolean" ? String(value).toUpperCase() : String(value);
  if (type === "number") return toNumber(value);
  if (type === "boolean") return toBoolean(value);
  return value;
};

const toNumber = (value: string | number | boolean): unknown => {
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  return Number.isNaN(number) ? new FunctionError() : number;
};

const toBoolean = (value: string | number | boolean): unknown => {
  if (typeof value !== "string") return Boolean(value);
  const text = value.toLowerCase();
  return text === "true" || text === "false" ? text === "true" : new FunctionError();
};

/** The error that prevents the call, if there is one. A pending argument takes precedence. */
export const findError = (values: readonly unknown[]): FunctionError | undefined => {
  let firstFound: FunctionError | undefined;
  for (const value of values) {
    const error = Array.isArray(value) ? findError(value) : value instanceof FunctionError ? value : undefined;
    if (error?.code === "#BUSY!") return error;
    firstFound ??= error;
  }
  return firstFound;
};

/**
 * One list of arguments per element of the arrays that were given for scalar parameters. Beyond short arrays the
 * value is `#N/A`, as in Excel.
 */
export const liftArguments = ({ values, lifted }: CallArguments): (readonly unknown[])[][] => {
  const grids = lifted.map((index) => values[index] as unknown[][]);
  const rows = Math.max(...grids.map((grid) => grid.length));
  const columns = Math.max(...grids.map((grid) => grid[0]?.length ?? 0));
  const pick = (grid: unknown[][], row: number, column: number): unknown => {
    const cells = grid[grid.length === 1 ? 0 : row] ?? [];
    const at = cells.length === 1 ? 0 : column;
    return at < cells.length ? cells[at] : new FunctionError("#N/A");
  };
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      values.map((value, index) => (lifted.includes(index) ? pick(value as unknown[][], row, column) : value)),
    ),
  );
};
