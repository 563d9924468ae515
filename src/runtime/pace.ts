import type { Clock } from "./clock";
import type { LearnLimit, LimitSeen } from "./learn-limit";
import type { LimitWindow } from "./limit-window";
import type { RefillRate } from "./refill-rate";
import { beganBy } from "./window-start";

const mostSlots = 32;
const fewestSlots = 4;
/** The longest pause taken at its word; a service that asks for more is asked again after this. */
const longestPause = 60_000;
/** After a longer pause one request asks first. */
const longPause = 2_000;
/** Asked after in any case: a window so short may have changed while the first burst went out, or may not. */
const firstPause = 1_000;
/** Where a refusal says nothing: ask again when windows that are as long as usual end. */
const blindPauses = [firstPause, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000];
/** What asks again has to be so much later. */
const shortestDoubt = 100;
/** Sends go in groups with time between them for a refusal to come back. Limits are round numbers, so a group ends one after them: that one alone is refused. */
const group = { size: 5, lull: 15.5 };
/** Who has not heard of a refusal in this many times the longest time that one took was not refused. */
const doubtless = 1.5;
/** After so long without a request what is counted begins anew. */
const rest = 2_000;
/** A service whose clock is a moment behind must not be asked too early. */
const margin = 2;

/** Nothing but refusals. */
type Outage = Pick<LimitSeen, "waves" | "since" | "refusedAt" | "asked" | "toldAt">;

/** How fast to send: in groups, with slots that shrink with failures and grow with success; a pause for everybody on 429, then the pace or the window learned from it. */
export class Pace {
  readonly #clock: Clock;
  readonly #loadLearnLimit: () => Promise<LearnLimit>;
  /** What is known of limits is fetched with the first refusal. */
  #learnLimit: LearnLimit | undefined;
  #slots = mostSlots;
  #until = 0;
  #probing = false;
  #nextAt = 0;
  #lastCut = -1;
  #lastSent = -Infinity;
  /** What was sent and refused since the service served the first time, or again. */
  #cycle = { start: 0, sent: 0, lost: 0 };
  #outage: Outage | undefined;
  /** The shortest time an answer took. */
  #quickest = Infinity;
  /** Whoever has heard nothing for so long was not refused. */
  #refusalTime = 0;
  #refill: RefillRate | undefined;
  #window: LimitWindow | undefined;

  constructor(clock: Clock, loadLearnLimit: () => Promise<LearnLimit>) {
    this.#clock = clock;
    this.#loadLearnLimit = loadLearnLimit;
  }

  /** Requests that may be in flight at once. */
  get slots(): number {
    return this.#probing ? 1 : this.#slots;
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
    if (this.#outage !== undefined && !this.#probing && now >= this.#until) this.#resume(now, this.#outage);
    if (this.#window !== undefined) this.#until = this.#window.opensAt(now, this.#refusalTime);
    return Math.max(this.#until, this.#nextAt) - now;
  }

  /** A request goes now; the answer is its ticket for `succeeded` or `refused`. */
  sent(): number {
    const now = this.#clock.now();
    const rested = now - this.#lastSent > rest && this.#outage === undefined;
    if (rested && this.#refill === undefined && this.#window === undefined)
      this.#cycle = { start: now, sent: 0, lost: 0 };
    this.#lastSent = now;
    this.#cycle.sent += 1;
    const count = this.#window?.sent(now) ?? this.#cycle.sent;
    const refilled = this.#refill?.sent();
    if (refilled !== undefined) this.#nextAt = refilled;
    else if (count > 1 && count % group.size === 1) this.#nextAt = now + this.#lull();
    return now;
  }

  /** As long as a refusal takes, as far as is known: no longer than the quickest answer, or than those that came. */
  #lull(): number {
    return Math.min(group.lull, Math.max(this.#quickest, this.#refusalTime));
  }

  /** The request was served. */
  succeeded(ticket: number): void {
    this.#quickest = Math.min(this.#quickest, this.#clock.now() - ticket);
    if (ticket <= this.#lastCut) return;
    if (this.#outage !== undefined) this.#resume(ticket, this.#outage);
    this.#probing = false;
    this.#window?.opened(ticket);
    if (this.#refill === undefined) this.#slots = Math.min(mostSlots, this.#slots + 1);
    else this.#refill.succeeded();
  }

  /** The request failed without an answer or with a 5xx: ease off. */
  failed(): void {
    this.#slots = Math.max(fewestSlots, this.#slots - 2);
  }

  /** The request was refused with 429; one cut per wave. */
  refused(ticket: number, retryAfter: number | undefined): void {
    this.#window?.lost();
    this.#cycle.lost += 1;
    if (ticket <= this.#lastCut) return;
    const now = this.#clock.now();
    this.#refusalTime = Math.max(this.#refusalTime, doubtless * (now - ticket));
    if (this.#outage === undefined) this.#refill?.refused();
    this.#lastCut = now;
    const toldAt = now + Math.min(retryAfter ?? 0, longestPause) + margin;
    if (this.#window?.refused(ticket, retryAfter === undefined ? undefined : toldAt) === true) return;
    this.#window = undefined;
    this.#pause({ ticket, now, retryAfter, toldAt });
  }

  /** Everybody waits; what knows of limits is fetched meanwhile, and where it does not come nothing is learned. */
  #pause({
    ticket,
    now,
    retryAfter,
    toldAt,
  }: {
    readonly ticket: number;
    readonly now: number;
    readonly retryAfter: number | undefined;
    readonly toldAt: number;
  }): void {
    const { waves, since } = this.#outage ?? { waves: 0, since: now };
    this.#outage = { waves: waves + 1, since, refusedAt: ticket, asked: retryAfter, toldAt };
    this.#probing = waves > 0 || retryAfter === undefined || retryAfter >= longPause;
    this.#until = this.#pauseEnd(now, retryAfter);
    this.#nextAt = this.#until;
    if (this.#learnLimit !== undefined) return;
    this.#loadLearnLimit().then(
      (learnLimit) => (this.#learnLimit = learnLimit),
      () => undefined,
    );
  }

  /** A moment after the time, and not all who wait at once. */
  #pauseEnd(now: number, retryAfter: number | undefined): number {
    const seen = { start: this.#cycle.start, since: this.#outage?.since ?? now };
    const end =
      retryAfter === undefined
        ? ([seen.start + firstPause, ...blindPauses.map((pause) => beganBy(seen, pause) + pause)].find(
            (at) => at > now + shortestDoubt,
          ) ?? now + longestPause)
        : now + Math.min(Math.max(retryAfter, 100), longestPause);
    return end + 20 + this.#clock.random() * 30;
  }

  /** The pause is over: learn from what was served since the cycle began, over all the time it took with the pause. */
  #resume(at: number, outage: Outage): void {
    const { start, sent, lost } = this.#cycle;
    const probes = this.#probing ? 1 : 0;
    this.#outage = undefined;
    this.#cycle = { start: at, sent: probes, lost: 0 };
    this.#nextAt = at;
    const capacity = sent - lost - probes;
    if (this.#refill !== undefined) this.#refill.resumed(at - outage.since);
    // Where nothing was served before, nothing is known.
    else if (capacity > 0) {
      const limit = this.#learnLimit?.(this.#clock, { ...outage, start, capacity, servedAt: at });
      if (limit !== undefined && "refill" in limit) this.#refill = limit.refill;
      else this.#window = limit?.window;
    }
    if (this.#probing) this.#window?.sent(at);
  }
}
