import { AddinError } from "../error/addin-error";
import { Batch } from "./batch";
import type { Gathering } from "./batch-plan";
import type { Clock } from "./clock";
import { hasAll, union } from "./fields";
import type { Inquiry } from "./inquiry";
import { loadApart } from "./load-apart";
import type { Memory } from "./memory";
import type { Kept, Recall } from "./recall";
import type { Schedule } from "./schedule";

/** How much of an answer is wanted: which fields, and how many candidates of a search. */
export interface Wanted {
  readonly fields: readonly string[];
  readonly max: number;
}

/** One look-up: what to ask for, and how much of it. */
export interface Wish<Item> extends Wanted {
  readonly key: string;
  readonly item: Item;
}

/** A remembered answer and how much of it there is. */
export interface Loaded<Value> extends Wanted {
  readonly value: Value;
}

/** What a batched route looks up. */
export interface LoaderPlan<Item, Value> {
  readonly route: string;
  /** Values in the order of the items. */
  readonly load: (items: readonly Item[], wanted: Wanted, signal: AbortSignal) => Promise<readonly Value[]>;
  /** There is no more of this answer, however much is asked for. */
  readonly complete: (value: Value) => boolean;
  /** Nothing was found: remembered for this session only. */
  readonly empty: (value: Value) => boolean;
  /** Told of every answer that came. */
  readonly found?: (key: string, loaded: Loaded<Value>) => void;
}

/** What a loader works with. */
export interface LoaderDoors {
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly memory: Memory;
  readonly recall: Recall;
  readonly gathering: Gathering;
}

type Remembered<Value> = Loaded<Value> | AddinError;

const answerCodes = new Set(["rejected", "no-access", "not-found"]);

/** Whether a failure is the service's answer to the question, so that asking again in this session is in vain. */
export const isAnswer = (error: unknown): error is AddinError =>
  error instanceof AddinError && answerCodes.has(error.code);

/** Look-ups that share calls, with the memory of what was answered for each above them. */
export class Loader<Item, Value> {
  readonly #plan: LoaderPlan<Item, Value>;
  readonly #doors: LoaderDoors;
  readonly #batch: Batch<Wish<Item>, Kept<Remembered<Value>>>;

  constructor(plan: LoaderPlan<Item, Value>, doors: LoaderDoors) {
    this.#plan = plan;
    this.#doors = doors;
    this.#batch = new Batch(
      {
        route: plan.route,
        merge: (one, other) => ({
          ...one,
          fields: union([one.fields, other.fields]),
          max: Math.max(one.max, other.max),
        }),
        covers: (asked, wish) => hasAll(asked.fields, wish.fields) && asked.max >= wish.max,
        load: (wishes, signal) => this.#load(wishes, signal),
      },
      doors.gathering,
      doors,
    );
  }

  /** What is remembered under this key, where it is enough. */
  remembered(key: string, wanted: Wanted): Kept<Remembered<Value>> | undefined {
    return this.#enough(this.#doors.memory.get<Remembered<Value>>(key), wanted);
  }

  /** The answer to one wish: from memory at once, or with the next call that has room. */
  ask(wish: Wish<Item>, inquiry: Inquiry): Loaded<Value> | Promise<Loaded<Value>> {
    const { recall } = this.#doors;
    const before = this.#doors.memory.get<Remembered<Value>>(wish.key);
    const kept = this.#enough(before, wish);
    const known = recall.answer(kept, inquiry, recall.oldest(inquiry));
    if (known instanceof AddinError) throw known;
    return known ?? this.#fetch(this.#whole(wish, before), kept, inquiry);
  }

  #enough(kept: Kept<Remembered<Value>> | undefined, wanted: Wanted): Kept<Remembered<Value>> | undefined {
    if (kept === undefined || kept.value instanceof AddinError) return kept;
    const { fields, max, value } = kept.value;
    return hasAll(fields, wanted.fields) && (max >= wanted.max || this.#plan.complete(value)) ? kept : undefined;
  }

  async #fetch(wish: Wish<Item>, kept: Kept<Remembered<Value>> | undefined, inquiry: Inquiry): Promise<Loaded<Value>> {
    let answer: Remembered<Value>;
    try {
      const { at, value } = await this.#batch.ask(wish.key, wish, inquiry);
      inquiry.trace.answered("live", at);
      answer = value;
    } catch (error) {
      answer = this.#doors.recall.last(kept, inquiry, error);
    }
    if (answer instanceof AddinError) throw answer;
    return answer;
  }

  /** What was known of it is asked for again, or two cells with different fields would take turns for ever. */
  #whole(wish: Wish<Item>, kept: Kept<Remembered<Value>> | undefined): Wish<Item> {
    const before = kept?.value;
    if (before === undefined || before instanceof AddinError) return wish;
    return { ...wish, fields: union([wish.fields, before.fields]), max: Math.max(wish.max, before.max) };
  }

  async #load(wishes: readonly Wish<Item>[], signal: AbortSignal): Promise<readonly Kept<Remembered<Value>>[]> {
    const fields = union(wishes.map((wish) => wish.fields));
    const max = wishes.reduce((most, wish) => Math.max(most, wish.max), 1);
    const at = this.#doors.clock.now();
    const loadSome = (some: readonly Wish<Item>[]): Promise<readonly (Value | Error)[]> =>
      this.#plan.load(
        some.map(({ item }) => item),
        { fields, max },
        signal,
      );
    const values = wishes.length === 1 ? await this.#alone(wishes, loadSome) : await loadApart(wishes, loadSome);
    return wishes.map(({ key }, index) =>
      this.#remember(key, { at, value: values[index] as Value | Error }, { fields, max }),
    );
  }

  /** A refusal of a call for one key is that key's answer. */
  async #alone(
    wishes: readonly Wish<Item>[],
    load: (wishes: readonly Wish<Item>[]) => Promise<readonly (Value | Error)[]>,
  ): Promise<readonly (Value | Error)[]> {
    try {
      return await load(wishes);
    } catch (error) {
      if (isAnswer(error)) return [error];
      throw error;
    }
  }

  #remember(key: string, kept: Kept<Value | Error>, wanted: Wanted): Kept<Remembered<Value>> {
    const { at, value } = kept;
    if (value instanceof AddinError) return this.#doors.memory.put(key, { at, value }, "session");
    const { fields, max } = wanted;
    const loaded: Loaded<Value> = { fields, max, value: value as Value };
    const keeping = this.#plan.empty(loaded.value) ? "session" : "small";
    const answer = this.#doors.memory.put(key, { at, value: loaded }, keeping);
    this.#plan.found?.(key, loaded);
    return answer;
  }
}
