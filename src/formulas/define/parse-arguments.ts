import { CellError } from "../table/matrix";
import { parseCondition } from "../../contract/values";
import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import {
  type Argument,
  blankArgument,
  listCells,
  filledCells,
  parseArgument,
  parseList,
  cellText,
} from "../arguments/argument";
import { type DateScope, readDate, type Today } from "../arguments/dates";
import { commonOptions, type LayoutScope } from "../arguments/common-options";
import { routeFilters, isFilter, type QueryValue } from "../arguments/filters";
import { type GivenOptions, type OptionKinds, parseOptions, readOptions } from "../arguments/options";
import { type fields, flag, type Parameter, text } from "../arguments/parameters";
import { columnsFor } from "../table/columns";
import type { TimeZone } from "../table/time-zone";
import type { AnySpecification } from "./specification";

/** The arguments of one invocation, read and checked. */
export interface ParsedArguments {
  readonly values: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  readonly filters: Readonly<Record<string, QueryValue>>;
  readonly translate: string | undefined;
  readonly now: number;
  readonly timeZone: TimeZone | undefined;
}

/** Of a cell its address counts, and the error that it shows. */
const givenCell = (value: unknown): Argument => {
  if (value === undefined || value === null || value === "") return blankArgument;
  const [first] = [value].flat(2);
  return { rows: [[first instanceof CellError ? first.excelCode : true]] };
};

const readArgument = ({ control, keepsErrors }: Parameter<unknown>, value: unknown): Argument => {
  if (control === "cell") return givenCell(value);
  return keepsErrors === true ? parseList(value) : parseArgument(value);
};

/** The entries of a specification, made once: thousands of cells parse the same one. The next two are cached for the same reason. */
const parametersCache = new WeakMap<AnySpecification, readonly (readonly [string, Parameter<unknown>])[]>();

/**
 * Reads and checks all arguments in order. `addresses`: where they stand, for messages.
 * @throws CellError the first cell error in any argument but the lists that keep theirs, else AddinError `invalid-argument` or `empty-list`.
 */
export const parseArguments = (
  specification: AnySpecification,
  raw: readonly unknown[],
  { now, timeZone, addresses = [] }: Today & { readonly addresses?: readonly string[] | undefined },
): ParsedArguments => {
  const parameters = parametersCache.get(specification) ?? Object.entries(specification.parameters);
  parametersCache.set(specification, parameters);
  // Cell errors first: a cell error in a later argument counts more than a wrong earlier argument.
  const read = parameters.map(([, parameter], index) => readArgument(parameter, raw[index]));
  const last = parseArgument(raw[parameters.length]);
  refuseMore(specification, raw, parameters.length);
  const values: Record<string, unknown> = {};
  let place = 0;
  for (const [name, parameter] of parameters) {
    const argument = listArgument(parameter, read[place] ?? blankArgument, name, addresses[place]);
    refuseCompanies(specification, parameter, argument, name);
    values[name] = parameter.parse(argument, { name, now, timeZone });
    place += 1;
  }
  const { options, filters, translate } = parseRest(specification, last, { now, timeZone });
  return { values, options, filters, translate, now, timeZone };
};

/**
 * Excel refuses a formula with too many arguments, unless it still has an older functions.json.
 * @throws AddinError `invalid-argument` for an argument behind the last one that is not blank.
 */
const refuseMore = (specification: AnySpecification, raw: readonly unknown[], count: number): void => {
  const most = count + (optionKinds(specification) === undefined ? 0 : 1);
  if (raw.length <= most || raw.slice(most).every((value) => filledCells(parseArgument(value)).length === 0)) return;
  const values = { name: specification.name, most, count: raw.length };
  throw new AddinError("invalid-argument", t("formula.tooManyArguments", values));
};

/** @throws AddinError `invalid-argument` where a list of companies stands in the place of the universe. */
const refuseCompanies = (
  { parameters }: AnySpecification,
  { control, list }: Parameter<unknown>,
  argument: Argument,
  name: string,
): void => {
  if (control !== "universe" || list || !("entities" in parameters)) return;
  const count = filledCells(argument).length;
  if (count > 1) throw new AddinError("invalid-argument", t("formula.oneUniverse", { name, count }));
};

/**
 * The argument of a list. A list that failed to load must not mean "all": two or more cells that are all blank are an empty list, and so is a
 * text that stands for a missing value ("n/a"). One blank cell is the default.
 * @throws AddinError `empty-list`.
 */
const listArgument = (
  { list, clean }: Parameter<unknown>,
  argument: Argument,
  name: string,
  address: string | undefined,
): Argument => {
  if (!list || argument === blankArgument) return argument;
  const cleaned = clean?.(argument) ?? argument;
  if (filledCells(cleaned).length > 0 || (cleaned === argument && listCells(argument).length < 2)) return cleaned;
  throw new AddinError(
    "empty-list",
    address === undefined || address === ""
      ? t("formula.emptyList", { name })
      : t("formula.emptyRange", { name, address: address.replaceAll("$", "") }),
  );
};

type Rest = Pick<ParsedArguments, "options" | "filters" | "translate">;

const noRest: Rest = { options: {}, filters: {}, translate: undefined };
const rests = new WeakMap<AnySpecification, Map<string, Rest>>();
const mostRests = 200;

/** The same options text is read once, because thousands of cells share it, unless it depends on the moment (`today`). */
const parseRest = (specification: AnySpecification, argument: Argument, { now, timeZone }: Today): Rest => {
  const kinds = optionKinds(specification);
  const cells = listCells(argument);
  if (kinds === undefined || cells.every((cell) => cell === undefined)) return noRest;
  const text = cells.length === 1 && typeof cells[0] === "string" ? cells[0] : undefined;
  const known = rests.get(specification) ?? new Map<string, Rest>();
  rests.set(specification, known);
  const before = text === undefined ? undefined : known.get(text);
  if (before !== undefined) return before;
  const flags = { moment: false };
  const moment = {
    timeZone,
    get now() {
      flags.moment = true;
      return now;
    },
  };
  const rest = readRest(specification, parseOptions(readOptionCells(specification, argument, kinds), kinds, moment));
  if (text !== undefined && !flags.moment && known.size < mostRests) known.set(text, rest);
  return rest;
};

/** @throws AddinError `invalid-argument` for an unknown option, and for a filter that has no effect here. */
const readOptionCells = (
  { refusedFilters = {} }: AnySpecification,
  argument: Argument,
  kinds: OptionKinds,
): GivenOptions => {
  const cells = readOptions(argument, [...Object.keys(kinds), ...Object.keys(refusedFilters)]);
  for (const [key, sentence] of Object.entries(refusedFilters))
    if (cells.has(key)) throw new AddinError("invalid-argument", t(sentence));
  return cells;
};

const readRest = ({ filters: route }: AnySpecification, options: Rest["options"]): Rest => {
  const filters = Object.fromEntries(
    Object.entries(options).filter(([key]) => route !== undefined && isFilter(route, key)),
  );
  return {
    options,
    filters: filters as ParsedArguments["filters"],
    // Languages are shown with a capital; the service knows codes and names in small letters.
    translate: (options["translate"] as string | undefined)?.toLowerCase(),
  };
};

/** The error message for one argument, checked alone; undefined if it is valid. Makes no call. */
export const checkArgument = (
  specification: AnySpecification,
  argument: readonly [number, unknown],
  moment: Today,
): string | undefined => {
  try {
    parseOne(specification, argument, moment);
    return undefined;
  } catch (error) {
    if (error instanceof AddinError) return error.message;
    throw error;
  }
};

const parseOne = (
  specification: AnySpecification,
  [index, value]: readonly [number, unknown],
  moment: Today,
): unknown => {
  const [name, parameter] = Object.entries(specification.parameters)[index] ?? [];
  if (name !== undefined && parameter !== undefined) {
    const argument = readArgument(parameter, value);
    const cleaned = listArgument(parameter, argument, name, undefined);
    if (parameter.control === "date") checkDates(cleaned, { ...moment, name });
    const read = parameter.parse(cleaned, { ...moment, name });
    const { columns } = specification;
    if (parameter.control === "fields" && columns !== undefined)
      columnsFor(columns, read as ReturnType<typeof fields.parse>);
    return read;
  }
  const kinds = optionKinds(specification) ?? {};
  return parseOptions(readOptionCells(specification, parseArgument(value), kinds), kinds, moment);
};

/** Functions read `from` and `to` together, so `parse` does not check them; conditions with an operator are checked by the function. */
const checkDates = (argument: Argument, scope: DateScope): void => {
  for (const cell of filledCells(argument)) if (parseCondition(cellText(cell)) === undefined) readDate(cell, scope);
};

const kindsCache = new WeakMap<AnySpecification, OptionKinds>();

/** All options of a function: its own, the filters of its route, `translate` and the common ones; undefined where it has none. */
export const optionKinds = (specification: AnySpecification): OptionKinds | undefined => {
  if (specification.layout === undefined) return undefined;
  const known = kindsCache.get(specification) ?? makeKinds(specification, specification.layout);
  kindsCache.set(specification, known);
  return known;
};

const makeKinds = (
  { filters, refusedFilters = {}, options, translates, parameters, routes }: AnySpecification,
  layout: LayoutScope,
): OptionKinds => ({
  ...options,
  ...(filters && Object.fromEntries(Object.entries(routeFilters(filters)).filter(([key]) => !(key in refusedFilters)))),
  ...(translates === true && { translate: text }),
  // What asks the service for nothing speaks of now, whatever editions say.
  ...Object.fromEntries(
    Object.entries(commonOptions[layout]).filter(([key]) => routes.length > 0 || !key.startsWith("asof")),
  ),
  ...("limit" in parameters && { more: flag }),
});
