import type { Clock } from "../../clock";

/** Requests per millisecond, at least. */
const minRate = 0.5 / 1_000;
/** A rate measured over fewer requests is unreliable. */
const minMeasured = 5;

/** A token bucket whose refill rate is measured: how long to wait between requests, and how many tokens a pause adds. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #capacity: number;
  /** Requests per millisecond. */
  #rate: number;
  /** The measured rate; Infinity until a second refusal. */
  #ceiling: number;
  #nextAt = 0;
  /** Tokens added during a pause. These requests do not wait for each other. */
  #saved = 0;
  #refusedAt: number;
  /** Requests since the last refusal. */
  #sent = 0;

  /**
   * `capacity` requests, the first of them sent at `start`, were accepted until the refusal at `refusedAt`. `ceiling` is a
   * rate that was measured before.
   */
  constructor(clock: Clock, capacity: number, start: number, refusedAt: number, ceiling = Infinity) {
    this.#clock = clock;
    this.#ceiling = ceiling;
    this.#capacity = capacity;
    this.#rate = Math.max(minRate, capacity / Math.max(1_000, clock.now() - start));
    this.#refusedAt = refusedAt;
  }

  /** What is known of it. */
  get state(): { readonly capacity: number; readonly rate: number } {
    return { capacity: this.#capacity, rate: Math.min(this.#rate, this.#ceiling) };
  }

  /** Counts a request. Returns when the next one may be sent, or undefined when the request used a saved token. */
  sent(): number | undefined {
    this.#sent += 1;
    if (this.#saved > 0) {
      this.#saved -= 1;
      return undefined;
    }
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now()) + 1 / this.#rate;
    return this.#nextAt;
  }

  /** 1 % faster up to the measured rate. Above it 0.05 %, because services also raise limits. */
  succeeded(): void {
    this.#rate *= this.#rate < this.#ceiling ? 1.01 : 1.0005;
  }

  /** Measures the rate: between two refusals, a bucket accepts exactly as many requests as it refills. */
  refused(): void {
    const now = this.#clock.now();
    const acceptedCount = this.#sent - 1;
    const measured = acceptedCount / Math.max(1, now - this.#refusedAt);
    this.#ceiling =
      acceptedCount < minMeasured
        ? Math.min(Math.max(measured, this.#rate / 2), this.#rate * 0.9)
        : Math.min(measured, this.#rate);
    this.#rate = Math.max(minRate, this.#ceiling * 0.97);
    this.#refusedAt = now;
    this.#sent = 0;
  }

  /** Adds the tokens of a pause in milliseconds. The first estimate of the rate is too rough for that. */
  resumed(pause: number): void {
    if (this.#ceiling === Infinity) return;
    this.#saved = Math.max(0, Math.floor(Math.min(this.#capacity, this.#rate * pause)) - 1);
  }
}
