import { AddinError } from "../error/addin-error";
import { hasAll, union } from "./fields";
import type { Inquiry } from "./inquiry";
import type { ListingExtent, ListingRequest, ListingResult, Listings } from "./listing";
import { isAnswer } from "./loader";
import type { Memory } from "./memory";
import { isEnough, Reading } from "./reading";
import type { Recall } from "./recall";
import { sizeOf } from "./size-of";
import { newWalk, type Walk } from "./walk";
import { isLostCursor, Walker, type WalkerDoors } from "./walker";
import type { WireRecord } from "./wire-record";

/** Walks of one listing with different fields that are kept at once. */
const mostVariants = 4;

/** What listings work with. */
export interface ListingDoors extends WalkerDoors {
  readonly memory: Memory;
  readonly recall: Recall;
}

type Remembered = readonly Walk[] | AddinError;

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

/** Entity's universes take no `fields` and have their own id; every other record is told apart by `id`. */
const fieldsOf = ({ route, fields }: ListingRequest): readonly string[] =>
  route === "listEntityUniverses" ? [] : fields.includes("id") ? fields : union([fields, ["id"]]);

const keyOf = ({ route, path, query }: ListingRequest): string => {
  const sorted = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  return `listing ${route} ${JSON.stringify([path, sorted])}`;
};

const newest = (one: Walk, other: Walk): number => other.at - one.at;
const longest = (one: Walk, other: Walk): number => other.records.length - one.records.length || newest(one, other);

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
    const oldest = recall.oldest(inquiry);
    const asked = { key: keyOf(request), request, fields: fieldsOf(request), extent, oldest };
    const kept = await memory.read<Remembered>(asked.key);
    if (kept?.value instanceof AddinError) {
      const refusal = recall.answer({ at: kept.at, value: kept.value }, inquiry, oldest);
      if (refusal !== undefined) throw refusal;
    }
    // A walk that is shorter than asked for is no answer, not even an old one: never a part for the whole.
    const whole = this.#remembered(asked.key)
      .filter((walk) => hasAll(walk.fields, asked.fields) && isEnough(walk, extent))
      .sort(newest);
    const enough = whole.find((walk) => walk.at >= oldest);
    const old = enough ?? whole[0];
    const fallback = old === undefined ? undefined : { at: old.at, value: old };
    const known = recall.answer(fallback, inquiry, enough === undefined ? Infinity : -Infinity);
    if (known !== undefined) return this.#taken(known, extent, inquiry);
    try {
      return await this.#walk(asked, inquiry);
    } catch (error) {
      return this.#taken(recall.last(fallback, inquiry, error), extent, inquiry);
    }
  }

  /** Whether memory alone answers. */
  async knows(request: ListingRequest, extent: ListingExtent, inquiry: Inquiry): Promise<boolean> {
    const kept = await this.#doors.memory.read<Remembered>(keyOf(request));
    if (kept === undefined) return false;
    const oldest = this.#doors.recall.oldest(inquiry);
    if (kept.value instanceof AddinError) return kept.at >= oldest;
    const fields = fieldsOf(request);
    return kept.value.some((walk) => walk.at >= oldest && hasAll(walk.fields, fields) && isEnough(walk, extent));
  }

  /** Takes over a whole listing that came with another one, and answers from it. */
  adopt(request: ListingRequest, whole: { readonly at: number; readonly records: WireRecord[] }): ListingReader {
    const walk: Walk = { ...newWalk(fieldsOf(request)), ...whole, ended: true, bytes: sizeOf(whole.records) };
    this.#remember(keyOf(request), walk);
    return (extent, inquiry) => {
      inquiry.trace.answered("live", walk.at);
      return this.#taken(walk, extent, inquiry);
    };
  }

  #remembered(key: string): Walk[] {
    const walks = this.#doors.memory.get<Remembered>(key)?.value;
    return walks === undefined || walks instanceof AddinError ? [] : [...walks];
  }

  #taken(walk: Walk, extent: ListingExtent, inquiry: Inquiry): ListingResult {
    const reading = new Reading(extent);
    reading.take(walk);
    return reading.result(walk, inquiry);
  }

  async #walk(asked: Asked, inquiry: Inquiry): Promise<ListingResult> {
    const walker = this.#walkerFor(asked);
    const { walk } = walker;
    const resumed = walk.records.length;
    const reading = new Reading(asked.extent);
    try {
      while (!reading.take(walk)) await walker.next(await reading.more(), inquiry);
    } catch (error) {
      if (isLostCursor(error, walk) && resumed > 0 && walk.records.length === resumed) {
        this.#forget(asked.key, walk);
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
    const furthest = this.#remembered(key)
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
    const changed = (): void => this.#remember(key, walk);
    const walker = new Walker(walk, request, { ...this.#doors, changed });
    this.#walkers.set(walk, walker);
    return walker;
  }

  /** Keeps a walk; one with fewer fields that is older and no longer has nothing to add. */
  #remember(key: string, walk: Walk): void {
    if (this.#starting.get(key)?.walk === walk) this.#starting.delete(key);
    const others = this.#remembered(key).filter(
      (other) =>
        other !== walk &&
        !(
          other.at <= walk.at &&
          hasAll(walk.fields, other.fields) &&
          (walk.ended || walk.records.length >= other.records.length)
        ),
    );
    const walks = [walk, ...others].sort(newest).slice(0, mostVariants);
    const empty = walks.every(({ records }) => records.length === 0);
    const bytes = walks.reduce((sum, each) => sum + each.bytes, 0);
    this.#doors.memory.put(key, { at: walk.at, value: walks, bytes }, empty ? "session" : "spill");
  }

  #forget(key: string, walk: Walk): void {
    const others = this.#remembered(key).filter((other) => other !== walk);
    this.#doors.memory.put(key, { at: walk.at, value: others }, others.length === 0 ? "session" : "spill");
  }

  #failedToStart(key: string, error: unknown): void {
    this.#starting.delete(key);
    if (!isAnswer(error)) return;
    this.#doors.memory.put(key, { at: this.#doors.clock.now(), value: error }, "session");
  }
}
