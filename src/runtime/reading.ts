import { say } from "../text/say";
import type { Inquiry } from "./inquiry";
import type { ListingExtent, ListingResult } from "./listing";
import { lengthOf, parkedIn, type Walk } from "./walk";
import type { WireRecord } from "./wire-record";

/** A walk with a filter of our own ends after so many records read. */
const mostRead = 10_000;
const pageSize = 1_000;

/** One reader's way through a walk: takes the records that count, and knows when it has enough. */
export class Reading {
  readonly #extent: ListingExtent;
  #taken: WireRecord[] = [];
  #read = 0;
  /** How many of those taken `beforePage` got. */
  #shown = 0;

  constructor(extent: ListingExtent) {
    this.#extent = extent;
  }

  /** How many records it has come past. */
  get at(): number {
    return this.#read;
  }

  /** Whether what it reads next stands on the device alone. */
  behind(walk: Walk): boolean {
    return this.#read < parkedIn(walk);
  }

  /** Takes what is there. True: enough, or there is no more. */
  take(walk: Walk): boolean {
    this.takeFrom(walk.records, parkedIn(walk));
    return this.#count >= this.#extent.limit || this.#cut() || (walk.ended && this.#read === lengthOf(walk));
  }

  /** Takes on from where it stands: of these records, the first of which is number `start`. */
  takeFrom(records: readonly WireRecord[], start: number): void {
    const { limit, keep } = this.#extent;
    const end = start + records.length;
    while (this.#read >= start && this.#read < end && this.#count < limit && !this.#cut()) {
      const record = records[this.#read - start];
      this.#read += 1;
      if (record !== undefined && (keep === undefined || keep(record))) this.#taken.push(record);
    }
  }

  /** Before another page: hands over what is new, lets the reader refuse, and says how many records are still wanted. */
  async more(): Promise<number> {
    const { beforePage, drops, keep, limit } = this.#extent;
    const begins = this.#shown === 0;
    const fresh = this.#taken.slice(drops === true ? 0 : this.#shown);
    this.#shown += fresh.length;
    if (drops === true) this.#taken = [];
    if (fresh.length > 0) await beforePage?.(fresh, begins);
    return keep === undefined ? limit - this.#count : pageSize;
  }

  /** What was found, told to the trace. */
  result(walk: Walk, { trace }: Inquiry): ListingResult {
    const { keep } = this.#extent;
    const left = walk.records.slice(this.#read - parkedIn(walk));
    // What stands on the device alone is not fetched from there only to see whether `keep` would let it pass.
    const more = this.behind(walk) || (keep === undefined ? left.length > 0 : left.some(keep));
    const truncated = !walk.ended || walk.note !== undefined || more;
    const filled = this.#count >= this.#extent.limit;
    if (truncated)
      trace.truncated(
        filled || !this.#cut()
          ? (walk.note ?? say("runtime.moreAtService"))
          : say("runtime.walkCut", { count: this.#read }),
      );
    if (walk.total !== undefined) trace.counted(walk.total);
    return { records: this.#taken, handed: this.#handed, truncated, total: walk.total };
  }

  get #handed(): number {
    return this.#extent.drops === true ? this.#shown : 0;
  }

  get #count(): number {
    return this.#handed + this.#taken.length;
  }

  #cut(): boolean {
    return this.#extent.keep !== undefined && this.#read >= mostRead;
  }
}

/** Whether a walk holds all that is wanted of it. */
export const isEnough = (walk: Walk, extent: ListingExtent): boolean =>
  extent.keep === undefined
    ? walk.ended || lengthOf(walk) >= extent.limit
    : (walk.parked !== undefined && walk.ended) || new Reading(extent).take(walk);
