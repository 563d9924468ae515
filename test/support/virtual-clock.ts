import type { Clock } from "../../src/engine/clock";
import { seededRandom } from "./seeded-random";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly task: () => void;
  cancelled: boolean;
}

/** Turns of the event loop in which everything that needs no time comes to rest: promises, bodies of responses. */
const turnsToRest = 4;
/** Virtual milliseconds. Before such a jump a part of the engine that loads late gets real time: loading takes no virtual time. */
const longJump = 5_000;
const timeToLoad = 5;
/** A benchmark replaces the timers of the page. */
const realTimeout = globalThis.setTimeout;

/** Real milliseconds without any timer after which a run is a deadlock. */
const mostIdle = 2_000;

/** Calls of Web Crypto that are not answered yet: they take real time, in another thread, and no virtual time. */
let pendingCrypto = 0;

const countCrypto = (): void => {
  const { subtle } = globalThis.crypto;
  for (const name of ["digest", "encrypt", "decrypt", "generateKey"] as const) {
    const call = subtle[name].bind(subtle) as (...given: unknown[]) => Promise<unknown>;
    const counted = (...given: unknown[]): Promise<unknown> => {
      pendingCrypto += 1;
      return call(...given).finally(() => (pendingCrypto -= 1));
    };
    Object.defineProperty(subtle, name, { configurable: true, value: counted });
  }
};

countCrypto();

const before = (one: Timer, other: Timer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Time that moves only when everybody waits: the same run on any machine, and hours in milliseconds. */
export class VirtualClock implements Clock {
  readonly random: () => number;
  readonly #timers: Timer[] = [];
  #now = 0;
  #wall: number;
  #order = 0;

  constructor(seed: number, start = Date.UTC(2026, 0, 5, 9)) {
    this.random = seededRandom(seed);
    this.#wall = start;
  }

  readonly now = (): number => this.#wall + this.#now;

  readonly steady = (): number => this.#now;

  readonly after = (milliseconds: number, task: () => void): (() => void) => {
    const timer = { at: this.#now + Math.max(0, milliseconds), order: this.#order, task, cancelled: false };
    this.#order += 1;
    this.#push(timer);
    return () => (timer.cancelled = true);
  };

  /** Moves on until the promise settles. */
  async run<Value>(promise: Promise<Value>): Promise<Value> {
    const state = { settled: false };
    const settle = (): void => void (state.settled = true);
    promise.then(settle, settle);
    for (let idle = 0; ;) {
      await this.rest();
      if (!state.settled && (this.#timers[0]?.at ?? 0) - this.#now >= longJump) {
        await new Promise<void>((resolve) => realTimeout(resolve, timeToLoad));
        await this.rest();
      }
      if (state.settled) return promise;
      if (this.#step(Infinity)) idle = 0;
      else if (idle < mostIdle) idle += 1;
      else throw new Error(`Nothing will ever happen again (at ${this.#now}).`);
      if (idle > 0) await new Promise<void>((resolve) => setTimeout(resolve, 1));
    }
  }

  /** Moves on by so much. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await this.rest();
    while (this.#step(end)) await this.rest();
    this.#now = end;
  }

  /** The computer sleeps, or the page is throttled: time passes, and timers that are due run afterwards. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Somebody sets the machine's clock: timers go on as if nothing had happened. */
  jump(milliseconds: number): void {
    this.#wall += milliseconds;
  }

  /** Lets everything happen that needs no virtual time. */
  async rest(): Promise<void> {
    for (let turn = 0; turn < turnsToRest; turn += 1) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (pendingCrypto > 0) turn = -1;
    }
  }

  /** Runs everything due at the next moment; false where there is none before `end`. */
  #step(end: number): boolean {
    let first = this.#pop();
    while (first?.cancelled === true) first = this.#pop();
    if (first === undefined) return false;
    if (first.at > end) {
      this.#push(first);
      return false;
    }
    this.#now = Math.max(this.#now, first.at);
    for (let next: Timer | undefined = first; next !== undefined && next.at <= this.#now; next = this.#pop()) {
      if (!next.cancelled) next.task();
      const following = this.#timers[0];
      if (following === undefined || following.at > this.#now) break;
    }
    return true;
  }

  #push(timer: Timer): void {
    const timers = this.#timers;
    let index = timers.length;
    timers.push(timer);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = timers[parent];
      if (above === undefined || !before(timer, above)) break;
      timers[index] = above;
      index = parent;
    }
    timers[index] = timer;
  }

  #pop(): Timer | undefined {
    const timers = this.#timers;
    const first = timers[0];
    const last = timers.pop();
    if (first === undefined || last === undefined || timers.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let least = left;
      const leftTimer = timers[left];
      const rightTimer = timers[right];
      if (leftTimer === undefined) break;
      if (rightTimer !== undefined && before(rightTimer, leftTimer)) least = right;
      const smaller = least === right && rightTimer !== undefined ? rightTimer : leftTimer;
      if (!before(smaller, last)) break;
      timers[index] = smaller;
      index = least;
    }
    timers[index] = last;
    return first;
  }
}
