import { addressSheet, withoutSheet } from "../../facts/sheet-names";
import { AddinError, type Issue } from "../../engine/http/addin-error";
import { createYieldToHost } from "../../engine/clock";
import type { CacheMode, RequestContext } from "../../engine/requests/request-context";
import type { OpenRequest, RequestScope } from "../../engine/requests/request-log";
import { firstFunctions } from "../../i18n/locales/en/first-functions";
import { addMessages, t } from "../../i18n/t";
import { blankArgument, type Cell, parseArgument } from "../arguments/argument";
import type { OptionKinds } from "../arguments/options";
import type { AsOf } from "../editions/edition-names";
import { type Layout, readLayout } from "../table/layout";
import { loadTimeZone } from "../table/calendar";
import { type FormulaInput, FormulaResult, joinKey, type ResultRecords, type RowOrigin } from "../table/formula-result";
import { CellError, type CellValue, plainValue } from "../table/matrix";
import type { TimeZone } from "../table/time-zone";
import type { FunctionDefinition, ResultShape } from "./definition";
import { describe } from "./describe";
import { formulaText } from "./formula-text";
import type { AnyInvocation, InvocationContext } from "./invocation";
import { checkArgument, optionKinds, parseArguments, type ParsedArguments } from "./parse-arguments";
import type { AnySpecification, Parameters, Specification } from "./specification";

// Here, because every function is defined with this module and no text of functions is needed before. functions/index.ts adds the others.
addMessages("en", firstFunctions);

/** Defines a worksheet function. functions.json, help, the reference, the pane's form and the property tests follow from it. */
export const defineFunction = <const P extends Parameters, O extends OptionKinds = OptionKinds>(
  specification: Specification<P, O>,
): FunctionDefinition => ({
  ...describe(specification),
  check: (argument, moment) => checkArgument(specification, argument, moment),
  shape: (values, now) => resultShape(specification, values, now),
  invoke: (values, context) => invoke(specification, values, context),
  ...(specification.stream && { stream: specification.stream }),
});

/**
 * Calculates one invocation and records it in the request log, also if it fails.
 * @throws AddinError for a wrong argument and every failure; CellError for a cell error among the arguments.
 */
const invoke = async (
  specification: AnySpecification,
  raw: readonly unknown[],
  context: InvocationContext,
): Promise<FormulaResult> => {
  const zone = context.runtime.settings.get().timeZone;
  const parsed =
    zone === undefined ? parse(specification, raw, context) : await parseIn(zone, specification, raw, context);
  const before = context.runtime.requestLog.latestAt(context.address ?? "");
  const entry = openEntry(specification, raw, parsed, context);
  if (parsed instanceof AddinError) {
    entry.failed(parsed);
    throw parsed;
  }
  if (parsed instanceof CellError) {
    // The error may be of another function in the same cell, and change when the stores do that it has read.
    before?.reads.forEach((store) => entry.log.dependsOn(store));
    entry.failed(toRecorded(parsed));
    throw parsed;
  }
  const layout = readLayout(parsed.options, usualHeaders(specification, parsed.options));
  entry.entry.scope = requestScope(parsed.values);
  try {
    const input = formulaInput(specification, raw, context);
    const asOf = input && readAsOfOption(parsed, context);
    const calculated =
      input === undefined || asOf === undefined
        ? await calculateLive(specification, { raw, input }, toInvocation(parsed, layout, context, entry), entry)
        : await (await loadEditionAnswers()).readEdition(input, asOf, layout, context, entry);
    const result = parsed.options["source"] === true ? await addSourceRecords(calculated, entry, context) : calculated;
    refuseIfAccountLeft(entry);
    const lastRows = entry.entry.partial && layout.more ? 1 : 0;
    const startsWithError = result.cells[0]?.[0] instanceof Error;
    entry.done(result.rowCount - lastRows, { height: result.height, width: result.width, startsWithError });
    return result;
  } catch (error) {
    return failCell(error, specification, context, entry);
  }
};

/** Whether the time zone of the workbook changes the answer. */
const readsDays = ({ parameters }: AnySpecification): boolean => "from" in parameters || "since" in parameters;

/** Only these arguments are stored: a list may be long. */
const requestScope = (values: ParsedArguments["values"]): RequestScope =>
  Object.fromEntries(["universe", "from", "to"].flatMap((name) => (name in values ? [[name, values[name]]] : [])));

const addSourceRecords = async (
  result: FormulaResult,
  { entry }: OpenRequest,
  { loadSources, host, runtime }: InvocationContext,
): Promise<FormulaResult> => {
  const add = await loadSources?.();
  const limits = { ...host, yieldToHost: createYieldToHost(runtime.clock) };
  return add === undefined ? result : add(result, entry, limits);
};

/** Rows of an account that has left meanwhile do not reach the cell. @throws the reason why the account's requests ended. */
const refuseIfAccountLeft = ({ reason }: OpenRequest): void => {
  if (reason instanceof AddinError && reason.details.accountLeft === true) throw reason;
};

/** What a formula was given. */
interface LiveInput {
  /** The arguments as they came. */
  readonly raw: readonly unknown[];
  readonly input: FormulaInput | undefined;
}

const calculateLive = async (
  specification: AnySpecification,
  { raw, input }: LiveInput,
  invocation: ReturnType<typeof toInvocation>,
  openRequest: OpenRequest,
): Promise<FormulaResult> => {
  const { context, options } = invocation;
  const calculated = await specification.calculate(invocation);
  refuseIfAccountLeft(openRequest);
  const isAligned = specification.layout === "aligned" || options["align"] === true;
  const result = nameRows(calculated, specification, isAligned ? listBeside(specification, raw) : undefined);
  const { entry } = openRequest;
  context.onCalculated?.({
    function: specification.name,
    input,
    fetchedAt: entry.fetchedAt ?? entry.lookupsAt,
    total: entry.total,
    query: entry.query,
    incomplete: entry.truncated,
    partial: entry.partial,
    result,
  });
  return result;
};

/** What the formula asks of the service; undefined for a function that reads nothing of it. */
const formulaInput = (
  specification: AnySpecification,
  values: readonly unknown[],
  { runtime }: InvocationContext,
): FormulaInput | undefined => {
  if (specification.routes.length === 0) return undefined;
  const parameters = Object.values(specification.parameters);
  const place = parameters.findIndex(({ control, list }) => control === "universe" && !list);
  const meansSelected = place !== -1 && parseArgument(values[place]) === blankArgument;
  return {
    function: specification.name,
    values,
    parameters: parameters.length,
    optionKeys: () => Object.keys(optionKinds(specification) ?? {}),
    isDay: (place) => parameters[place]?.control === "date",
    universe: meansSelected ? runtime.universes.selected.get()?.universe_id : undefined,
    timeZone: readsDays(specification) ? runtime.settings.get().timeZone : undefined,
  };
};

/** The day or edition of the formula itself, else that of the workbook. Outside of cells the workbook's does not count. */
const readAsOfOption = (
  { options }: ParsedArguments,
  { loadEditions, runtime }: InvocationContext,
): AsOf | undefined => {
  const own = options["asof"] as Cell;
  const within = options["asof_within"] as number | undefined;
  if (own !== undefined) return { asof: own, within };
  const ofWorkbook = loadEditions && runtime.asOf.get();
  return ofWorkbook && { ...ofWorkbook, within, isOfWorkbook: true };
};

/** Few formulas are answered as of an earlier day. */
const loadEditionAnswers = () => import(/* webpackChunkName: "later-functions" */ "./edition-answers");

/** How a result with these arguments is laid out. @throws AddinError for a wrong argument. */
const resultShape = (specification: AnySpecification, raw: readonly unknown[], now: number): ResultShape => {
  const { options } = parseArguments(specification, raw, { now });
  const { headers, transpose } = readLayout(options, usualHeaders(specification, options));
  return {
    headers: headers === "no" ? "none" : transpose ? "first column" : "first row",
    aligned: specification.layout === "aligned" || options["align"] === true,
  };
};

const usualHeaders = (
  { headers, columns, layout }: AnySpecification,
  options: ParsedArguments["options"],
): Layout["headers"] => {
  if (headers !== undefined) return typeof headers === "function" ? headers(options) : headers;
  return columns === undefined || layout === "aligned" || layout === "value" ? "no" : "yes";
};

/** An address as a formula in this cell names it: without the sheet where that is the cell's own. */
const onOtherSheet = (address: string | null | undefined, cell: string | undefined): string =>
  address != null && cell !== undefined && addressSheet(address) === addressSheet(cell)
    ? withoutSheet(address)
    : (address ?? "");

/** An error is recorded before it is thrown, so it is returned. */
const parse = (
  specification: AnySpecification,
  raw: readonly unknown[],
  { runtime, parameterAddresses, address }: InvocationContext,
  timeZone?: TimeZone,
): ParsedArguments | AddinError | CellError => {
  try {
    const addresses = parameterAddresses?.map((each) => onOtherSheet(each, address));
    return parseArguments(specification, raw, { now: runtime.clock.now(), timeZone, addresses });
  } catch (error) {
    return error instanceof CellError ? error : asAddinError(error);
  }
};

/** The same in a workbook with a time zone, which this computer may not know. */
const parseIn = async (
  zone: string,
  specification: AnySpecification,
  raw: readonly unknown[],
  context: InvocationContext,
): Promise<ReturnType<typeof parse>> => {
  const timeZone = await loadTimeZone(zone).catch(asAddinError);
  return timeZone instanceof AddinError ? timeZone : parse(specification, raw, context, timeZone);
};

/** A cell error among the arguments is recorded too: the entry of an earlier result would speak for the cell otherwise. */
const toRecorded = (error: AddinError | CellError): AddinError =>
  error instanceof CellError
    ? new AddinError("invalid-argument", t("formula.argumentIsError", { error: error.excelCode }), { cause: error })
    : error;

/** What the options say about caching. */
const readCaching = (values: Readonly<Record<string, unknown>>): Pick<RequestContext, "cache" | "onError"> => ({
  cache: (values["cache"] as CacheMode | undefined) ?? "refresh",
  onError: (values["onerror"] as RequestContext["onError"] | undefined) ?? "last",
});

const openEntry = (
  specification: AnySpecification,
  raw: readonly unknown[],
  parsed: ParsedArguments | AddinError | CellError,
  context: InvocationContext,
): OpenRequest => {
  const { cache, onError } = readCaching("options" in parsed ? parsed.options : {});
  const entry = context.runtime.requestLog.open({
    what: specification.name,
    address: context.address,
    query: formulaText(specification.name, raw),
    cancellation: context,
    memoryOnly: context.preview || context.memoryOnly === true,
    reloadSince: context.reloadSince,
    cache,
    onError,
  });
  if (readsDays(specification)) entry.log.dependsOn("settings");
  return entry;
};

const toInvocation = (
  { values, options, filters, translate, now, timeZone }: ParsedArguments,
  layout: Layout,
  context: InvocationContext,
  requestContext: OpenRequest,
): AnyInvocation & { readonly values: ParsedArguments["values"]; readonly options: ParsedArguments["options"] } => {
  const { runtime, host } = context;
  const { formattedValues, maxCharacters, maxCells } = host;
  return {
    values,
    options,
    filters,
    translate,
    now,
    timeZone,
    fetchedAt: () => requestContext.entry.fetchedAt,
    layout,
    runtime,
    requestContext,
    host: { formattedValues, maxCharacters, maxCells, yieldToHost: createYieldToHost(runtime.clock) },
    context,
  };
};

const failCell = (
  error: unknown,
  specification: AnySpecification,
  context: InvocationContext,
  entry: OpenRequest,
): FormulaResult => {
  if (context.signal.aborted) {
    entry.cancelled();
    throw new AddinError("interrupted", t("formula.cancelled"), { cause: error });
  }
  if (error instanceof CellError) {
    entry.failed(toRecorded(error));
    throw error;
  }
  const failure = namingArguments(asAddinError(error), specification);
  if (context.preview && failure.code === "interrupted") {
    entry.cancelled();
    return FormulaResult.ofValue(t("runtime.preview"));
  }
  // The engine's sentence is for a preview.
  const detail =
    context.memoryOnly === true && failure.code === "interrupted"
      ? new AddinError("interrupted", t("runtime.interrupted"), { cause: failure })
      : failure;
  entry.failed(detail);
  throw detail;
};

const asAddinError = (error: unknown): AddinError =>
  error instanceof AddinError ? error : new AddinError("unexpected", t("runtime.unexpected"), { cause: error });

/** Whether an argument is a table with a header row (ENTITY.MATCH), and no list. */
const isTwoDimensional = (rows: readonly (readonly unknown[])[]): boolean =>
  rows.length > 1 && (rows[0]?.length ?? 0) > 1;

/** Wire members that the arguments of most functions set under another name. */
const usualArguments: Readonly<Record<string, string>> = {
  score: "minScore",
  universe_id: "universe",
  document_id: "id",
  max_candidates: "maxCandidates",
  extract_date: "from, to",
  search_after: "limit",
  size: "limit",
};

/** A refusal of the service with the name of the argument or option that set each refused member. */
const namingArguments = (error: AddinError, specification: AnySpecification): AddinError => {
  const { issues } = error.details;
  if (error.code !== "rejected" || issues === undefined || issues.length === 0) return error;
  const message = issues
    .map((issue) =>
      t("formula.rejected", { name: findArgumentName(issue, specification), message: endSentence(issue.message) }),
    )
    .join(" ");
  return new AddinError("rejected", message, { ...error.details, cause: error });
};

/** Some messages of the service lack the full stop. */
const endSentence = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`);

/** The argument or option that set the refused member; the path of the member where none did. */
const findArgumentName = ({ field }: Issue, specification: AnySpecification): string => {
  const names = { ...usualArguments, ...specification.argumentOfMember };
  for (const member of field.split(".").reverse()) {
    if (member in specification.parameters) return member;
    const name = names[member];
    if (name !== undefined) return name;
    if (member in (optionKinds(specification) ?? {})) return member;
  }
  return field;
};

/**
 * A result whose rows have names, so that a later result can be compared with it. Rows beside a list are named by its cells, whatever
 * record they show; a single value has one name. `list` is undefined where the result stands beside none.
 */
const nameRows = (
  result: FormulaResult,
  { name, result: kind }: AnySpecification,
  list: readonly unknown[] | undefined,
): FormulaResult => {
  const isPlainValue = kind === "value" && result.records.columns.length === 0;
  const known = isPlainValue ? result.describeRecords(singleValue(name)) : result;
  if (list === undefined) return known;
  const { identity, origins } = known.records;
  return known.describeRecords({
    identity: { ...identity, kind: "row", key: [] },
    origins: rowKeys(list, result.rowCount).map((key, row): RowOrigin | undefined =>
      key === "" ? undefined : { key, entityId: origins[row]?.entityId },
    ),
  });
};

const singleValue = (name: string): Partial<ResultRecords> => ({
  identity: { kind: "row", key: [] },
  columns: [{ name: "value", label: name, type: "text" }],
  origins: [{ key: "", entityId: undefined }],
});

/** The argument that a result stands beside: the first one, or `entities` of a listing with `align=yes`. */
const listBeside = (specification: AnySpecification, raw: readonly unknown[]): readonly unknown[] => {
  const names = Object.keys(specification.parameters);
  return toLines(raw[specification.layout === "aligned" ? 0 : names.indexOf("entities")]);
};

/** A text for each row: the cells of the list; for a table (ENTITY.MATCH) its rows without the header. */
const rowKeys = (list: readonly unknown[], rows: number): readonly string[] => {
  const lines = list.map(toLines);
  if (!isTwoDimensional(lines)) return lines.flat().map(cellInputKey);
  return lines.slice(lines.length > rows ? 1 : 0).map((line) => joinKey(line.map(cellInputKey)));
};

const toLines = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** An entity card arrives as an object with its text. */
const cellInputKey = (cell: unknown): string => {
  if (typeof cell !== "object" || cell instanceof Error) return String(plainValue(cell as CellValue)).trim();
  return cell !== null && "text" in cell && typeof cell.text === "string" ? cell.text.trim() : "";
};
