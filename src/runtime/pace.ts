import type { Clock } from "./clock";

const firstSlots = 8;
const mostSlots = 32;
const fewestSlots = 4;
/** The longest pause taken at its word; a service that asks for more is asked again after this. */
const longestPause = 60_000;
/** Requests per millisecond that are tried at the least. */
const slowest = 0.5 / 1_000;

/** How fast to send: slots that grow with success, a pause for everybody on 429, then the pace learned from it. */
export class Pace {
  readonly #clock: Clock;
  #slots = firstSlots;
  #until = 0;
  #rate = Infinity;
  #ceiling = Infinity;
  #nextAt = 0;
  #lastCut = -1;
  #lastSent = -Infinity;
  #cycle = { start: 0, served: 0 };
  #learning = false;
  #refusedSince: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Requests that may be in flight at once. */
  get slots(): number {
    return this.#slots;
  }

  /** Until when everybody waits. */
  get pausedUntil(): number {
    return this.#until;
  }

  /** Since when every answer has been a refusal; undefined while the service serves. */
  get refusedSince(): number | undefined {
    return this.#refusedSince;
  }

  /** Milliseconds until the next request may go. */
  wait(): number {
    const now = this.#clock.now();
    if (this.#learning && now >= this.#until) this.#learn(now);
    return Math.max(this.#until, this.#rate === Infinity ? 0 : this.#nextAt) - now;
  }

  /** A request goes now; the answer is its ticket for `succeeded` or `refused`. */
  sent(): number {
    const now = this.#clock.now();
    if (this.#rate === Infinity && now - this.#lastSent > 2_000) this.#cycle = { start: now, served: 0 };
    this.#lastSent = now;
    if (this.#rate !== Infinity) this.#nextAt = Math.max(this.#nextAt, now) + 1 / this.#rate;
    return now;
  }

  /** The request was served. */
  succeeded(ticket: number): void {
    this.#cycle.served += 1;
    this.#refusedSince = undefined;
    if (this.#rate === Infinity) this.#slots = Math.min(mostSlots, this.#slots + 1);
    else if (ticket > this.#lastCut) this.#rate *= this.#rate < this.#ceiling * 0.98 ? 1.01 : 1.001;
  }

  /** The request failed without an answer or with a 5xx: ease off. */
  failed(): void {
    this.#slots = Math.max(fewestSlots, this.#slots - 2);
  }

  /** The request was refused with 429; one cut per wave. */
  refused(ticket: number, retryAfter: number | undefined): void {
    const now = this.#clock.now();
    this.#refusedSince ??= now;
    if (ticket <= this.#lastCut) return;
    this.#lastCut = now;
    if (this.#rate === Infinity) this.#learning = true;
    else {
      this.#ceiling = this.#rate;
      this.#rate = Math.max(slowest, this.#rate * 0.9);
    }
    const pause = Math.min(Math.max(retryAfter ?? 1_000, 100), longestPause);
    this.#until = Math.max(this.#until, now + pause + this.#clock.random() * Math.min(pause * 0.05, 250));
    this.#nextAt = this.#until;
  }

  /** At the resume, not at the refusal: what was served since the cycle began, over all the time it took with the pause. */
  #learn(now: number): void {
    this.#learning = false;
    this.#rate = Math.max(slowest, this.#cycle.served / Math.max(1_000, now - this.#cycle.start));
  }
}
