import { formatAddress, parseAddress } from "../../../facts/addresses";
import { isCellErrorText } from "../../../facts/cell-errors";
import { normalizeAddress } from "../../../facts/sheet-names";
import type { Clock } from "../../../engine/clock";
import type { RequestLog, RequestLogEntry } from "../../../engine/requests/request-log";
import { readableValue } from "../../../formulas/changes/refresh-changes";
import { describeRecord } from "../../../formulas/changes/compare-answers";
import type { Calculation } from "../../../formulas/table/formula-result";
import { plainValue } from "../../../formulas/table/matrix";
import { t } from "../../../i18n/t";
import { NamesInCells } from "../sheet/names-in-cells";
import { type FollowedFormula, type Precedents, findPrecedents } from "./precedents";
import { rangeAt, runExcel } from "../run-excel";
import type { LatestResults } from "../refresh/latest-results";
import { findLatestEntry, findValueProblem } from "../sheet/value-problems";

/** The record behind a row of a result. */
export interface SourceRecord {
  /** The cells that show it. */
  readonly address: string;
  readonly kind: string;
  readonly title: string;
  readonly company: string;
  readonly entityId: string | undefined;
  /** What the row shows of it. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/** A formula of ours, and what this session knows of its result. */
export interface KnownFormula {
  readonly address: string;
  /** As a user types it. */
  readonly formula: string;
  /** The last request of each of its functions; none since the workbook was opened where it shows saved values. */
  readonly entries: readonly RequestLogEntry[];
  /** Why a reader could take its values for more than they are. */
  readonly problem: string | undefined;
  /** Why it shows less than the service has, where that was asked for. */
  readonly cut: string | undefined;
}

/** A formula of ours that a cell's value comes from. */
export interface SourceFormula extends KnownFormula {
  /** Rows of its result that the cell uses. */
  readonly rowsUsed: number;
  /** The records of the first of these rows. */
  readonly records: readonly SourceRecord[];
  /** Used rows whose record is not known, and are not the header. */
  readonly rowsWithoutRecord: number;
}

/** Where the value of a cell comes from. */
export interface WhereFrom {
  readonly address: string;
  /** The cell's own formula, or the one whose result covers it; undefined for a value. */
  readonly formula: string | undefined;
  readonly sources: readonly SourceFormula[];
  /** What is not known, as sentences: a reader must not take the sources for all there is. */
  readonly unknown: readonly string[];
}

interface WhereFromDeps {
  readonly clock: Clock;
  readonly names: NamesInCells;
  readonly requestLog: RequestLog;
  readonly answers: LatestResults;
}

/** Rows of a source that are shown as records. */
const mostTracedRecords = 20;

/** `functions` are the worksheet functions, `namespace` is what stands before their names in cells. */
export const createWhereFrom = (
  functions: readonly string[],
  namespace: string,
  deps: Omit<WhereFromDeps, "names">,
): { readonly trace: (address: string) => Promise<WhereFrom> } => {
  const names = new NamesInCells(functions, namespace);
  return { trace: (address) => trace(address, { ...deps, names }) };
};

/** Follows the value of a cell to the formulas of ours behind it, and to the records that they show there. Makes no call. */
const trace = async (address: string, deps: WhereFromDeps): Promise<WhereFrom> => {
  const behind = await findPrecedents(address, deps.clock);
  const ours = behind.formulas.filter(({ formula }) => deps.names.isOurs(formula));
  const sources: SourceFormula[] = [];
  for (const each of ours) sources.push(await traceSource(each, deps));
  const [own] = behind.formulas;
  return {
    address,
    formula: own && deps.names.withTypedNames(own.formula),
    sources,
    unknown: describeUnknown(behind, ours),
  };
};

/** What is not known of the values behind cells, as sentences. `ours` are those of its formulas that call our functions. */
export const describeUnknown = (
  { formulas, constants, followed, known, unsupported }: Precedents,
  ours: readonly FollowedFormula[],
): readonly string[] => {
  const using = (pattern: RegExp): readonly string[] =>
    formulas.filter(({ formula }) => pattern.test(withoutTexts(formula))).map((each) => each.address);
  const isEmpty = formulas.length === 0 && constants.length === 0 && followed === known;
  return [
    ...(isEmpty ? [t("whereFrom.empty")] : []),
    ...(unsupported ? [t("whereFrom.unsupported")] : []),
    ...(followed < known ? [t("whereFrom.cut", { followed, known })] : []),
    ...withCells("whereFrom.typed", constants),
    ...withCells("whereFrom.indirect", using(/\b(?:INDIRECT|OFFSET)\(/i)),
    ...withCells("whereFrom.otherBook", using(/\[[^[\]]+\.xl\w*\]|\[\d+\]/i)),
    ...(ours.length === 0 && formulas.length > 0 && !unsupported ? [t("whereFrom.notOurs")] : []),
  ];
};

const withoutTexts = (formula: string): string => formula.replaceAll(/"(?:[^"]|"")*"/g, '""');

/** The first cells of a list that are named. */
const namedCells = 5;

const withCells = (
  key: "whereFrom.typed" | "whereFrom.indirect" | "whereFrom.otherBook",
  addresses: readonly string[],
): readonly string[] => {
  if (addresses.length === 0) return [];
  const named = addresses.slice(0, namedCells).join(", ");
  return [t(key, { count: addresses.length, cells: addresses.length > namedCells ? `${named} …` : named })];
};

const traceSource = async (followed: FollowedFormula, deps: WhereFromDeps): Promise<SourceFormula> => {
  const known = knownFormula(followed, deps.names, deps.requestLog);
  const { address, entries } = known;
  // The known records are those of the last answer of the service.
  const isEarlier = entries.some(({ earlierAccount, asOf }) => earlierAccount || asOf !== undefined);
  const answers = isEarlier ? [] : deps.answers.of(address);
  const rows = await readRows(
    followed,
    answers.some(({ result: { records } }) => records.transposed),
  );
  const indexed = answers.map(indexRows).toReversed();
  const places = rows.map((row) => findRow(row, indexed)).filter((place) => place !== "header");
  const found = places.filter((place) => place !== undefined);
  return {
    ...known,
    rowsUsed: places.length,
    records: found.slice(0, mostTracedRecords).map(describeShownRecord),
    rowsWithoutRecord: places.length - found.length,
  };
};

/** What this session knows of a formula; `value` is what its cell shows. */
export const knownFormula = (
  { address, formula, value }: Pick<FollowedFormula, "address" | "formula" | "value">,
  names: NamesInCells,
  requestLog: RequestLog,
): KnownFormula => {
  const entries = listEntries(address, formula, names, requestLog);
  return {
    address,
    formula: names.withTypedNames(formula),
    entries,
    problem: findSourceProblem(formula, entries, value),
    cut: entries.map(({ truncated }) => truncated).find((reason) => reason !== undefined),
  };
};

/** Why a reader could take what a formula shows for more than it is, as a sentence. `value` is what its cell shows. */
const findSourceProblem = (
  formula: string,
  entries: readonly RequestLogEntry[],
  value: unknown,
): string | undefined => {
  const errors = isCellErrorText(value) ? [value] : [];
  const problem = (entries.length === 0 ? [undefined] : entries)
    .map((entry) => findValueProblem(formula, entry, errors) ?? entry?.error?.message)
    .find((each) => each !== undefined);
  // Excel does not call a function whose argument is an error, so that its last entry is of an earlier result.
  return problem ?? errors.map((error) => t("whereFrom.showsError", { error }))[0];
};

/** The last request of each function that a formula calls: of one that it calls twice, the last two with different arguments. */
const listEntries = (
  address: string,
  formula: string,
  names: NamesInCells,
  requestLog: RequestLog,
): readonly RequestLogEntry[] => {
  const key = normalizeAddress(address).toLowerCase();
  const own = requestLog.entries
    .get()
    .filter((entry) => entry.address !== undefined && normalizeAddress(entry.address).toLowerCase() === key);
  const calls = names.callsIn(formula);
  const found = [...new Set(calls)].flatMap((name) => {
    const queries = new Set<string>();
    const ofFunction = own.filter(({ what }) => names.inCells(what) === name).toReversed();
    const latest = ofFunction.filter(({ query }) => !queries.has(query) && queries.add(query));
    return latest.slice(0, calls.filter((call) => call === name).length);
  });
  const latest = findLatestEntry(address, requestLog);
  // An entry that left the list of the last 5,000 is still the latest of its cell.
  return found.length > 0 || latest === undefined || !calls.includes(names.inCells(latest.what) ?? "")
    ? found
    : [latest];
};

/** A used row of a result (a column of a transposed one) as the sheet shows it. */
interface ShownRow {
  readonly address: string;
  /** From 0 in the result, the header included. */
  readonly index: number;
  readonly cells: readonly unknown[];
}

const readRows = ({ address, used }: FollowedFormula, isTransposed: boolean): Promise<readonly ShownRow[]> =>
  runExcel(async (context) => {
    const anchor = rangeAt(context, address).load({ values: true, address: true });
    const spill = anchor.getSpillingToRangeOrNullObject().load({ values: true, address: true });
    await context.sync();
    const shown = spill.isNullObject ? anchor : spill;
    const values = shown.values as unknown[][];
    const rows = isTransposed ? (values[0] ?? []).map((_, at) => values.map((row) => row[at])) : values;
    const area = parseAddress(shown.address);
    const indexes =
      used === undefined
        ? rows.map((_, index) => index)
        : [...new Set(used.map(({ row, column }) => (isTransposed ? column : row)))].toSorted((one, two) => one - two);
    return indexes.flatMap((index): readonly ShownRow[] => {
      const cells = rows[index];
      if (cells === undefined || area === undefined) return [];
      const { sheet, startRow, startColumn, endRow, endColumn } = area;
      const line = isTransposed
        ? { startRow, endRow, startColumn: startColumn + index, endColumn: startColumn + index }
        : { startRow: startRow + index, endRow: startRow + index, startColumn, endColumn };
      return [{ address: formatAddress({ sheet, ...line }), index, cells }];
    });
  });

const rowText = (cells: readonly unknown[]): string => JSON.stringify(cells);

/** The rows of an answer by their texts. */
interface IndexedAnswer {
  readonly answer: Calculation;
  readonly texts: readonly string[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

const indexRows = (answer: Calculation): IndexedAnswer => {
  const texts = answer.result.rows().map((row) => rowText(row.map(plainValue)));
  const places = new Map<string, number[]>();
  texts.forEach((text, place) => {
    const same = places.get(text);
    if (same === undefined) places.set(text, [place]);
    else same.push(place);
  });
  return { answer, texts, places };
};

/** Where the record of a row stands in an answer. */
interface RecordRow {
  readonly shown: ShownRow;
  readonly answer: Calculation;
  readonly place: number;
}

/** The record that a row shows: that of its place, else the one with the same values, else the one whose key it shows. Undefined if in doubt. */
const findRow = (shown: ShownRow, answers: readonly IndexedAnswer[]): RecordRow | "header" | undefined => {
  const text = rowText(shown.cells);
  for (const { answer, texts, places } of answers) {
    const { records } = answer.result;
    if (records.headers === 1 && shown.index === 0 && isHeader(shown, answer)) return "header";
    const own = shown.index - records.headers;
    const found = texts[own] === text ? [own] : (places.get(text) ?? keysIn(shown, answer));
    const origins = found.flatMap((place) => records.origins[place] ?? []);
    const [place] = found;
    if (place !== undefined && origins.length === found.length && new Set(origins.map(({ key }) => key)).size === 1)
      return { shown, answer, place };
  }
  return undefined;
};

const isHeader = ({ cells }: ShownRow, { result: { records } }: Calculation): boolean =>
  cells.some((cell) => records.columns.some(({ label, name }) => cell === label || cell === name));

/** The rows of the answer whose key the shown row has: another function may show other columns. */
const keysIn = ({ cells }: ShownRow, { result: { records } }: Calculation): readonly number[] =>
  records.origins.flatMap((origin, place) =>
    origin !== undefined && origin.key !== "" && cells.includes(origin.key) ? [place] : [],
  );

const describeShownRecord = ({ shown, answer, place }: RecordRow): SourceRecord => {
  const { records } = answer.result;
  const row = answer.result.rows()[place] ?? [];
  const { title, company } = describeRecord(answer, place);
  const members = records.columns.flatMap(({ label, type }, column) => {
    const value = String(readableValue(plainValue(row[column]), { type }));
    return value === "" ? [] : [{ label, value }];
  });
  const isLink = ({ value }: { readonly value: string }): boolean => /^https?:\/\/\S+$/i.test(value);
  return {
    address: shown.address,
    kind: records.identity?.kind ?? "row",
    title,
    company,
    entityId: records.origins[place]?.entityId,
    facts: members.filter((fact) => !isLink(fact)),
    links: members.filter(isLink).map(({ label, value }) => ({ label, href: value })),
  };
};
