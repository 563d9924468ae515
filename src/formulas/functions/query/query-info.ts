import { type Address, parseAddress } from "../../../facts/addresses";
import { normalizeAddress } from "../../../facts/sheet-names";
import { AddinError } from "../../../engine/http/addin-error";
import type { RequestLog, RequestLogEntry } from "../../../engine/requests/request-log";
import { t } from "../../../i18n/t";
import type { Cell } from "../../arguments/argument";
import { type DateScope, readDate } from "../../arguments/dates";
import { choice, choiceParameter, type Parameter } from "../../arguments/parameters";
import { defineFunction } from "../../define/define-function";
import type { AnyInvocation, ShownFormula } from "../../define/invocation";
import { toWall } from "../../table/calendar";
import { toSerial } from "../../table/dates";
import { FormulaResult } from "../../table/formula-result";
import { isoDay } from "../../table/iso-dates";
import type { CellValue } from "../../table/matrix";

/** The log entry of the formula whose cell or spill contains this address; the latest of several. */
export const findAnchor = (requestLog: RequestLog, address: string): RequestLogEntry | undefined => {
  const exact = requestLog.latestAt(address);
  if (exact !== undefined) return exact;
  const cell = parseAddress(address);
  if (cell === undefined) return undefined;
  const covering = requestLog.entries
    .get()
    .filter((entry) => entry.address !== undefined && requestLog.latestAt(entry.address)?.id === entry.id)
    .filter((entry) => covers(entry, cell));
  return covering.at(-1);
};

const covers = ({ address = "", height = 1, width = 1 }: RequestLogEntry, cell: Address): boolean => {
  const anchor = parseAddress(address);
  // Excel may change upper and lower case in the name of a sheet.
  if (anchor === undefined || anchor.sheet?.toLowerCase() !== cell.sheet?.toLowerCase()) return false;
  const down = cell.startRow - anchor.startRow;
  const across = cell.startColumn - anchor.startColumn;
  return down >= 0 && down < height && across >= 0 && across < width;
};

const moment = (milliseconds: number | undefined): CellValue =>
  milliseconds === undefined
    ? ""
    : { kind: "formatted", value: toSerial(milliseconds), numberFormat: "yyyy-mm-dd hh:mm" };

/** The number, for a host without formatted values. */
const withoutFormat = (value: CellValue): CellValue =>
  typeof value === "object" && "kind" in value && value.kind === "formatted" ? value.value : value;

/** The name of the universe that a formula asked for; blank where it asks for none. */
const universeName = ({ scope }: RequestLogEntry, { runtime, requestContext }: AnyInvocation): string => {
  if (scope === undefined || !("universe" in scope)) return "";
  const given = scope.universe === undefined ? undefined : String(scope.universe);
  try {
    return runtime.universes.nameOf(runtime.universes.idOf(given, requestContext), requestContext);
  } catch (error) {
    if (error instanceof AddinError) return given ?? "";
    throw error;
  }
};

/** A date as a day of the time zone, counted from when the formula was calculated; anything else as it was given. */
const dayText = (value: Cell, scope: DateScope): string => {
  try {
    return isoDay(toWall(readDate(value, scope).start, scope.timeZone));
  } catch (error) {
    if (error instanceof AddinError) return String(value);
    throw error;
  }
};

/** The days that a formula asked for: `2025-11-19 to 2026-11-19`; blank where it asks for all. */
const periodText = ({ scope, startedAt }: RequestLogEntry, { timeZone }: AnyInvocation): string => {
  const moment = { now: startedAt, timeZone };
  const from = scope?.from === undefined ? undefined : dayText(scope.from, { ...moment, name: "from" });
  const to = scope?.to === undefined ? undefined : dayText(scope.to, { ...moment, name: "to" });
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  if (from !== undefined) return `since ${from}`;
  return to === undefined ? "" : `until ${to}`;
};

/** The items of a log entry, in the order of the table. */
const items = {
  function: (entry) => entry.what,
  query: (entry) => entry.query,
  universe: universeName,
  period: periodText,
  coverage: (entry) => entry.coverage ?? "",
  status: (entry) => entry.status,
  requests: (entry) => entry.requests,
  rows: (entry) => entry.rows ?? "",
  pages: (entry) => entry.pages,
  truncated: (entry) => entry.truncated !== undefined,
  why: (entry) => entry.truncated ?? "",
  total: (entry) => entry.total ?? "",
  fetched_at: (entry) => moment(entry.fetchedAt),
  lookups_at: (entry) => moment(entry.lookupsAt),
  source: (entry) => entry.source ?? "",
  as_of: (entry) => entry.asOf ?? "",
  captured_at: (entry) => moment(entry.capturedAt),
  duration: (entry) => (entry.endedAt === undefined ? "" : (entry.endedAt - entry.startedAt) / 1_000),
  error: (entry) =>
    entry.error?.message ?? entry.staleReason ?? (entry.earlierAccount ? t("functions.earlierAccount") : ""),
} as const satisfies Readonly<Record<string, (entry: RequestLogEntry, invocation: AnyInvocation) => CellValue>>;

/** The hash is made of the values, and only when it is asked for. */
type Item = keyof typeof items | "hash";
const itemNames = [
  ...(Object.keys(items) as readonly (keyof typeof items)[]),
  "hash",
] as const satisfies readonly Item[];

/** The error that the cell shows; undefined for any other value. Its address is read from the context. */
const unusedCell: Parameter<string | undefined> = {
  control: "cell",
  type: "any",
  matrix: true,
  optional: false,
  list: false,
  parse: ({ rows }) => (typeof rows[0]?.[0] === "string" ? rows[0][0] : undefined),
};

/** Errors of Excel that say that the result is not shown: there is none yet, or no room for it. They say nothing about the arguments. */
const notShown: ReadonlySet<string> = new Set(["#SPILL!", "#BUSY!", "#GETTING_DATA", "#CALC!", "#CONNECT!", "#NAME?"]);

/**
 * What stands in the cell now. Excel does not call a function whose argument is an error: the entry of the formula's earlier result would
 * speak for a cell that shows the error.
 */
const withShownError = (entry: RequestLogEntry, address: string, error: string | undefined): RequestLogEntry => {
  const isOwn = isSameCell(entry.address, address);
  if (error === undefined || notShown.has(error) || !isOwn || entry.status !== "done" || entry.startsWithError === true)
    return entry;
  const { id, what, address: place, query, startedAt, reads, scope } = entry;
  return {
    ...{ id, what, address: place, query, startedAt, reads, scope, endedAt: undefined, status: "failed" },
    ...{ requests: 0, pages: 0, rows: undefined, truncated: undefined, partial: false, total: undefined },
    ...{ fetchedAt: undefined, source: undefined, lookupsAt: undefined, staleReason: undefined, earlierAccount: false },
    error: new AddinError("invalid-argument", t("functions.showsError", { error })),
  };
};

/** Whether a formula calls a function of ours, under whatever name a file or a workbook has it. */
const calls = (formula: string, name: string): boolean =>
  formula.toUpperCase().replaceAll(".", "_").includes(name.replaceAll(".", "_"));

/** The formula that a cell shows the result of; null where the host does not say. */
const readShownFormula = async (
  { context }: AnyInvocation,
  address: string,
): Promise<ShownFormula | undefined | null> => {
  if (context.preview) return null;
  try {
    const reader = await context.loadEditions?.();
    return reader === undefined ? null : await reader.formulaAt(address);
  } catch {
    return null;
  }
};

/**
 * The log entry of the formula whose result a cell shows now. A formula that moved is logged at its earlier address.
 * @throws AddinError `not-found` where nothing is known of the cell, and where its formula was deleted or replaced.
 */
const findShown = async (invocation: AnyInvocation, address: string): Promise<RequestLogEntry> => {
  const { requestLog } = invocation.runtime;
  const known = findAnchor(requestLog, address);
  if (known === undefined) throw new AddinError("not-found", t("functions.noRecord"));
  const shown = await readShownFormula(invocation, address);
  if (shown === null) return known;
  const isKnown = shown !== undefined && isSameCell(known.address, shown.address);
  const own = isKnown ? known : requestLog.latestEntries().findLast((one) => isSameCell(one.address, shown?.address));
  const entry = own ?? known;
  if (shown?.formulas.some((formula) => calls(formula, entry.what)) !== true)
    throw new AddinError("not-found", t("functions.formulaGone"));
  return entry;
};

const isSameCell = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  normalizeAddress(one).toLowerCase() === normalizeAddress(other).toLowerCase();

/** `QUERY.INFO`: where the formula in a cell got its data. Reads the address of the cell, not its value, and makes no call. */
export const queryInfo = defineFunction({
  name: "QUERY.INFO",
  help: {
    description:
      "Shows where the data of a formula comes from: requests, rows, pages, truncated, age, source and error.",
    synonyms: "source, where does it come from, freshness, last refresh, as of, calls, audit, error, why, rows",
    parameters: {
      cell: "The cell with the formula, or any cell of its result.",
      item: "The item to show; a table of all items if omitted.",
    },
    choices: {
      item: {
        requests: "Number of calls.",
        rows: "Number of rows shown.",
        pages: "Number of pages read.",
        truncated: "TRUE if the service has more records.",
        why: "Why records are missing.",
        total: "Records at the service, where it says so.",
        fetched_at: "When the data was fetched.",
        lookups_at: "When names and companies beside the data were fetched.",
        source: "live, memory, stale, memory signed out, or edition.",
        as_of: "The day or edition that the formula, or the whole workbook, is set to.",
        captured_at: "When the edition was stored that answered (asof).",
        hash: "A hash of the values: two people with the same hash have the same values.",
        duration: "Seconds it took.",
        error: "What went wrong.",
        query: "The formula.",
        universe: "The universe that it asked for.",
        period: "The days that it asked for.",
        coverage: "How many companies of its list are covered.",
        function: "The function's name.",
        status: "running, done, failed or cancelled.",
      },
    },
    examples: [{ formula: '=QUERY.INFO(A1,"source")', shows: "The source of the data in A1: live or memory." }],
  },
  parameters: { cell: unusedCell, item: choiceParameter(choice(itemNames)) },
  routes: [],
  needsParameterAddresses: true,
  calculate: async (invocation) => {
    // After a change of account the values in the cell are those of the earlier one.
    invocation.requestContext.log.dependsOn("session");
    const address = invocation.context.parameterAddresses?.[0];
    if (address == null || address === "") throw new AddinError("invalid-argument", t("functions.noAddress"));
    const { item, cell: error } = invocation.values;
    const entry = withShownError(await findShown(invocation, address), address, error);
    const toShownValue = invocation.context.host.formattedValues
      ? (value: CellValue): CellValue => value
      : withoutFormat;
    // Of a formula that failed nothing is shown that could have a hash.
    const hash = async (): Promise<CellValue> =>
      entry.hash ??
      (entry.status === "done"
        ? await (await invocation.context.loadEditions?.())?.hashOf(entry.address ?? address, entry.query)
        : undefined) ??
      "";
    const read = (name: Item): CellValue | Promise<CellValue> =>
      name === "hash" ? hash() : toShownValue(items[name](entry, invocation));
    if (item !== undefined) return FormulaResult.ofValue(await read(item));
    return FormulaResult.ofCells(await Promise.all(itemNames.map(async (name) => [name, await read(name)])));
  },
});
