import type { StoreName } from "./store";

/** How old an answer may be: `refresh` stands until the user refreshes it, `session` until the add-in starts anew, a number is milliseconds, `never` always asks. */
export type CachePolicy = "refresh" | "session" | "never" | number;

/** Has `tell` called once with the reason when something ends early, at once where it has; the answer calls that off. */
export type OnAbort = (tell: (reason: Error) => void) => () => void;

/** What can end early: a signal, and a lighter way to be told where there is one. */
export interface Cancellable {
  readonly signal: AbortSignal;
  readonly onAbort?: OnAbort;
}

/** What one formula, command or pane action asks of the runtime with: who asks, for how long, how fresh, and where to note what happened. */
export interface Inquiry {
  /** Aborted when the cell was cancelled, the deadline passed or the user pressed Stop; the reason is an AddinError unless Excel cancelled. */
  readonly signal: AbortSignal;
  /** The same without a listener on the signal for each who waits: an inquiry may wait for a thousand keys. */
  readonly onAbort: OnAbort;
  /** Whose turn it is in the fair queue: the function's address, or the pane action's name. */
  readonly lane: string;
  readonly cache: CachePolicy;
  /** `last`: a failed refresh keeps the old rows and says so in the trace; `na`: it fails. */
  readonly onError: "last" | "na";
  /** True where a refresh was asked for: answers that were fetched before `reloadSince` do not count. */
  readonly reloadSince: number | undefined;
  /** True in Excel's formula preview: answer from memory or throw `interrupted`, never call. */
  readonly memoryOnly: boolean;
  readonly trace: Trace;
}

/** Where an answer came from. `memory signed out`: remembered and nobody is signed in. */
export type Source = "live" | "memory" | "stale" | "memory signed out";

/** What the ledger is told of one inquiry while it runs. */
export interface Trace {
  /** One HTTP call was made for this inquiry (alone or shared with others). */
  readonly called: (call: { readonly route: string; readonly shared: boolean }) => void;
  readonly paged: () => void;
  /** An answer was used: where from and when it was fetched; the oldest and worst of several counts. */
  readonly answered: (source: Source, fetchedAt: number) => void;
  readonly truncated: (why: string) => void;
  readonly counted: (total: number) => void;
  /** The inquiry's result depends on this store: when it changes, the cell is recalculated. */
  readonly reads: (store: StoreName) => void;
  /** Progress was made: the deadline of 120 s without progress starts again (pauses of the scheduler do not count). */
  readonly progressed: () => void;
}
