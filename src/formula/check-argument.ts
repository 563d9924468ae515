import { AddinError } from "../error/addin-error";
import { columnsFor } from "../table/fields";
import { parseCondition } from "../wire/operators";
import { type Argument, filled, readArgument, textOf } from "./argument";
import { type DateScope, readDate } from "./dates";
import { parseOptions, readOptions } from "./options";
import type { fields } from "./parameter";
import { type AnySpecification, optionKindsOf } from "./specification";

/** What is wrong with one argument by itself, as the function would say it in a cell; undefined where it can be meant. No call is made. */
export const checkArgument = (
  specification: AnySpecification,
  [index, value]: readonly [number, unknown],
  now: number,
): string | undefined => {
  try {
    parseOne(specification, [index, value], now);
    return undefined;
  } catch (error) {
    if (error instanceof AddinError) return error.message;
    throw error;
  }
};

const parseOne = (
  specification: AnySpecification,
  [index, value]: readonly [number, unknown],
  now: number,
): unknown => {
  const argument = readArgument(value);
  const [name, parameter] = Object.entries(specification.parameters)[index] ?? [];
  if (name !== undefined && parameter !== undefined) {
    if (parameter.control === "date") checkDates(argument, { name, now });
    const value = parameter.parse(argument, { name, now });
    const { columns } = specification;
    if (parameter.control === "fields" && columns !== undefined)
      columnsFor(columns, value as ReturnType<typeof fields.parse>);
    return value;
  }
  const kinds = optionKindsOf(specification) ?? {};
  return parseOptions(readOptions(argument, Object.keys(kinds)), kinds, { now });
};

/** Some functions read their dates two by two, and so later; an operator is theirs to check. */
const checkDates = (argument: Argument, scope: DateScope): void => {
  for (const cell of filled(argument)) if (parseCondition(textOf(cell)) === undefined) readDate(cell, scope);
};
