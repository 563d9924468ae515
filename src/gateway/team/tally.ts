import { randomUUID } from "node:crypto";
import type { Clock } from "../../engine/clock";
import type { Store } from "./store";

export interface TallyOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Milliseconds after which a count ends, from its first number on. */
  readonly ttl: number;
  /** Milliseconds for which numbers are gathered before the store gets them. */
  readonly gather: number;
  /** Called with the sum of all processes. */
  readonly summed?: (key: string, sum: number) => void;
}

/** Milliseconds until what the store did not take is offered again. */
const repeatAfter = 1_000;
/** Milliseconds until a store without an answer counts as away. */
const tallyPatience = 5_000;

/** Counts of one batch: a store serves nobody else meanwhile. */
const mostCounts = 1_000;

/** Numbers on their way to the store. */
interface TallyBatch {
  readonly id: string;
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Adds to counts in the store. While the store is away, the numbers stay here. A batch whose answer was lost may have been
 * counted: it is sent again as it was, and the store knows it by its id.
 */
export class Tally {
  readonly #options: TallyOptions;
  #waiting = new Map<string, number>();
  #batch: TallyBatch | undefined;
  #writing: Promise<void> | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: TallyOptions) {
    this.#options = options;
  }

  /** Offers the store what is left, once. */
  readonly close = async (): Promise<void> => {
    await this.write();
    this.#cancel?.();
  };

  add(key: string, by: number): void {
    this.#waiting.set(key, (this.#waiting.get(key) ?? 0) + by);
    if (this.#options.gather === 0) void this.write();
    else this.#writeIn(this.#options.gather);
  }

  /** Offers the store what it does not have yet. Resolves also where it did not take it. */
  write(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    // What is added in the same turn goes together.
    this.#writing ??= Promise.resolve()
      .then(() => this.#write())
      .finally(() => {
        this.#writing = undefined;
        if (this.#waiting.size > 0) this.#writeIn(this.#batch === undefined ? this.#options.gather : repeatAfter);
      });
    return this.#writing;
  }

  async #write(): Promise<void> {
    for (this.#batch ??= this.#take(); this.#batch !== undefined; this.#batch = this.#take()) {
      const sums = await this.#offer(this.#batch);
      if (sums === undefined) {
        this.#writeIn(repeatAfter);
        return;
      }
      for (const [key, sum] of sums) this.#options.summed?.(key, sum);
    }
  }

  #take(): TallyBatch | undefined {
    if (this.#waiting.size === 0) return undefined;
    const entries = [...this.#waiting];
    this.#waiting = new Map(entries.slice(mostCounts));
    return { id: randomUUID(), counts: new Map(entries.slice(0, mostCounts)) };
  }

  /** The sums; undefined where the store did not say that it has the batch. */
  #offer({ id, counts }: TallyBatch): Promise<ReadonlyMap<string, number> | undefined> {
    const { store, clock, ttl } = this.#options;
    return new Promise((resolve) => {
      const cancel = clock.after(tallyPatience, () => resolve(undefined));
      store
        .add(counts, ttl, id)
        .then(resolve, () => resolve(undefined))
        .finally(cancel);
    });
  }

  #writeIn(milliseconds: number): void {
    this.#cancel ??= this.#options.clock.after(milliseconds, () => {
      this.#cancel = undefined;
      void this.write();
    });
  }
}
