import { t } from "../../i18n/t";
import { type Clock, toSteadyClock } from "../clock";
import { AddinError } from "../http/addin-error";
import { ComputedStore, type Store } from "../store";
import { type Cancellable, Cancellation, onSignalAbort } from "./cancellation";
import type { RequestContext, RequestLogWriter, Source, StoreName } from "./request-context";

/** What is known of one invocation of a function or action of the pane. Times in milliseconds since 1970. */
export interface RequestLogEntry {
  readonly id: number;
  /** The name of the function or of the pane's action. */
  readonly what: string;
  /** `Sheet1!A1` of the invoking cell; undefined for the pane. */
  readonly address: string | undefined;
  /** The arguments as a short text, without secrets. */
  readonly query: string;
  readonly status: "running" | "done" | "failed" | "cancelled";
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** HTTP calls. */
  readonly requests: number;
  readonly pages: number;
  readonly rows: number | undefined;
  /** Why the result shows less than the service has. */
  readonly truncated: string | undefined;
  /** The result shows a part that nobody asked for: the workbook's row cap ended it. */
  readonly partial: boolean;
  /** Records that the service has. */
  readonly total: number | undefined;
  /** When the records were fetched: the oldest of them. */
  readonly fetchedAt: number | undefined;
  readonly source: Source | undefined;
  /** When the answers beside the records were fetched (companies of events, ids of names): the oldest of them. */
  readonly lookupsAt: number | undefined;
  /** Why older values are shown than were asked for; undefined where they are not. */
  readonly staleReason: string | undefined;
  /** Set where a person stopped it. */
  readonly stopped?: true;
  /** The values are of an account that was signed in before. */
  readonly earlierAccount: boolean;
  readonly error: AddinError | undefined;
  /** The day or edition that was asked for; undefined where the formula asked for current values. */
  readonly asOf?: string | undefined;
  /** When the edition that answered was stored; undefined where none did. */
  readonly capturedAt?: number | undefined;
  /** The hash of the values that the edition gave. */
  readonly hash?: string | undefined;
  /** What the formula asked for, as its arguments were given; a member is missing where the function has no such argument. */
  readonly scope?: RequestScope | undefined;
  /** How many companies of the formula's list are covered, such as `8 of 10`; undefined where it has no list. */
  readonly coverage?: string | undefined;
  /** The stores that the result depends on. */
  readonly reads: ReadonlySet<StoreName>;
  /** The size of the result in cells. QUERY.INFO uses it to find the formula of any cell of a spilled result. */
  readonly height?: number | undefined;
  readonly width?: number | undefined;
  /** The first cell of the result is an error, as the first row beside a list can be. */
  readonly startsWithError?: boolean | undefined;
}

/** The value of one cell. */
type ScopeValue = string | number | boolean | undefined;

/** The arguments of a formula that say which records it is about. */
export interface RequestScope {
  /** A name or an id; undefined for the selected universe. */
  readonly universe?: ScopeValue;
  readonly from?: ScopeValue;
  readonly to?: ScopeValue;
}

/** What the entry of a formula tells that an edition answered, and no call. */
export type Captured = Pick<
  RequestLogEntry,
  "source" | "capturedAt" | "fetchedAt" | "total" | "truncated" | "partial" | "hash"
>;

/** One HTTP call of the engine that has ended. */
export interface CallRecord {
  readonly route: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly milliseconds: number;
  readonly status: number | "failed";
  readonly attempts: number;
}

/** What a request is opened with; the defaults are those of a cell's formula. */
export interface RequestOptions {
  readonly what: string;
  readonly address: string | undefined;
  readonly query: string;
  readonly signal?: AbortSignal;
  /** Used instead of `signal`. */
  readonly cancellation?: Cancellable;
  readonly queueKey?: string;
  readonly reloadSince?: number | undefined;
  readonly memoryOnly?: boolean;
  readonly cache?: RequestContext["cache"];
  readonly onError?: RequestContext["onError"];
}

const maxEntries = 5_000;
const maxCalls = 1_000;
/** Milliseconds without progress after which a request fails. */
const deadline = 120_000;
/** Milliseconds between checks of the deadline. */
const checkEvery = 5_000;

/** What the log depends on. */
export interface RequestLogDeps {
  readonly clock: Clock;
  /** When the service last answered, by the steady clock. */
  readonly aliveAt: () => number;
  /** Why cells do not wait for the service any longer; undefined while they do. */
  readonly busy: () => AddinError | undefined;
}

/** Keeps running requests, the last 5,000 ended ones, the latest per address, and the last 1,000 calls. Enforces the deadline. */
export class RequestLog {
  readonly entries: Store<readonly RequestLogEntry[]>;
  /** In the order in which they ended. */
  readonly calls: Store<readonly CallRecord[]>;
  /** How many requests run. */
  readonly pending: Store<number>;
  readonly #changed: () => void;
  readonly #callsChanged: () => void;
  readonly #deps: RequestLogDeps;
  readonly #running = new Map<number, OpenRequest>();
  readonly #latest = new Map<string, MutableEntry>();
  #ended: RequestLogEntry[] = [];
  #calls: CallRecord[] = [];
  #nextId = 1;
  #checking = false;

  constructor(deps: RequestLogDeps) {
    this.#deps = deps;
    const running = (): RequestLogEntry[] => [...this.#running.values()].map(({ entry }) => ({ ...entry }));
    const entries = new ComputedStore(deps.clock, () => [...this.#ended.slice(-maxEntries), ...running()]);
    const calls = new ComputedStore(deps.clock, () => this.#calls.slice(-maxCalls));
    const pending = new ComputedStore(deps.clock, () => this.#running.size);
    [this.entries, this.calls, this.pending] = [entries, calls, pending];
    this.#changed = () => {
      entries.changed();
      pending.changed();
    };
    this.#callsChanged = () => calls.changed();
  }

  /** Adds a running entry. */
  open(options: RequestOptions): OpenRequest {
    const request = new OpenRequest(this.#nextId, options, this.#deps.clock, this.#end);
    const { entry } = request;
    this.#nextId += 1;
    this.#running.set(entry.id, request);
    if (entry.address !== undefined) this.#latest.set(entry.address, entry);
    this.#changed();
    this.#startChecking();
    return request;
  }

  /** The latest entry of a cell. */
  latestAt(address: string): RequestLogEntry | undefined {
    return this.#latest.get(address);
  }

  /** The latest entry of each cell. */
  latestEntries(): readonly RequestLogEntry[] {
    return [...this.#latest.values()];
  }

  /** Stops these running requests, or all. Each returns its cached rows, or fails with "Stopped. Refresh to fetch the data." */
  stop(ids?: readonly number[]): void {
    for (const [id, request] of this.#running) {
      if (ids?.includes(id) === false) continue;
      request.entry.stopped = true;
      request.abort(new AddinError("interrupted", t("runtime.interrupted")));
    }
  }

  /** The account left: all running requests fail with this error. Their cells recalculate when somebody signs in. */
  endAccount(reason: AddinError): void {
    for (const request of [...this.#running.values()]) {
      request.log.dependsOn("session");
      request.abort(reason);
    }
  }

  /** Another account has signed in: results in cells count as older values until their formulas are calculated again. */
  accountChanged(): void {
    for (const entry of this.#latest.values())
      if (entry.status === "done" && entry.fetchedAt !== undefined)
        Object.assign(entry, { source: "stale", earlierAccount: true } satisfies Partial<RequestLogEntry>);
    this.#changed();
  }

  addCall(call: CallRecord): void {
    this.#calls.push(call);
    if (this.#calls.length > 2 * maxCalls) this.#calls = this.#calls.slice(-maxCalls);
    this.#callsChanged();
  }

  readonly #end = ({ entry }: OpenRequest): void => {
    this.#running.delete(entry.id);
    this.#ended.push(entry);
    if (this.#ended.length > 2 * maxEntries) this.#ended = this.#ended.slice(-maxEntries);
    this.#changed();
  };

  #startChecking(): void {
    if (this.#checking) return;
    this.#checking = true;
    this.#deps.clock.after(checkEvery, () => {
      this.#checking = false;
      const now = toSteadyClock(this.#deps.clock).now();
      const alive = this.#deps.aliveAt();
      const busy = this.#deps.busy();
      const error = new AddinError("unavailable", t("runtime.noProgress", { seconds: deadline / 1_000 }));
      for (const request of this.#running.values())
        if (now - Math.max(request.log.progressedAt, alive) >= deadline) request.abort(error);
      if (busy !== undefined)
        for (const request of [...this.#running.values()]) if (request.entry.address !== undefined) request.abort(busy);
      if (this.#running.size > 0) this.#startChecking();
    });
  }
}

type MutableEntry = { -readonly [Member in keyof RequestLogEntry]: RequestLogEntry[Member] };

/** A running request: the context to call the engine with, and how it ends. Only the first end counts. */
export class OpenRequest extends Cancellation implements RequestContext {
  readonly what: string;
  readonly queueKey: string;
  readonly cache: RequestContext["cache"];
  readonly onError: RequestContext["onError"];
  readonly reloadSince: number | undefined;
  readonly memoryOnly: boolean;
  readonly entry: MutableEntry;
  readonly log: EntryWriter;
  readonly #clock: Clock;
  readonly #options: RequestOptions;
  readonly #ended: (request: OpenRequest) => void;
  #unsubscribe: (() => void) | undefined;

  constructor(id: number, options: RequestOptions, clock: Clock, onEnd: (request: OpenRequest) => void) {
    super();
    this.#clock = clock;
    this.#ended = onEnd;
    this.#options = options;
    const { what, address, query } = options;
    this.what = what;
    this.queueKey = options.queueKey ?? address ?? what;
    this.cache = options.cache ?? "refresh";
    this.onError = options.onError ?? "last";
    this.reloadSince = options.reloadSince;
    this.memoryOnly = options.memoryOnly ?? false;
    this.entry = newEntry(id, what, address, query, clock.now());
    this.log = new EntryWriter(this.entry, clock);
  }

  override get signal(): AbortSignal {
    this.#followHost();
    return super.signal;
  }

  override onAbort(listener: (reason: Error) => void): () => void {
    this.#followHost();
    return super.onAbort(listener);
  }

  done(rows: number, shape?: Pick<RequestLogEntry, "height" | "width" | "startsWithError">): void {
    this.entry.rows = rows;
    Object.assign(this.entry, shape);
    this.#end("done");
  }

  failed(error: AddinError): void {
    this.entry.error = error;
    this.#end("failed");
  }

  cancelled(): void {
    this.#end("cancelled");
  }

  /** Subscribes to the host's cancellation on first use: a request that is answered from the cache never needs it. */
  #followHost(): void {
    if (this.#unsubscribe !== undefined) return;
    this.#unsubscribe = () => undefined;
    const { signal, cancellation } = this.#options;
    const abort = (reason: Error): void => this.abort(reason);
    if (cancellation?.onAbort !== undefined) this.#unsubscribe = cancellation.onAbort(abort);
    else if (signal !== undefined) this.#unsubscribe = onSignalAbort(signal)(abort);
    else if (cancellation !== undefined) this.#unsubscribe = onSignalAbort(cancellation.signal)(abort);
  }

  #end(status: RequestLogEntry["status"]): void {
    if (this.entry.status !== "running") return;
    this.log.completed();
    this.entry.status = status;
    this.entry.endedAt = this.#clock.now();
    this.#unsubscribe?.();
    this.#ended(this);
  }
}

const noStores: ReadonlySet<StoreName> = new Set();

const newEntry = (
  id: number,
  what: string,
  address: string | undefined,
  query: string,
  startedAt: number,
): MutableEntry => ({
  id,
  what,
  address,
  query,
  status: "running",
  startedAt,
  endedAt: undefined,
  requests: 0,
  pages: 0,
  rows: undefined,
  truncated: undefined,
  partial: false,
  total: undefined,
  fetchedAt: undefined,
  source: undefined,
  lookupsAt: undefined,
  staleReason: undefined,
  earlierAccount: false,
  error: undefined,
  reads: noStores,
  height: undefined,
  width: undefined,
});

const bestToWorst: readonly Source[] = ["live", "memory", "stale", "memory signed out", "edition"];

const worse = (one: Source | undefined, other: Source): Source =>
  one === undefined || bestToWorst.indexOf(other) > bestToWorst.indexOf(one) ? other : one;

class EntryWriter implements RequestLogWriter {
  /** By the steady clock. */
  progressedAt: number;
  #lookupSource: Source | undefined;
  readonly #entry: MutableEntry;
  readonly #clock: Clock;

  constructor(entry: MutableEntry, clock: Clock) {
    this.#entry = entry;
    this.#clock = clock;
    this.progressedAt = this.#steadyNow();
  }

  countCall(): void {
    this.#entry.requests += 1;
  }

  countPage(): void {
    this.#entry.pages += 1;
  }

  setSource(source: Source, fetchedAt: number, reason?: string): void {
    const entry = this.#entry;
    entry.staleReason ??= reason;
    entry.source = worse(entry.source, source);
    if (entry.fetchedAt === undefined || fetchedAt < entry.fetchedAt) entry.fetchedAt = fetchedAt;
  }

  setLookup(source: Source, fetchedAt: number, reason?: string): void {
    const entry = this.#entry;
    entry.staleReason ??= reason;
    this.#lookupSource = worse(this.#lookupSource, source);
    if (entry.lookupsAt === undefined || fetchedAt < entry.lookupsAt) entry.lookupsAt = fetchedAt;
  }

  /** A result without other records is made of its look-ups. */
  completed(): void {
    const entry = this.#entry;
    if (entry.source !== undefined) return;
    entry.source = this.#lookupSource;
    entry.fetchedAt = entry.lookupsAt;
    entry.lookupsAt = undefined;
  }

  setTruncated(reason: string): void {
    this.#entry.truncated ??= reason;
  }

  setPartial(reason: string): void {
    this.setTruncated(reason);
    this.#entry.partial = true;
  }

  addTotal(total: number): void {
    this.#entry.total = (this.#entry.total ?? 0) + total;
  }

  setCoverage(coverage: string): void {
    this.#entry.coverage = coverage;
  }

  dependsOn(store: StoreName): void {
    if (!this.#entry.reads.has(store)) this.#entry.reads = new Set([...this.#entry.reads, store]);
  }

  progressed(): void {
    this.progressedAt = this.#steadyNow();
  }

  #steadyNow(): number {
    return (this.#clock.steady ?? this.#clock.now)();
  }
}
