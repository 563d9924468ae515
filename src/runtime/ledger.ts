import type { AddinError } from "../error/addin-error";
import type { Cancellable, Inquiry, Source } from "./inquiry";
import type { Store, StoreName } from "./store";

/** Everything known of one invocation or pane action: what QUERY.INFO, the activity list and the audit show. Times in ms since 1970. */
export interface LedgerEntry {
  readonly id: number;
  /** The function's name or the pane action's. */
  readonly what: string;
  /** `Sheet1!A1` of the invoking cell; undefined for the pane. */
  readonly address: string | undefined;
  /** The arguments as a short text, never a secret. */
  readonly query: string;
  readonly status: "running" | "done" | "failed" | "cancelled";
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly requests: number;
  readonly pages: number;
  readonly rows: number | undefined;
  readonly truncated: string | undefined;
  readonly total: number | undefined;
  readonly fetchedAt: number | undefined;
  readonly source: Source | undefined;
  readonly error: AddinError | undefined;
  readonly reads: ReadonlySet<StoreName>;
  /** How many cells the result takes; QUERY.INFO finds the formula of any cell of a spill by it. */
  readonly height?: number | undefined;
  readonly width?: number | undefined;
}

/** What somebody opens a ledger entry with. */
export interface Opening {
  readonly what: string;
  readonly address: string | undefined;
  readonly query: string;
  readonly signal?: AbortSignal;
  /** In the place of the signal: who tells of the end, without a signal where it can. */
  readonly cancellation?: Cancellable;
  readonly lane?: string;
  readonly reloadSince?: number | undefined;
  readonly memoryOnly?: boolean;
  readonly cache?: Inquiry["cache"];
  readonly onError?: Inquiry["onError"];
}

/** An opened entry: the inquiry to ask the runtime with, and the two ways it ends. */
export interface OpenEntry {
  readonly inquiry: Inquiry;
  readonly done: (rows: number, size?: { readonly height: number; readonly width: number }) => void;
  readonly failed: (error: AddinError) => void;
  readonly cancelled: () => void;
}

/** Every HTTP call the engine made, in order; kept to the last 1,000. */
export interface CallRecord {
  readonly route: string;
  readonly at: number;
  readonly milliseconds: number;
  readonly status: number | "failed";
  readonly attempts: number;
}

/** The record of every invocation: who asked what, which calls it took, and how it ended. Running entries and the last 5,000 are kept; the latest per address for ever. */
export interface Ledger {
  readonly open: (opening: Opening) => OpenEntry;
  readonly entries: Store<readonly LedgerEntry[]>;
  readonly calls: Store<readonly CallRecord[]>;
  readonly latestAt: (address: string) => LedgerEntry | undefined;
  readonly pending: Store<number>;
  /** Rows, columns or sheets moved: what was recorded at an address may belong to another cell now. */
  readonly moved: () => void;
  /** True until the cell at this address has called again after something moved. */
  readonly inDoubt: (address: string) => boolean;
  /** Ends these running entries, or all: each keeps its last good rows, or says "Stopped. Refresh to fetch it." */
  readonly stop: (ids?: readonly number[]) => void;
}
