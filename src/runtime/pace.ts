import type { Clock } from "./clock";
import { LimitWindow } from "./limit-window";

const firstSlots = 20;
const mostSlots = 32;
const fewestSlots = 4;
/** The longest pause taken at its word; a service that asks for more is asked again after this. */
const longestPause = 60_000;
/** A service that asks for longer than this counts requests by windows rather than refilling a bucket. */
const windowPause = 2_000;
/** Where a refusal says nothing: ask again so long after the first request of the cycle; common windows end there. */
const blindPauses = [1_000, 5_000, 10_000, 30_000, 60_000, 120_000];
/** Sends are spread, so that only a few are under way when the first refusal comes back. */
const spread = { interval: 3, burst: 4 };
/** Requests per millisecond that are tried at the least. */
const slowest = 0.5 / 1_000;
const peace = 60_000;
/** After so long without a request what is counted begins anew. */
const rest = 2_000;

/** Nothing but refusals: how many waves of them, since when, the pause asked for last, and when the last refused request was sent. */
interface Outage {
  waves: number;
  readonly since: number;
  asked: number | undefined;
  refusedAt: number;
}

/** How fast to send: slots that grow with success, a pause for everybody on 429, then the pace or the window learned from it. */
export class Pace {
  readonly #clock: Clock;
  #slots = firstSlots;
  #until = 0;
  #probing = false;
  #rate = Infinity;
  #ceiling = Infinity;
  #nextAt = 0;
  #lastCut = -1;
  #lastSent = -Infinity;
  #cycle = { start: 0, served: 0 };
  /** When the service began to refuse the last time, and what it has served since. */
  #sinceCut = { at: 0, served: 0 };
  #outage: Outage | undefined;
  #window: LimitWindow | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Requests that may be in flight at once. */
  get slots(): number {
    return this.#probing || this.#window?.uncertain === true ? 1 : this.#slots;
  }

  /** Until when everybody waits. */
  get pausedUntil(): number {
    return this.#until;
  }

  /** Since when every answer has been a refusal; undefined while the service serves. */
  get refusedSince(): number | undefined {
    return this.#outage?.since;
  }

  /** Milliseconds until the next request may go. */
  wait(): number {
    const now = this.#clock.now();
    if (now < this.#until) return this.#until - now;
    if (this.#outage !== undefined && !this.#probing) this.#resume(now, this.#outage);
    if (this.#window !== undefined) this.#until = this.#window.opensAt(now);
    return Math.max(this.#until, this.#nextAt) - now;
  }

  /** A request goes now; the answer is its ticket for `succeeded` or `refused`. */
  sent(): number {
    const now = this.#clock.now();
    const rested = now - this.#lastSent > rest && this.#outage === undefined;
    if (rested && this.#rate === Infinity && this.#window === undefined) this.#cycle = { start: now, served: 0 };
    this.#lastSent = now;
    this.#window?.sent();
    const { interval, burst } = spread;
    this.#nextAt =
      this.#rate === Infinity
        ? Math.max(this.#nextAt, now - (burst - 1) * interval) + interval
        : Math.max(this.#nextAt, now) + 1 / this.#rate;
    if (this.#rate === Infinity && this.#nextAt < now + interval * 0.5) this.#nextAt = now;
    return now;
  }

  /** The request was served. */
  succeeded(ticket: number): void {
    this.#cycle.served += 1;
    this.#sinceCut.served += 1;
    if (ticket <= this.#lastCut) return;
    if (this.#outage !== undefined) this.#resume(ticket, this.#outage);
    this.#probing = false;
    this.#window?.opened(ticket);
    if (this.#rate === Infinity) this.#slots = Math.min(mostSlots, this.#slots + 1);
    else this.#rate *= this.#rate < this.#ceiling ? 1.01 : this.#creep();
  }

  /** The request failed without an answer or with a 5xx: ease off. */
  failed(): void {
    this.#slots = Math.max(fewestSlots, this.#slots - 2);
  }

  /** The request was refused with 429; one cut per wave. */
  refused(ticket: number, retryAfter: number | undefined): void {
    this.#window?.lost();
    if (ticket <= this.#lastCut) return;
    const now = this.#clock.now();
    if (this.#rate !== Infinity && this.#outage === undefined) this.#measure(now);
    this.#sinceCut = { at: now, served: 0 };
    this.#lastCut = now;
    if (this.#window?.refused(ticket, retryAfter === undefined ? undefined : now + retryAfter) === true) return;
    this.#window = undefined;
    const outage = (this.#outage ??= { waves: 0, since: now, asked: retryAfter, refusedAt: ticket });
    outage.waves += 1;
    outage.asked = retryAfter;
    outage.refusedAt = ticket;
    this.#probing = outage.waves > 1 || retryAfter === undefined || retryAfter >= windowPause;
    this.#until = this.#pauseEnd(now, retryAfter);
    this.#nextAt = this.#until;
  }

  /** Above the pace that was measured hardly faster; after a minute in peace faster again: limits are lifted too. */
  #creep(): number {
    return this.#clock.now() - this.#sinceCut.at > peace ? 1.005 : 1.0005;
  }

  /** From one refusal to the next a bucket serves exactly what it is refilled with. */
  #measure(now: number): void {
    const { at, served } = this.#sinceCut;
    const measured = served / Math.max(1, now - at);
    this.#ceiling = served < 5 ? this.#rate * 0.9 : Math.min(measured, this.#rate);
    this.#rate = Math.max(slowest, this.#ceiling * 0.97);
  }

  #pauseEnd(now: number, retryAfter: number | undefined): number {
    const random = this.#clock.random();
    if (retryAfter !== undefined) {
      const pause = Math.min(Math.max(retryAfter, 100), longestPause);
      return now + pause + random * Math.min(pause * 0.05, 100);
    }
    const since = now - this.#cycle.start;
    const offset = blindPauses.find((pause) => pause > since + 300) ?? since + longestPause;
    return this.#cycle.start + offset + 20 + random * 80;
  }

  /** The pause is over: learn from what was served since the cycle began, over all the time it took with the pause. */
  #resume(at: number, { waves, asked, refusedAt }: Outage): void {
    const { start, served } = this.#cycle;
    const capacity = this.#probing ? served - 1 : served;
    this.#outage = undefined;
    this.#cycle = { start: at, served: this.#probing ? 1 : 0 };
    this.#nextAt = at;
    const exact = asked !== undefined;
    if (capacity > 0 && (waves > 1 || (exact && asked >= windowPause))) {
      this.#rate = Infinity;
      this.#window = new LimitWindow({
        start,
        capacity,
        refusedAt: exact ? this.#until - 1_100 : refusedAt,
        openedAt: at,
      });
      this.#window.sent();
    } else if (this.#rate === Infinity) {
      this.#ceiling = Infinity;
      this.#rate = Math.max(slowest, capacity / Math.max(1_000, at - start));
    }
  }
}
