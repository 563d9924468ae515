import type { YieldToHost } from "../../engine/clock";
import type { Cancellable } from "../../engine/requests/cancellation";
import type { Runtime } from "../../engine/runtime";
import type { Store } from "../../engine/store";
import type { QueryValue } from "../arguments/filters";
import type { RefreshChanges } from "../changes/refresh-changes";
import type { Captured, RequestLogEntry } from "../../engine/requests/request-log";
import type { AsOf } from "../editions/edition-names";
import type { Calculation, FormulaInput, FormulaResult } from "../table/formula-result";
import type { TableContext } from "../table/context";
import type { SizeLimits } from "../table/rows";
import type { TimeZone } from "../table/time-zone";

/** What the host can show and take, as it is found out at run time. */
export interface HostCapabilities {
  /** Numbers with a format (dates): CustomFunctionsRuntime 1.4. */
  readonly formattedValues: boolean;
  readonly entityCards: boolean;
  /** The largest result in JSON characters (1,900,000 on the web, 64,000,000 elsewhere). */
  readonly maxCharacters: number;
  /** The largest result in cells (5,000,000). */
  readonly maxCells: number;
}

/** The formula whose result a cell shows. */
export interface ShownFormula {
  /** Of the cell with the formula. */
  readonly address: string;
  /** The formula, and those of the names that it may use. */
  readonly formulas: readonly string[];
}

/** The results that refreshes of a workbook stored, and what its cells show, as formulas read them. */
export interface EditionReader {
  /** @throws AddinError `not-found` where no edition holds the query. */
  readonly readResult: (input: FormulaInput, asOf: AsOf, note: (capture: Captured) => void) => Promise<FormulaResult>;
  /** The hash of the values that the formula in a cell shows; undefined where they are not known. */
  readonly hashOf: (address: string, query: string) => Promise<string | undefined>;
  /** Undefined where no formula stands in the cell or spills into it. Rejects where the host does not say. */
  readonly formulaAt: (address: string) => Promise<ShownFormula | undefined>;
}

/**
 * A result whose numbers carry their source; unchanged where the host cannot show that.
 * @throws AddinError `too-large`.
 */
export type AddSources = (
  result: FormulaResult,
  entry: RequestLogEntry,
  host: SizeLimits & { readonly yieldToHost: YieldToHost },
) => Promise<FormulaResult>;

/** One invocation as the host hands it over. */
export interface InvocationContext extends Cancellable {
  readonly runtime: Runtime;
  readonly host: HostCapabilities;
  /** `Sheet1!A1`; undefined where the host does not say. */
  readonly address: string | undefined;
  /** The addresses of the arguments, where the definition asks for them. */
  readonly parameterAddresses?: readonly (string | null | undefined)[] | undefined;
  /** Aborted when Excel cancels. */
  readonly signal: AbortSignal;
  /** True in Excel's formula preview: it is answered from memory or with `(preview)`, never with a call. */
  readonly preview: boolean;
  /** True where a cell is repaired: it is answered from memory, or fails as `interrupted`, never with a call. */
  readonly memoryOnly?: boolean;
  /** Set when the user refreshed this cell: older answers do not count. Milliseconds since 1970. */
  readonly reloadSince: number | undefined;
  /** Called with each finished calculation, so that a refresh can compare it with a later one. */
  readonly onCalculated?: ((calculation: Calculation) => void) | undefined;
  /** Loads what answers from the editions of refreshes; undefined outside of cells. */
  readonly loadEditions?: (() => Promise<EditionReader>) | undefined;
  /** Loads what makes numbers carry their source; undefined outside of cells, where they are plain. */
  readonly loadSources?: (() => Promise<AddSources>) | undefined;
  /** The addresses of our formulas in the workbook now; undefined where the host does not say. It may reject. */
  readonly workbookFormulas?: (() => Promise<readonly string[]> | undefined) | undefined;
  /** What refreshes of this session changed, the newest last; undefined where nobody compares. */
  readonly changes?: Pick<Store<readonly RefreshChanges[]>, "get"> | undefined;
}

/** One invocation as `calculate` of a function sees it: all arguments are read and checked, nothing is sent yet. */
export interface Invocation<Values, Options> extends TableContext {
  readonly values: Values;
  readonly options: Options;
  /** The options that are filters of the route, by wire name. */
  readonly filters: Readonly<Record<string, QueryValue>>;
  readonly context: InvocationContext;
  /** The moment that relative dates mean, ms since 1970. */
  readonly now: number;
  /** Whose days count; undefined: UTC. */
  readonly timeZone: TimeZone | undefined;
  /** When the oldest of the records read so far was fetched (ms since 1970); undefined before the first. */
  readonly fetchedAt: () => number | undefined;
}

/** An invocation whose arguments do not matter. */
export type AnyInvocation = Invocation<unknown, unknown>;
