import { t } from "../../i18n/t";
import { type Clock, toSteadyClock } from "../clock";
import { AddinError } from "../http/addin-error";
import { Attempt, type CallAttempt, type Caller } from "../http/client";
import type { CallRecord } from "../requests/request-log";
import { onSignalAbort, untilAborted } from "../requests/cancellation";
import { createStore } from "../store";
import { type LimitDetection, type Pace, RateLimiter } from "./rate-limit/limiter";

/**
 * Milliseconds without an answer, or without a further part of it, after which a read is made again: at first this many times the usual time of
 * its route, twice as long after each attempt that ended so.
 */
const callTimeout = { times: 8, least: 10_000, most: 25_000 };
/** The same for a call that is made only once. */
const patienceOnce = 60_000;
const maxAttempts = 6;
/** Milliseconds. */
const longestBackOff = 8_000;
/** Milliseconds. A job that fails for this long is given up. If all calls are refused for this long, all jobs are. */
const giveUpAfter = 120_000;

/** Calls in a row without any answer after which the service counts as out of reach. */
const unansweredCalls = 3;

/** Milliseconds. If all calls are refused for this long and the service does not say until when, cells do not wait any longer. */
const busyAfter = 30_000;
/** Milliseconds. Cells that were given up recalculate after this time at the earliest. */
const shortestRetry = 1_000;

export type ScheduledAttempt = CallAttempt & { at: number };

/** One HTTP call to schedule. */
export interface RequestJob<Answer> {
  readonly route: string;
  /** Jobs of different keys take turns. */
  readonly queueKey: string;
  readonly signal?: AbortSignal;
  /** Called once, when a slot is free. Returns the call (repeated on a retry), or undefined if none is needed any more. */
  readonly start: () => ((attempt: ScheduledAttempt) => Promise<Answer>) | undefined;
  /** Goes before other jobs, because many formulas wait for it. */
  readonly urgent?: boolean;
  /** For whom the next attempt is made. */
  readonly callers?: () => readonly Caller[];
  /** Never repeated, because a repeat could act twice. A 429 rejects the job. */
  readonly once?: boolean;
}

interface QueuedJob {
  readonly queueKey: string;
  readonly urgent: boolean;
  readonly job: RequestJob<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
  call: ((attempt: ScheduledAttempt) => Promise<unknown>) | undefined;
  attempts: number;
  /** How many of them had no answer in time. */
  timeouts: number;
  firstAt: number | undefined;
  notBefore: number;
}

/** Sends every call of the engine: queue, concurrency, rate limit, retries and timeouts. */
export class Scheduler {
  readonly #wallClock: Clock;
  /** Steady: setting the computer's time does not change waits. */
  readonly #clock: Clock;
  readonly #onCall: (call: CallRecord) => void;
  readonly #limiter: Pace;
  readonly #connections: number;
  readonly #queue = new FairQueue<QueuedJob>();
  /** The attempts in flight, and when they were sent. */
  readonly #attempts = new Map<Attempt, number>();
  /** Milliseconds that answers of a route take. A longer time counts at once, a shorter one slowly. */
  readonly #usualTimes = new Map<string, number>();
  #inFlight = 0;
  #aliveAt: number;
  #progressedAt = 0;
  /** Any call was answered yet: before that, `#aliveAt` is the start. */
  #answered = false;
  #wakeUp: { readonly at: number; readonly cancel: () => void } | undefined;

  /** False once several calls in a row had no answer at all; true again at the next answer. */
  readonly reached = createStore(true);
  #unanswered = 0;
  /** Counts the times at which calls that were given up as refused make sense again. */
  readonly retries = createStore(0);
  /** When that happens next, by the wall clock; undefined while nothing was given up. */
  #retryAt: number | undefined;
  /** The last refusal did not say until when. */
  #isSilentRefusal = false;

  /**
   * `onCall` gets a record of every HTTP call that has ended. `limit` is how a limit is learned, or a pace that is shared
   * with others. At most `connections` calls are in flight.
   */
  constructor(clock: Clock, onCall: (call: CallRecord) => void, limit: LimitDetection | Pace, connections = Infinity) {
    this.#connections = connections;
    this.#wallClock = clock;
    this.#clock = toSteadyClock(clock);
    this.#onCall = onCall;
    this.#limiter = "sent" in limit ? limit : new RateLimiter(this.#clock, limit);
    this.#aliveAt = this.#clock.now();
  }

  /** When a part of an answer last arrived, by the steady clock; the present time during a pause of the rate limiter. */
  aliveAt(): number {
    return Math.max(this.#progressedAt, this.#answeredAt());
  }

  #answeredAt(): number {
    return Math.max(this.#aliveAt, Math.min(this.#limiter.pausedUntil, this.#clock.now()));
  }

  /** Whether the service answered in the last so many milliseconds. A pause of the rate limiter follows an answer. */
  answeredWithin(milliseconds: number): boolean {
    return this.#answered && this.#clock.now() - this.#answeredAt() <= milliseconds;
  }

  /**
   * Queues a job. Resolves with its answer, or with undefined if `start` returned no call.
   * Rejects with an AddinError, or with the signal's reason.
   */
  run<Answer>(job: RequestJob<Answer>): Promise<Answer | undefined> {
    return new Promise<Answer | undefined>((resolve, reject) => {
      const { signal } = job;
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const queued: QueuedJob = {
        queueKey: job.queueKey,
        urgent: job.urgent === true,
        job,
        resolve: resolve as (answer: unknown) => void,
        reject,
        call: undefined,
        attempts: 0,
        timeouts: 0,
        firstAt: undefined,
        notBefore: 0,
      };
      const onAbort = (): void => {
        if (this.#queue.remove(queued)) reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#queue.add(queued);
      this.#pump();
    });
  }

  /** Rejects every job, queued or in flight; nothing of them is sent any more. */
  endAll(reason: AddinError): void {
    for (const queued of this.#queue.clear()) queued.reject(reason);
    for (const attempt of [...this.#attempts.keys()]) attempt.abort(reason);
  }

  /** Sends what may be sent now, after a change of a shared pace. */
  wake(): void {
    this.#pump();
  }

  #pump(): void {
    while (this.#queue.size > 0 && this.#inFlight < Math.min(this.#limiter.slots, this.#connections)) {
      const wait = this.#limiter.delay();
      if (wait > 0) {
        this.#wakeIn(wait);
        return;
      }
      const next = this.#queue.take(this.#clock.now());
      if (typeof next === "number") {
        this.#wakeIn(next - this.#clock.now());
        return;
      }
      next.call ??= next.job.start();
      if (next.call === undefined) next.resolve(undefined);
      else void this.#send(next, next.call);
    }
  }

  #wakeIn(milliseconds: number): void {
    const at = this.#clock.now() + milliseconds;
    if (this.#wakeUp !== undefined && this.#wakeUp.at <= at) return;
    this.#wakeUp?.cancel();
    const wake = (): void => {
      this.#wakeUp = undefined;
      this.#pump();
    };
    this.#wakeUp = { at, cancel: this.#clock.after(Math.max(0, milliseconds), wake) };
  }

  async #send(queued: QueuedJob, call: NonNullable<QueuedJob["call"]>): Promise<void> {
    this.#inFlight += 1;
    const sentAt = this.#limiter.sent();
    queued.firstAt ??= sentAt;
    queued.attempts += 1;
    const { route } = queued.job;
    const { attempts } = queued;
    const at = this.#wallClock.now();
    const record = (status: number | "failed"): void =>
      this.#onCall({ route, at, milliseconds: this.#clock.now() - sentAt, status, attempts });
    const attempt = new Attempt(this.#clock, queued.job.signal, () => this.#patienceWith(queued));
    this.#attempts.set(attempt, sentAt);
    try {
      const { signal } = attempt;
      const progressed = (): void => {
        this.#progressedAt = this.#clock.now();
        attempt.progressed();
      };
      const answer = await untilAborted(call({ signal, progressed, callers: queued.job.callers, at }), {
        onAbort: onSignalAbort(signal),
      });
      this.#noteTime(route, this.#clock.now() - sentAt);
      this.#answeredNow(sentAt);
      this.#limiter.succeeded(sentAt);
      record(200);
      queued.resolve(answer);
    } catch (error) {
      record(error instanceof AddinError ? (error.details.status ?? "failed") : "failed");
      if (attempt.timedOut) queued.timeouts += 1;
      this.#failed(queued, sentAt, error, attempt.timedOut);
    } finally {
      attempt.release();
      this.#attempts.delete(attempt);
      this.#inFlight -= 1;
      this.#pump();
    }
  }

  /** Milliseconds that an attempt of this job may wait. */
  #patienceWith({ job: { route, once }, timeouts }: QueuedJob): number {
    if (once === true) return patienceOnce;
    const usual = callTimeout.times * (this.#usualTimes.get(route) ?? Infinity);
    return Math.min(callTimeout.most, Math.max(callTimeout.least, usual) * 2 ** timeouts);
  }

  #noteTime(route: string, milliseconds: number): void {
    const usual = this.#usualTimes.get(route) ?? 0;
    this.#usualTimes.set(route, Math.max(milliseconds, usual + (milliseconds - usual) / 8));
  }

  #failed(queued: QueuedJob, sentAt: number, error: unknown, timedOut: boolean): void {
    const { job } = queued;
    const code = error instanceof AddinError ? error.code : undefined;
    if (job.signal?.aborted === true) queued.reject(job.signal.reason);
    else if (error instanceof AddinError && error.details.accountLeft === true) queued.reject(error);
    else if (code === "throttled" && error instanceof AddinError) this.#refused(queued, sentAt, error);
    else if (code === "unavailable" && error instanceof AddinError) this.#unavailable(queued, error, timedOut);
    else {
      this.#answeredNow(sentAt);
      // 400, 402, 404 … count as served.
      this.#limiter.succeeded(sentAt);
      queued.reject(error);
    }
  }

  #answeredNow(sentAt: number): void {
    this.#aliveAt = this.#clock.now();
    // Later calls may have waited for the connection of this one.
    for (const [attempt, at] of this.#attempts) if (at >= sentAt) attempt.progressed();
    this.#answered = true;
    this.#unanswered = 0;
    this.reached.set(true);
  }

  #refused(queued: QueuedJob, sentAt: number, error: AddinError): void {
    this.#unanswered = 0;
    this.reached.set(true);
    if (queued.job.once === true) {
      queued.reject(error);
      return;
    }
    // A refused request does not count as an attempt.
    queued.attempts -= 1;
    this.#limiter.refused(sentAt, error.details.retryAfter);
    this.#queue.add(queued, "first");
    const since = this.#limiter.refusedSince;
    this.#isSilentRefusal = error.details.retryAfter === undefined;
    if (since === undefined || this.#clock.now() - since < giveUpAfter) return;
    const busy = this.#busyUntil(error.details.retryAfter, error);
    for (const waiting of this.#queue.clear()) waiting.reject(busy);
  }

  /**
   * The error of a cell that waits for a service which has refused every call for 30 s without a `Retry-After`; undefined otherwise.
   * A call in flight is waited for, because it may be accepted. Jobs stay in the queue as long as somebody waits for them.
   */
  busy(): AddinError | undefined {
    const since = this.#limiter.refusedSince;
    if (!this.#isSilentRefusal || since === undefined || this.#inFlight > 0) return undefined;
    return this.#clock.now() - since < busyAfter ? undefined : this.#busyUntil();
  }

  /** The next try: after `wait` milliseconds, or when the limiter would probe, where the service did not say. */
  #busyUntil(wait = this.#limiter.pausedUntil - this.#clock.now(), cause?: AddinError): AddinError {
    const milliseconds = Math.max(shortestRetry, wait);
    if (this.#retryAt === undefined)
      this.#clock.after(milliseconds, () => {
        this.#retryAt = undefined;
        this.retries.set(this.retries.get() + 1);
      });
    const retryAt = (this.#retryAt ??= this.#wallClock.now() + milliseconds);
    return new AddinError("throttled", t("runtime.busy", { time: timeOfDay(retryAt) }), { cause, retryAt });
  }

  #unavailable(queued: QueuedJob, error: AddinError, timedOut: boolean): void {
    const now = this.#clock.now();
    this.#limiter.failed();
    this.#unanswered = error.details.status === undefined ? this.#unanswered + 1 : 0;
    if (this.#unanswered === 0) this.reached.set(true);
    else if (this.#unanswered >= unansweredCalls) this.reached.set(false);
    const { attempts, job } = queued;
    if (job.once === true || attempts >= maxAttempts || now - (queued.firstAt ?? now) >= giveUpAfter) {
      const values = { attempts, time: timeOfDay(this.#wallClock.now()), cause: error.message };
      const { status } = error.details;
      const details = { cause: error, ...(status === undefined ? {} : { status }) };
      queued.reject(new AddinError("unavailable", t("runtime.unavailable", values), details));
      return;
    }
    // After a time without any answer there is no reason to wait longer.
    queued.notBefore = timedOut ? now : now + this.#clock.random() * Math.min(longestBackOff, 200 * 2 ** attempts);
    this.#queue.add(queued, "first");
  }
}

/** `14:05` in the user's time zone. */
const timeOfDay = (milliseconds: number): string => {
  const time = new Date(milliseconds);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
};

/** An item of the queue. */
export interface QueueItem {
  /** Items with one key keep their order; keys take turns. */
  readonly queueKey: string;
  /** The earliest time to take it, in milliseconds. */
  readonly notBefore: number;
  /** Urgent items go first: they serve many formulas at once. */
  readonly urgent: boolean;
}

/** A fair queue: keys take turns, so that a small formula does not wait behind a large one. */
export class FairQueue<Item extends QueueItem> {
  // A Map keeps insertion order: the key that was served moves to the end.
  readonly #urgent = new Map<string, Item[]>();
  readonly #normal = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an item at the end of its key's items, or at their start (a retry). */
  add(item: Item, place: "first" | "last" = "last"): void {
    const queues = this.#queuesFor(item);
    const items = queues.get(item.queueKey);
    this.#size += 1;
    if (items === undefined) queues.set(item.queueKey, [item]);
    else if (place === "first") items.unshift(item);
    else items.push(item);
  }

  /** Removes and returns the next item; if none is ready, returns the time of the first; Infinity if the queue is empty. */
  take(now: number): Item | number {
    let soonest = Infinity;
    for (const queues of [this.#urgent, this.#normal]) {
      const next = this.#takeFrom(queues, now);
      if (typeof next !== "number") return next;
      soonest = Math.min(soonest, next);
    }
    return soonest;
  }

  #takeFrom(queues: Map<string, Item[]>, now: number): Item | number {
    let soonest = Infinity;
    for (const [key, items] of queues) {
      const index = items.findIndex(({ notBefore }) => notBefore <= now);
      const item = items[index];
      if (item !== undefined) {
        items.splice(index, 1);
        this.#size -= 1;
        queues.delete(key);
        if (items.length > 0) queues.set(key, items);
        return item;
      }
      soonest = Math.min(soonest, ...items.map(({ notBefore }) => notBefore));
    }
    return soonest;
  }

  /** Returns false if the item is not in the queue. */
  remove(item: Item): boolean {
    const queues = this.#queuesFor(item);
    const items = queues.get(item.queueKey);
    const index = items?.indexOf(item) ?? -1;
    if (items === undefined || index === -1) return false;
    items.splice(index, 1);
    this.#size -= 1;
    if (items.length === 0) queues.delete(item.queueKey);
    return true;
  }

  /** Removes and returns all items. */
  clear(): readonly Item[] {
    const all = [...this.#urgent.values(), ...this.#normal.values()].flat();
    this.#urgent.clear();
    this.#normal.clear();
    this.#size = 0;
    return all;
  }

  #queuesFor({ urgent }: Item): Map<string, Item[]> {
    return urgent ? this.#urgent : this.#normal;
  }
}
