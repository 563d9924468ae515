import type { Clock } from "./clock";
import type { Inquiry, Source, Trace } from "./inquiry";
import type { LedgerEntry, Opening } from "./ledger";
import type { StoreName } from "./store";

type Mutable<Entry> = { -readonly [Member in keyof Entry]: Entry[Member] };

const fromBest: readonly Source[] = ["live", "memory", "stale", "memory signed out"];
const none: ReadonlySet<StoreName> = new Set();

/** An inquiry under way and its trace in one object, because a workbook has thousands. */
export class OpenInquiry implements Inquiry, Trace {
  readonly lane: string;
  readonly cache: Inquiry["cache"];
  readonly onError: Inquiry["onError"];
  readonly reloadSince: number | undefined;
  readonly memoryOnly: boolean;
  readonly trace: Trace = this;
  readonly entry: Mutable<LedgerEntry>;
  progressedAt: number;
  readonly #now: () => number;
  readonly #outer: AbortSignal;
  #controller: AbortController | undefined;

  constructor(id: number, opening: Opening, clock: Clock) {
    this.#now = clock.steady ?? clock.now;
    this.#outer = opening.signal;
    const { what, address, query } = opening;
    this.lane = opening.lane ?? address ?? what;
    this.cache = opening.cache ?? "refresh";
    this.onError = opening.onError ?? "last";
    this.reloadSince = opening.reloadSince;
    this.memoryOnly = opening.memoryOnly ?? false;
    this.progressedAt = this.#now();
    this.entry = {
      id,
      what,
      address,
      query,
      status: "running",
      startedAt: clock.now(),
      endedAt: undefined,
      requests: 0,
      pages: 0,
      rows: undefined,
      truncated: undefined,
      total: undefined,
      fetchedAt: undefined,
      source: undefined,
      error: undefined,
      reads: none,
    };
  }

  /** Made when somebody waits for it: an answer from memory needs none. */
  get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const outer = this.#outer;
    if (outer.aborted) controller.abort(outer.reason);
    else outer.addEventListener("abort", this.#followOuter, { once: true });
    return controller.signal;
  }

  /** Ends the inquiry with this reason. */
  abort(reason: Error): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(reason);
  }

  /** Nobody waits any more. */
  release(): void {
    if (this.#controller !== undefined) this.#outer.removeEventListener("abort", this.#followOuter);
  }

  called(): void {
    this.entry.requests += 1;
  }

  paged(): void {
    this.entry.pages += 1;
  }

  answered(source: Source, fetchedAt: number): void {
    const { entry } = this;
    if (entry.source === undefined || fromBest.indexOf(source) > fromBest.indexOf(entry.source)) entry.source = source;
    if (entry.fetchedAt === undefined || fetchedAt < entry.fetchedAt) entry.fetchedAt = fetchedAt;
  }

  truncated(why: string): void {
    this.entry.truncated ??= why;
  }

  counted(total: number): void {
    this.entry.total = (this.entry.total ?? 0) + total;
  }

  reads(store: StoreName): void {
    if (!this.entry.reads.has(store)) this.entry.reads = new Set([...this.entry.reads, store]);
  }

  progressed(): void {
    this.progressedAt = this.#now();
  }

  readonly #followOuter = (): void => this.#controller?.abort(this.#outer.reason);
}
