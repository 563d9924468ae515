import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import { type Clock, steadyOf } from "./clock";
import { GatheredStore } from "./gathered-store";
import type { CallRecord, Ledger, LedgerEntry, OpenEntry, Opening } from "./ledger";
import { OpenInquiry } from "./open-inquiry";

const mostEntries = 5_000;
const mostCalls = 1_000;
/** Without progress for so long an invocation ends; what the schedule makes everybody wait does not count. */
const patience = 120_000;
const lookEvery = 5_000;
/** The host may call the moved cells before it tells that they moved. */
const tellsLate = 2_000;

/** What the ledger needs of the rest: the clock, and when the service last served anybody. */
export interface LedgerDoors {
  readonly clock: Clock;
  readonly aliveAt: () => number;
}

/** Keeps the record of every invocation and call, and ends those that make no progress. */
export class KeptLedger implements Ledger {
  readonly entries: GatheredStore<readonly LedgerEntry[]>;
  readonly calls: GatheredStore<readonly CallRecord[]>;
  readonly pending: GatheredStore<number>;
  readonly #doors: LedgerDoors;
  readonly #running = new Map<number, OpenInquiry>();
  readonly #latest = new Map<string, LedgerEntry>();
  #ended: LedgerEntry[] = [];
  #made: CallRecord[] = [];
  #nextId = 1;
  #watching = false;
  #movedAt = Number.NEGATIVE_INFINITY;

  constructor(doors: LedgerDoors) {
    this.#doors = doors;
    const running = (): LedgerEntry[] => [...this.#running.values()].map(({ entry }) => ({ ...entry }));
    this.entries = new GatheredStore(doors.clock, () => [...this.#ended.slice(-mostEntries), ...running()]);
    this.calls = new GatheredStore(doors.clock, () => this.#made.slice(-mostCalls));
    this.pending = new GatheredStore(doors.clock, () => this.#running.size);
  }

  open(opening: Opening): OpenEntry {
    const { clock } = this.#doors;
    const inquiry = new OpenInquiry(this.#nextId, opening, { clock, ended: this.#end });
    const { entry } = inquiry;
    this.#nextId += 1;
    this.#running.set(entry.id, inquiry);
    if (entry.address !== undefined) this.#latest.set(entry.address, entry);
    this.#changed();
    this.#watch();
    return inquiry;
  }

  latestAt(address: string): LedgerEntry | undefined {
    return this.#latest.get(address);
  }

  moved(): void {
    this.#movedAt = this.#doors.clock.now();
  }

  inDoubt(address: string): boolean {
    const entry = this.#latest.get(address);
    return entry !== undefined && entry.startedAt < this.#movedAt - tellsLate;
  }

  stop(ids?: readonly number[]): void {
    for (const id of ids ?? [...this.#running.keys()])
      this.#running.get(id)?.abort(new AddinError("interrupted", say("runtime.interrupted")));
  }

  /** Notes a call. */
  called(call: CallRecord): void {
    this.#made.push(call);
    if (this.#made.length > 2 * mostCalls) this.#made = this.#made.slice(-mostCalls);
    this.calls.changed();
  }

  readonly #end = ({ entry }: OpenInquiry): void => {
    this.#running.delete(entry.id);
    this.#ended.push(entry);
    if (this.#ended.length > 2 * mostEntries) this.#ended = this.#ended.slice(-mostEntries);
    this.#changed();
  };

  #changed(): void {
    this.entries.changed();
    this.pending.changed();
  }

  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#doors.clock.after(lookEvery, () => {
      this.#watching = false;
      const now = steadyOf(this.#doors.clock).now();
      const alive = this.#doors.aliveAt();
      const late = new AddinError("unavailable", say("runtime.noProgress", { seconds: patience / 1_000 }));
      for (const inquiry of this.#running.values())
        if (now - Math.max(inquiry.progressedAt, alive) >= patience) inquiry.abort(late);
      if (this.#running.size > 0) this.#watch();
    });
  }
}
