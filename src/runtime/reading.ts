import { say } from "../text/say";
import type { Inquiry } from "./inquiry";
import type { ListingExtent, ListingResult } from "./listing";
import type { Walk } from "./walk";
import type { WireRecord } from "./wire-record";

/** A walk with a filter of our own ends after so many records read. */
const mostRead = 10_000;
const pageSize = 1_000;

/** One reader's way through a walk: takes the records that count, and knows when it has enough. */
export class Reading {
  readonly #extent: ListingExtent;
  #taken: WireRecord[] = [];
  #read = 0;
  /** How many of those taken `beforePage` got, and how many of these were let go. */
  #shown = 0;
  #handed = 0;

  constructor(extent: ListingExtent) {
    this.#extent = extent;
  }

  /** Takes what is there. True: enough, or there is no more. */
  take({ records, ended }: Walk): boolean {
    const { limit, keep } = this.#extent;
    const end = keep === undefined ? records.length : Math.min(records.length, mostRead);
    while (this.#read < end && this.#count < limit) {
      const record = records[this.#read];
      this.#read += 1;
      if (record !== undefined && (keep === undefined || keep(record))) this.#taken.push(record);
    }
    return this.#count >= limit || this.#cut() || (ended && this.#read === records.length);
  }

  /** Before another page: hands over what is new, lets the reader refuse, and says how many records are still wanted. */
  async more(): Promise<number> {
    const { beforePage, drops, keep, limit } = this.#extent;
    const begins = this.#shown === 0;
    const fresh = this.#taken.slice(this.#shown - this.#handed);
    this.#shown += fresh.length;
    if (drops === true) {
      this.#handed = this.#shown;
      this.#taken = [];
    }
    if (fresh.length > 0) await beforePage?.(fresh, begins);
    return keep === undefined ? limit - this.#count : pageSize;
  }

  /** What was found, told to the trace. */
  result(walk: Walk, { trace }: Inquiry): ListingResult {
    const { keep } = this.#extent;
    const left = walk.records.slice(this.#read);
    const truncated =
      !walk.ended || walk.note !== undefined || (keep === undefined ? left.length > 0 : left.some(keep));
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

  get #count(): number {
    return this.#handed + this.#taken.length;
  }

  #cut(): boolean {
    return this.#extent.keep !== undefined && this.#read >= mostRead;
  }
}

/** Whether a walk holds all that is wanted of it. */
export const isEnough = (walk: Walk, extent: ListingExtent): boolean =>
  extent.keep === undefined ? walk.ended || walk.records.length >= extent.limit : new Reading(extent).take(walk);
