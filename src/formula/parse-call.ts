import { cellsOf, readArgument } from "./argument";
import type { QueryValue } from "./filters";
import { isFilter } from "./filters";
import { parseOptions, readOptions } from "./options";
import { type AnySpecification, optionKindsOf } from "./specification";

/** What the arguments of one invocation mean. */
export interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly filters: Readonly<Record<string, QueryValue>>;
  readonly translate: string | undefined;
  readonly now: number;
}

/** Reads and checks every argument in order. Throws `invalid-argument`, or the cell error that stood in one of them. */
export const parseCall = (specification: AnySpecification, raw: readonly unknown[], now: number): Parsed => {
  const parameters = Object.entries(specification.parameters);
  const passed = [...parameters.keys(), parameters.length].map((index) =>
    index < raw.length ? raw[index] : undefined,
  );
  // Errors first: a cell error in any argument comes out again before an earlier argument is complained about.
  const read = passed.map((value, index) =>
    parameters[index]?.[1].control === "cell" ? { rows: [[undefined]] } : readArgument(value),
  );
  const blank = { rows: [[undefined]] };
  const values = Object.fromEntries(
    parameters.map(([name, parameter], index) => [name, parameter.parse(read[index] ?? blank, { name, now })]),
  );
  return { values, ...parseRest(specification, read[parameters.length] ?? blank, now), now };
};

const parseRest = (
  specification: AnySpecification,
  argument: ReturnType<typeof readArgument>,
  now: number,
): Pick<Parsed, "options" | "filters" | "translate"> => {
  const kinds = optionKindsOf(specification);
  if (kinds === undefined || cellsOf(argument).every((cell) => cell === undefined))
    return { options: {}, filters: {}, translate: undefined };
  const options = parseOptions(readOptions(argument, Object.keys(kinds)), kinds, now);
  const { filters: route } = specification;
  const filters = Object.fromEntries(
    Object.entries(options).filter(([key]) => route !== undefined && isFilter(route, key)),
  );
  const translate = options["translate"] as string | undefined;
  return { options, filters: filters as Parsed["filters"], translate };
};
