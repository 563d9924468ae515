import type { Clock } from "../../src/engine/clock";
import type { AnswerCell } from "../strategies/strategy";
import type { Cell } from "../strategies/workloads";

/** How formulas come: so many in each message of the host, and so many milliseconds between messages. */
export interface Arrivals {
  readonly cells: number;
  readonly gap: number;
}

/** What the host saw of a workbook; times in milliseconds since the first message. */
export interface Seen {
  readonly lastSettled: number;
  readonly lastVisible: number;
  readonly syncs: number;
  readonly failed: number;
  readonly failures: Readonly<Record<string, number>>;
  readonly values: readonly unknown[];
}

/** The host's pipe, with the constants of Microsoft's runtime: results gathered 50 ms, at most one post in 500 ms. */
const pipe = { gather: 50, interval: 500, longest: 2_000, post: 30, postPerMegabyte: 100 };

const sizeOf = (value: unknown): number => {
  if (!Array.isArray(value)) return typeof value === "string" ? value.length + 20 : 20;
  const [first] = value as readonly unknown[];
  return value.length * 30 * (typeof first === "object" && first !== null ? Object.keys(first).length : 1);
};

/** Plays Excel: sends a workbook's cells message by message and takes the results as its pipe does. */
export class Host {
  readonly #clock: Clock;
  #waiting: unknown[] = [];
  #timer = false;
  #posting = false;
  #freeAt = 0;
  #syncs = 0;
  #visible = 0;
  #lastVisible = 0;
  #onVisible: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calculates the cells. */
  async run(cells: readonly Cell[], answer: AnswerCell, arrivals: Arrivals): Promise<Seen> {
    const start = this.#clock.now();
    const failures: Record<string, number> = {};
    const values: unknown[] = [];
    let lastSettled = 0;
    const settle = (index: number, value: unknown): void => {
      values[index] = value;
      lastSettled = this.#clock.now() - start;
      this.#waiting.push(value);
      this.#postSoon(pipe.gather);
    };
    const fail = (index: number, error: unknown): void => {
      const name = error instanceof Error ? error.message.slice(0, 60) : String(error);
      failures[name] = (failures[name] ?? 0) + 1;
      settle(index, "#N/A");
    };
    const invoke = (index: number): void => {
      const cell = cells[index];
      if (cell === undefined) return;
      answer(cell).then(
        (value) => settle(index, value),
        (error: unknown) => fail(index, error),
      );
    };
    const message = (from: number): void => {
      for (let index = from; index < from + arrivals.cells; index += 1) invoke(index);
      const next = from + arrivals.cells;
      if (next < cells.length) this.#clock.after(arrivals.gap, () => message(next));
    };
    message(0);
    await new Promise<void>((resolve) => {
      this.#onVisible = () => {
        this.#lastVisible = this.#clock.now() - start;
        if (this.#visible === cells.length) resolve();
      };
    });
    const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
    return { lastSettled, lastVisible: this.#lastVisible, syncs: this.#syncs, failed, failures, values };
  }

  #postSoon(milliseconds: number): void {
    if (this.#timer) return;
    this.#timer = true;
    this.#clock.after(milliseconds, () => {
      this.#timer = false;
      this.#post();
    });
  }

  #post(): void {
    if (this.#waiting.length === 0) return;
    if (this.#posting || this.#clock.now() < this.#freeAt) {
      this.#postSoon(pipe.gather);
      return;
    }
    const results = this.#waiting;
    this.#waiting = [];
    this.#posting = true;
    this.#syncs += 1;
    const bytes = results.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    const time = pipe.post + (pipe.postPerMegabyte * bytes) / 1_000_000;
    this.#clock.after(time, () => {
      this.#posting = false;
      this.#freeAt = this.#clock.now() + Math.min(pipe.longest, Math.max(pipe.interval, 2 * time));
      this.#visible += results.length;
      this.#onVisible();
      this.#postSoon(pipe.gather);
    });
  }
}
