import type { Clock } from "./clock";

/** Requests per millisecond that are tried at the least. */
const slowest = 0.5 / 1_000;
/** A measure of fewer requests says little. */
const fewServed = 5;

/** The pace of a token bucket, as far as it has been found out: what is refilled, and what it saves up during a pause. */
export class RefillRate {
  readonly #clock: Clock;
  readonly #holds: number;
  #rate: number;
  #ceiling = Infinity;
  #nextAt = 0;
  /** Requests saved up during a pause: they need not wait for each other. */
  #saved = 0;
  /** When the service refused the last time, and what has been sent since. */
  #refusedAt: number;
  #sent = 0;

  /** `holds` requests, the first of them sent at `start`, were served until the service refused. */
  constructor(
    clock: Clock,
    { holds, start, refusedAt }: { readonly holds: number; readonly start: number; readonly refusedAt: number },
  ) {
    this.#clock = clock;
    this.#holds = holds;
    this.#rate = Math.max(slowest, holds / Math.max(1_000, clock.now() - start));
    this.#refusedAt = refusedAt;
  }

  /** A request goes: when the next may, or undefined where it was saved up. */
  sent(): number | undefined {
    this.#sent += 1;
    if (this.#saved > 0) {
      this.#saved -= 1;
      return undefined;
    }
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now()) + 1 / this.#rate;
    return this.#nextAt;
  }

  /** A little faster, up to the pace that was measured; above it hardly: limits are lifted too. */
  succeeded(): void {
    this.#rate *= this.#rate < this.#ceiling ? 1.01 : 1.0005;
  }

  /** From one refusal to the next a bucket serves exactly what it is refilled with. */
  refused(): void {
    const now = this.#clock.now();
    const served = this.#sent - 1;
    const measured = served / Math.max(1, now - this.#refusedAt);
    this.#ceiling =
      served < fewServed
        ? Math.min(Math.max(measured, this.#rate / 2), this.#rate * 0.9)
        : Math.min(measured, this.#rate);
    this.#rate = Math.max(slowest, this.#ceiling * 0.97);
    this.#refusedAt = now;
    this.#sent = 0;
  }

  /** After a pause of so long; the first estimate is too rough to save by. */
  resumed(pause: number): void {
    if (this.#ceiling === Infinity) return;
    this.#saved = Math.max(0, Math.floor(Math.min(this.#holds, this.#rate * pause)) - 1);
  }
}
