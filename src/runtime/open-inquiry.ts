import type { AddinError } from "../error/addin-error";
import { Cancellation, onAbortOf } from "./cancellation";
import type { Clock } from "./clock";
import type { Inquiry, Source, Trace } from "./inquiry";
import type { LedgerEntry, OpenEntry, Opening } from "./ledger";
import type { StoreName } from "./store";

type Mutable<Entry> = { -readonly [Member in keyof Entry]: Entry[Member] };

const fromBest: readonly Source[] = ["live", "memory", "stale", "memory signed out"];
const none: ReadonlySet<StoreName> = new Set();

/** An inquiry under way, its trace and its line in the ledger in one object, because a workbook has thousands. */
export class OpenInquiry extends Cancellation implements Inquiry, Trace, OpenEntry {
  readonly lane: string;
  readonly cache: Inquiry["cache"];
  readonly onError: Inquiry["onError"];
  readonly reloadSince: number | undefined;
  readonly memoryOnly: boolean;
  readonly entry: Mutable<LedgerEntry>;
  progressedAt: number;
  readonly #clock: Clock;
  readonly #opening: Opening;
  readonly #ended: (inquiry: OpenInquiry) => void;
  #unfollow: (() => void) | undefined;

  constructor(
    id: number,
    opening: Opening,
    doors: { readonly clock: Clock; readonly ended: (inquiry: OpenInquiry) => void },
  ) {
    super();
    this.#clock = doors.clock;
    this.#ended = doors.ended;
    this.#opening = opening;
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
      startedAt: doors.clock.now(),
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
      height: undefined,
      width: undefined,
    };
  }

  get inquiry(): Inquiry {
    return this;
  }

  get trace(): Trace {
    return this;
  }

  override get signal(): AbortSignal {
    this.#follow();
    return super.signal;
  }

  override onAbort(tell: (reason: Error) => void): () => void {
    this.#follow();
    return super.onAbort(tell);
  }

  done(rows: number, size?: { readonly height: number; readonly width: number }): void {
    this.entry.rows = rows;
    this.entry.height = size?.height;
    this.entry.width = size?.width;
    this.#end("done");
  }

  failed(error: AddinError): void {
    this.entry.error = error;
    this.#end("failed");
  }

  cancelled(): void {
    this.#end("cancelled");
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

  /** The host's cancellation ends the inquiry, from the first who waits on; an answer from memory waits for nothing. */
  #follow(): void {
    if (this.#unfollow !== undefined) return;
    this.#unfollow = () => undefined;
    const { signal, cancellation } = this.#opening;
    const tell = (reason: Error): void => this.abort(reason);
    if (cancellation?.onAbort !== undefined) this.#unfollow = cancellation.onAbort(tell);
    else if (signal !== undefined) this.#unfollow = onAbortOf(signal)(tell);
    else if (cancellation !== undefined) this.#unfollow = onAbortOf(cancellation.signal)(tell);
  }

  #end(status: LedgerEntry["status"]): void {
    if (this.entry.status !== "running") return;
    this.entry.status = status;
    this.entry.endedAt = this.#clock.now();
    this.#unfollow?.();
    this.#ended(this);
  }

  #now(): number {
    return (this.#clock.steady ?? this.#clock.now)();
  }
}
