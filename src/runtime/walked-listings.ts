import { AddinError } from "../error/addin-error";
import { hasAll } from "./fields";
import type { Inquiry } from "./inquiry";
import type { ListingExtent, ListingRequest, ListingResult, Listings } from "./listing";
import { listingFields, listingKey } from "./listing-key";
import { isAnswer } from "./loader";
import type { Memory } from "./memory";
import { isEnough, Reading } from "./reading";
import type { ParkedReader } from "./parked-records";
import type { Recall } from "./recall";
import { forgetWalk, keepWalk, newest, type Remembered, replaceLost, walksIn } from "./remembered-walks";
import { sizeOf } from "./size-of";
import { lengthOf, newWalk, type Walk } from "./walk";
import { isLostCursor, Walker, type WalkerDoors } from "./walker";
import type { WireRecord } from "./wire-record";

/** What listings work with. */
export interface ListingDoors extends WalkerDoors {
  readonly memory: Memory;
  readonly recall: Recall;
}

/** One listing asked for: under which key, with which fields, how far, and how fresh. */
interface Asked {
  readonly key: string;
  readonly request: ListingRequest;
  readonly fields: readonly string[];
  readonly extent: ListingExtent;
  readonly oldest: number;
}

/** Answers one reader from a listing that is whole. */
export type ListingReader = (extent: ListingExtent, inquiry: Inquiry) => ListingResult;

const longest = (one: Walk, other: Walk): number => lengthOf(other) - lengthOf(one) || newest(one, other);

/** Walks listings along their cursors, only as far as asked; above the pages stands the memory of how far each was walked. */
export class WalkedListings implements Listings {
  readonly #doors: ListingDoors;
  readonly #walkers = new WeakMap<Walk, Walker>();
  readonly #starting = new Map<string, Walker>();

  constructor(doors: ListingDoors) {
    this.#doors = doors;
  }

  /** Forgets the walks that are starting; the memory has turned to another account. */
  reset(): void {
    this.#starting.clear();
  }

  async read(request: ListingRequest, extent: ListingExtent, inquiry: Inquiry): Promise<ListingResult> {
    const { memory, recall } = this.#doors;
    const asked = this.#asked(request, extent, inquiry);
    const { oldest } = asked;
    const kept = await memory.read<Remembered>(asked.key);
    if (kept?.value instanceof AddinError) {
      const refusal = recall.answer({ at: kept.at, value: kept.value }, inquiry, oldest);
      if (refusal !== undefined) throw refusal;
    }
    const whole = this.#whole(asked).sort(newest);
    const enough = whole.find((walk) => walk.at >= oldest);
    const old = enough ?? whole[0];
    const fallback = old && { at: old.at, value: old };
    const known = recall.answer(fallback, inquiry, enough === undefined ? Infinity : -Infinity);
    if (known !== undefined) return (await this.#kept(asked, known, inquiry)) ?? this.read(request, extent, inquiry);
    try {
      return await this.#walk(asked, inquiry);
    } catch (error) {
      const last = await this.#kept(asked, recall.last(fallback, inquiry, error), inquiry);
      if (last === undefined) throw error;
      return last;
    }
  }

  /** Whether memory alone answers. */
  async knows(request: ListingRequest, extent: ListingExtent, inquiry: Inquiry): Promise<boolean> {
    const asked = this.#asked(request, extent, inquiry);
    const kept = await this.#doors.memory.read<Remembered>(asked.key);
    const answers = kept?.value instanceof AddinError ? [kept] : this.#whole(asked);
    return answers.some(({ at }) => at >= asked.oldest);
  }

  #asked(request: ListingRequest, extent: ListingExtent, inquiry: Inquiry): Asked {
    const oldest = this.#doors.recall.oldest(inquiry);
    return { key: listingKey(request), request, fields: listingFields(request), extent, oldest };
  }

  /** A walk that is shorter than asked for is no answer, not even an old one: never a part for the whole. */
  #whole({ key, fields, extent }: Asked): Walk[] {
    return walksIn(this.#doors.memory, key).filter((walk) => hasAll(walk.fields, fields) && isEnough(walk, extent));
  }

  /** Takes over a whole listing that came with another one, and answers from it. */
  adopt(request: ListingRequest, whole: { readonly at: number; readonly records: WireRecord[] }): ListingReader {
    const walk: Walk = { ...newWalk(listingFields(request)), ...whole, ended: true, bytes: sizeOf(whole.records) };
    // Nobody waits for what is too much for memory to reach the device.
    keepWalk(this.#doors.memory, listingKey(request), walk).catch(() => undefined);
    return (extent, inquiry) => {
      inquiry.trace.answered("live", walk.at);
      const reading = new Reading(extent);
      reading.take(walk);
      return reading.result(walk, inquiry);
    };
  }

  /** Answers from a walk that holds enough; undefined where the device lost a part of it. */
  async #kept(asked: Asked, walk: Walk, inquiry: Inquiry): Promise<ListingResult | undefined> {
    const reading = new Reading(asked.extent);
    return reading.take(walk) || (await this.#caughtUp(asked, { reading, walk, inquiry }))
      ? reading.result(walk, inquiry)
      : undefined;
  }

  /** Reads what stands on the device alone; false where a part is lost there, and the walk forgotten or replaced. */
  async #caughtUp({ key }: Asked, reader: ParkedReader): Promise<boolean> {
    const parked = await this.#doors.memory.parked(key);
    const whole = await parked.fill(reader);
    if (!whole) await replaceLost(this.#doors.memory, key, reader.walk);
    return whole;
  }

  async #walk(asked: Asked, inquiry: Inquiry): Promise<ListingResult> {
    const walker = this.#walkerFor(asked);
    const { walk } = walker;
    const resumed = lengthOf(walk);
    const reading = new Reading(asked.extent);
    try {
      while (!reading.take(walk)) {
        const wanted = await reading.more();
        // Other readers may have gone on meanwhile.
        const isAtEnd = !walk.ended && reading.at === lengthOf(walk);
        if (isAtEnd) await walker.next(wanted, inquiry);
        else if (reading.behind(walk) && !(await this.#caughtUp(asked, { reading, walk, inquiry })))
          return await this.#walk(asked, inquiry);
      }
    } catch (error) {
      if (resumed > 0 && isLostCursor(error) && lengthOf(walk) === resumed) {
        forgetWalk(this.#doors.memory, asked.key, walk);
        return this.#walk(asked, inquiry);
      }
      if (walk.at === Infinity) this.#failedToStart(asked.key, error);
      throw error;
    }
    inquiry.trace.answered("live", walk.at);
    return reading.result(walk, inquiry);
  }

  /** The walk that is furthest among those that count; else one that is starting; else a new one. */
  #walkerFor({ key, request, fields, oldest }: Asked): Walker {
    const furthest = walksIn(this.#doors.memory, key)
      .filter((walk) => walk.at >= oldest && hasAll(walk.fields, fields))
      .sort(longest)[0];
    if (furthest !== undefined) return this.#walkers.get(furthest) ?? this.#newWalker(furthest, { key, request });
    const starting = this.#starting.get(key);
    if (starting !== undefined && (starting.open || hasAll(starting.walk.fields, fields))) {
      if (starting.open) starting.widen(fields);
      return starting;
    }
    const walker = this.#newWalker(newWalk(fields), { key, request });
    this.#starting.set(key, walker);
    return walker;
  }

  #newWalker(walk: Walk, { key, request }: Pick<Asked, "key" | "request">): Walker {
    const { memory } = this.#doors;
    const walker = new Walker(walk, request, {
      ...this.#doors,
      changed: () => {
        if (this.#starting.get(key)?.walk === walk) this.#starting.delete(key);
        return keepWalk(memory, key, walk);
      },
      parkedIds: async () => (walk.parked === undefined ? [] : (await memory.parked(key)).ids(walk)),
    });
    this.#walkers.set(walk, walker);
    return walker;
  }

  #failedToStart(key: string, error: unknown): void {
    this.#starting.delete(key);
    if (!isAnswer(error)) return;
    this.#doors.memory.put(key, { at: this.#doors.clock.now(), value: error }, "session");
  }
}
