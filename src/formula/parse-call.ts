import { type Argument, blank, cellsOf, readArgument } from "./argument";
import type { QueryValue } from "./filters";
import { isFilter } from "./filters";
import { parseOptions, readOptions } from "./options";
import type { Parameter } from "./parameter";
import { type AnySpecification, optionKindsOf } from "./specification";

/** What the arguments of one invocation mean. */
export interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly filters: Readonly<Record<string, QueryValue>>;
  readonly translate: string | undefined;
  readonly now: number;
}

const parametersOf = new WeakMap<AnySpecification, readonly (readonly [string, Parameter<unknown>])[]>();

/** Reads and checks every argument in order. Throws `invalid-argument`, or the cell error that stood in one of them. */
export const parseCall = (specification: AnySpecification, raw: readonly unknown[], now: number): Parsed => {
  const parameters = parametersOf.get(specification) ?? Object.entries(specification.parameters);
  parametersOf.set(specification, parameters);
  // Errors first: a cell error in any argument comes out again before an earlier argument is complained about.
  const read = parameters.map(([, { control }], index) => (control === "cell" ? blank : readArgument(raw[index])));
  const last = readArgument(raw[parameters.length]);
  const values: Record<string, unknown> = {};
  let place = 0;
  for (const [name, parameter] of parameters) {
    values[name] = parameter.parse(read[place] ?? blank, { name, now });
    place += 1;
  }
  const { options, filters, translate } = parseRest(specification, last, now);
  return { values, options, filters, translate, now };
};

type Rest = Pick<Parsed, "options" | "filters" | "translate">;

const noRest: Rest = { options: {}, filters: {}, translate: undefined };
const rests = new WeakMap<AnySpecification, Map<string, Rest>>();
const mostRests = 200;

/** Thousands of cells give the same text: it is read once, unless what it means depends on the moment. */
const parseRest = (specification: AnySpecification, argument: Argument, now: number): Rest => {
  const kinds = optionKindsOf(specification);
  const cells = cellsOf(argument);
  if (kinds === undefined || cells.every((cell) => cell === undefined)) return noRest;
  const text = cells.length === 1 && typeof cells[0] === "string" ? cells[0] : undefined;
  const known = rests.get(specification) ?? new Map<string, Rest>();
  rests.set(specification, known);
  const before = text === undefined ? undefined : known.get(text);
  if (before !== undefined) return before;
  const seen = { moment: false };
  const moment = {
    get now() {
      seen.moment = true;
      return now;
    },
  };
  const rest = readRest(specification, parseOptions(readOptions(argument, Object.keys(kinds)), kinds, moment));
  if (text !== undefined && !seen.moment && known.size < mostRests) known.set(text, rest);
  return rest;
};

const readRest = ({ filters: route }: AnySpecification, options: Rest["options"]): Rest => {
  const filters = Object.fromEntries(
    Object.entries(options).filter(([key]) => route !== undefined && isFilter(route, key)),
  );
  return { options, filters: filters as Parsed["filters"], translate: options["translate"] as string | undefined };
};
