import type { Cancellable, OnAbort } from "./cancellation";

/** The stores that a formula's result may depend on: its cell is recalculated when the store changes. */
export type StoreName =
  | "session"
  | "selected-universe"
  | "catalogue"
  | "changed-universes"
  | "choices"
  | "analyses"
  | "tasks"
  | "settings"
  | "changes"
  | "editions"
  | "service";

/**
 * How old a cached answer may be. `refresh`: any age, until the user refreshes it. `session`: fetched since the add-in
 * started. A number: so many milliseconds. `never`: always call the service.
 */
export type CacheMode = "refresh" | "session" | "never" | number;

/** Where an answer came from. `memory signed out`: from the cache, because nobody is signed in. `edition`: as of an earlier day. */
export type Source = "live" | "memory" | "stale" | "memory signed out" | "edition";

/** What every call into the engine carries: who requests, until when, how fresh, and the log entry to write to. */
export interface RequestContext {
  /** The name of the function or of the pane's action. */
  readonly what: string;
  /** Aborted on cancellation by Excel, after the deadline, and by Stop. The reason is an AddinError except in Excel's case. */
  readonly signal: AbortSignal;
  /** Cheaper than a listener on `signal`, which one request may need a thousand times. */
  readonly onAbort: OnAbort;
  /** Requests of different keys take turns: the cell's address, or the name of the pane's action. */
  readonly queueKey: string;
  readonly cache: CacheMode;
  /** After a failed refresh: return the cached rows and log it (`last`), or fail (`na`). */
  readonly onError: "last" | "na";
  /** Set by a refresh: answers fetched before this time (ms since 1970) do not count. */
  readonly reloadSince: number | undefined;
  /** True in Excel's formula preview: answer from the cache or throw `interrupted`, never call. */
  readonly memoryOnly: boolean;
  readonly log: RequestLogWriter;
}

/** Writes the log entry of one request while it runs. */
export interface RequestLogWriter {
  /** An HTTP call was made for this request, alone or shared with others. */
  readonly countCall: () => void;
  readonly countPage: () => void;
  /** An answer was used. Of several answers the worst source and the oldest time count. `reason`: why it is not a newer one. */
  readonly setSource: (source: Source, fetchedAt: number, reason?: string) => void;
  /** An answer was used beside the records: the company of an event, the id of a name. It has its own time. */
  readonly setLookup: RequestLogWriter["setSource"];
  /** The service has more than the result shows. Of several reasons the first counts. */
  readonly setTruncated: (reason: string) => void;
  /** The result shows a part that nobody asked for. */
  readonly setPartial: (reason: string) => void;
  /** Adds to the number of records that the service has. */
  readonly addTotal: (total: number) => void;
  /** How many companies of the formula's list are covered: `8 of 10`. */
  readonly setCoverage: (coverage: string) => void;
  /** The result depends on this store: the cell is recalculated when the store changes. */
  readonly dependsOn: (store: StoreName) => void;
  /** Restarts the deadline of 120 s without progress. Pauses of the scheduler do not count against it. */
  readonly progressed: () => void;
}

type ContextChanges = Partial<Omit<RequestContext, "signal" | "onAbort">>;

/** A copy of a context with other members, optionally with another cancellation. Creates no signal by itself. */
export const deriveContext = (
  context: RequestContext,
  changes: ContextChanges,
  cancellation: Required<Cancellable> = context,
): RequestContext => ({
  get signal() {
    return cancellation.signal;
  },
  onAbort: (listener) => cancellation.onAbort(listener),
  what: context.what,
  queueKey: context.queueKey,
  cache: context.cache,
  onError: context.onError,
  reloadSince: context.reloadSince,
  memoryOnly: context.memoryOnly,
  log: context.log,
  ...changes,
});

/** For answers that stand beside the records of a result: their source and time are logged apart from those of the records. */
export const forLookups = (context: RequestContext): RequestContext => {
  const { log } = context;
  const lookupLog: RequestLogWriter = {
    countCall: () => log.countCall(),
    countPage: () => log.countPage(),
    setSource: (...source) => log.setLookup(...source),
    setLookup: (...source) => log.setLookup(...source),
    setTruncated: (reason) => log.setTruncated(reason),
    setPartial: (reason) => log.setPartial(reason),
    addTotal: (total) => log.addTotal(total),
    setCoverage: (coverage) => log.setCoverage(coverage),
    dependsOn: (store) => log.dependsOn(store),
    progressed: () => log.progressed(),
  };
  return deriveContext(context, { log: lookupLog });
};

/** Another cache mode, for answers that change soon (a task's status). A mode chosen by the user has priority. */
export const withCacheMode = (context: RequestContext, cache: CacheMode): RequestContext =>
  context.cache === "refresh" ? deriveContext(context, { cache }) : context;
