import type { Clock } from "../../clock";
import type { TokenBucket } from "./token-bucket";
import type { RateWindow } from "./window";

const maxSlots = 32;
const minSlots = 4;
/** Milliseconds. A longer `Retry-After` is cut to this. */
const longestPause = 60_000;
/** Milliseconds. After a longer pause one request probes first; after a shorter one all requests go on. */
const longPause = 2_000;
const firstPause = 1_000;
/** Milliseconds from the window's start to each probe when a refusal has no `Retry-After`: the usual lengths of windows. */
const probeDelays = [firstPause, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000];
/** Milliseconds between a refusal and the next probe, at least. */
const minProbeGap = 100;
/**
 * Requests are sent in groups, with a gap in milliseconds in which a refusal can come back. Limits are round numbers,
 * and a group ends one request after a multiple of five, so usually only that request is refused.
 */
const requestGroup = { size: 5, gap: 15.5 };
/** A request without a response after this many times the slowest refusal counts as accepted. */
const refusalTimeFactor = 1.5;
/** Milliseconds without a request after which counting starts again. */
const idleReset = 2_000;
/** Milliseconds added to `Retry-After`, for a service whose clock is slightly behind. */
const clockMargin = 2;
/** If a burst took longer than this part of a window's length, the window may have changed during the burst. */
const longBurst = 0.1;

/** A run of refusals without any success. */
interface RefusalRun {
  /** Waves of refusals: refusals of requests that were in flight together count once. */
  readonly waves: number;
  /** When the first refusal arrived. */
  readonly since: number;
  /** When the first request of the last wave was sent. */
  readonly refusedAt: number;
  /** `Retry-After` of the last wave. */
  readonly retryAfter: number | undefined;
  /** When the service allows a retry; the time of the refusal if it does not say. */
  readonly retryAt: number;
}

/** What is known of a limit when the service accepts requests again. Times in milliseconds of one clock. */
export interface LimitObservation extends RefusalRun {
  /** When the first counted request was sent. */
  readonly start: number;
  /** Requests accepted between `start` and the first refusal. */
  readonly capacity: number;
  /** When the first request that was accepted again was sent. */
  readonly acceptedAt: number;
}

/** A detected limit. */
export type Limit = { readonly bucket: TokenBucket } | { readonly window: RateWindow };

/** Decides from one observation what kind of limit the service has. */
export type DetectLimit = (clock: Clock, observation: LimitObservation) => Limit;

/** What the limiter uses to detect a limit. */
export interface LimitDetection {
  /** Called on every wave of refusals, before `detect`. */
  readonly prepare: () => void;
  /** Undefined: nothing is learned; the limiter pauses again at the next refusal. */
  readonly detect: (clock: Clock, observation: LimitObservation) => Limit | undefined;
}

/** Loads the detection at the first refusal. Until it is loaded, and when loading fails, nothing is learned. */
export const loadOnFirstRefusal = (load: () => Promise<DetectLimit>): LimitDetection => {
  let detectLimit: DetectLimit | undefined;
  return {
    prepare: () => {
      if (detectLimit !== undefined) return;
      load().then(
        (loaded) => (detectLimit = loaded),
        () => undefined,
      );
    },
    detect: (clock, observation) => detectLimit?.(clock, observation),
  };
};

/**
 * The latest time at which a window of this length can have started, if requests from `start` on used it up
 * and the first refusal came at `since`.
 */
export const latestWindowStart = (
  { start, since }: { readonly start: number; readonly since: number },
  length: number,
): number => (since - start > longBurst * length ? since : start);

/** What the scheduler asks before it sends a request, and what it tells of those it has sent. */
export type Pace = Pick<
  RateLimiter,
  "slots" | "pausedUntil" | "refusedSince" | "delay" | "sent" | "succeeded" | "failed" | "refused"
>;

/** Decides when the next request may be sent and how many may be in flight. docs/rate-limits.md explains the method. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #detection: LimitDetection;
  #slots = maxSlots;
  #pausedUntil = 0;
  /** One request at a time, until one is accepted. */
  #probing = false;
  #nextAt = 0;
  /** When the last group of refusals arrived. Responses to requests sent earlier are not evaluated. */
  #lastWaveAt = -1;
  #lastSentAt = -Infinity;
  /** Requests since the first success, or since the first success after a pause. */
  #counted = { start: 0, sent: 0, refused: 0 };
  #refusalRun: RefusalRun | undefined;
  /** Milliseconds of the fastest answer. */
  #fastestAnswer = Infinity;
  /** Milliseconds after which a request without a response counts as accepted. */
  #refusalTime = 0;
  bucket: TokenBucket | undefined;
  window: RateWindow | undefined;

  constructor(clock: Clock, detection: LimitDetection) {
    this.#clock = clock;
    this.#detection = detection;
  }

  /** How many requests may be in flight. */
  get slots(): number {
    return this.#probing ? 1 : this.#slots;
  }

  get pausedUntil(): number {
    return this.#pausedUntil;
  }

  /** When the current run of refusals began; undefined while the service accepts requests. */
  get refusedSince(): number | undefined {
    return this.#refusalRun?.since;
  }

  /** Milliseconds until the next request may be sent; 0 or less: now. */
  delay(): number {
    const now = this.#clock.now();
    if (this.#refusalRun !== undefined && !this.#probing && now >= this.#pausedUntil)
      this.#resume(now, this.#refusalRun);
    if (this.window !== undefined) this.#pausedUntil = this.window.opensAt(now, this.#refusalTime);
    return Math.max(this.#pausedUntil, this.#nextAt) - now;
  }

  /** Counts a request that is sent now. Returns its time, which `succeeded` and `refused` take. */
  sent(): number {
    const now = this.#clock.now();
    const idle = now - this.#lastSentAt > idleReset && this.#refusalRun === undefined;
    if (idle && this.bucket === undefined && this.window === undefined)
      this.#counted = { start: now, sent: 0, refused: 0 };
    this.#lastSentAt = now;
    this.#counted.sent += 1;
    const count = this.window?.sent(now) ?? this.#counted.sent;
    const refilledAt = this.bucket?.sent();
    if (refilledAt !== undefined) this.#nextAt = refilledAt;
    else if (count > 1 && count % requestGroup.size === 1) this.#nextAt = now + this.#groupGap();
    return now;
  }

  /** The time a refusal may take: at most that of the fastest answer, unless a refusal has taken longer. */
  #groupGap(): number {
    return Math.min(requestGroup.gap, Math.max(this.#fastestAnswer, this.#refusalTime));
  }

  succeeded(sentAt: number): void {
    this.#fastestAnswer = Math.min(this.#fastestAnswer, this.#clock.now() - sentAt);
    if (sentAt <= this.#lastWaveAt) return;
    if (this.#refusalRun !== undefined) this.#resume(sentAt, this.#refusalRun);
    this.#probing = false;
    this.window?.accepted(sentAt);
    if (this.bucket === undefined) this.#slots = Math.min(maxSlots, this.#slots + 1);
    else this.bucket.succeeded();
  }

  /** The request had no answer or a 5xx: allow fewer requests in flight. */
  failed(): void {
    this.#slots = Math.max(minSlots, this.#slots - 2);
  }

  /** The request was refused (429). `retryAfter` in milliseconds. Only the first refusal of a wave starts a pause. */
  refused(sentAt: number, retryAfter: number | undefined): void {
    this.window?.countRefusal();
    this.#counted.refused += 1;
    if (sentAt <= this.#lastWaveAt) return;
    const now = this.#clock.now();
    this.#refusalTime = Math.max(this.#refusalTime, refusalTimeFactor * (now - sentAt));
    if (this.#refusalRun === undefined) this.bucket?.refused();
    this.#lastWaveAt = now;
    const retryAt = now + Math.min(retryAfter ?? 0, longestPause) + clockMargin;
    if (this.window?.refused(sentAt, retryAfter === undefined ? undefined : retryAt) === true) return;
    this.window = undefined;
    const { waves, since } = this.#refusalRun ?? { waves: 0, since: now };
    this.#refusalRun = { waves: waves + 1, since, refusedAt: sentAt, retryAfter, retryAt };
    this.#probing = waves > 0 || retryAfter === undefined || retryAfter >= longPause;
    this.#pausedUntil = this.#pauseEnd(now, retryAfter);
    this.#nextAt = this.#pausedUntil;
    this.#detection.prepare();
  }

  /** Adds 20 to 50 ms, so that clients that were refused together do not return together. */
  #pauseEnd(now: number, retryAfter: number | undefined): number {
    const burst = { start: this.#counted.start, since: this.#refusalRun?.since ?? now };
    const end =
      retryAfter === undefined
        ? ([burst.start + firstPause, ...probeDelays.map((delay) => latestWindowStart(burst, delay) + delay)].find(
            (at) => at > now + minProbeGap,
          ) ?? now + longestPause)
        : now + Math.min(Math.max(retryAfter, 100), longestPause);
    return end + 20 + this.#clock.random() * 30;
  }

  /** The pause is over, or the first request after it was accepted: detect the limit from what was accepted before. */
  #resume(acceptedAt: number, refusalRun: RefusalRun): void {
    const { start, sent: sentCount, refused: refusedCount } = this.#counted;
    const probes = this.#probing ? 1 : 0;
    this.#refusalRun = undefined;
    this.#counted = { start: acceptedAt, sent: probes, refused: 0 };
    this.#nextAt = acceptedAt;
    const capacity = sentCount - refusedCount - probes;
    if (this.bucket !== undefined) this.bucket.resumed(acceptedAt - refusalRun.since);
    // Where nothing was accepted before, nothing is known.
    else if (capacity > 0) {
      const limit = this.#detection.detect(this.#clock, { ...refusalRun, start, capacity, acceptedAt });
      if (limit !== undefined && "bucket" in limit) this.bucket = limit.bucket;
      else this.window = limit?.window;
    }
    if (this.#probing) this.window?.sent(acceptedAt);
  }
}
