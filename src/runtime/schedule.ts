import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import { type Clock, steadyOf } from "./clock";
import type { LearnLimit } from "./learn-limit";
import type { CallRecord } from "./ledger";
import { limitTime } from "./limit-time";
import { Pace } from "./pace";
import { Queue } from "./queue";
import { timeOfDay } from "./time-of-day";
import { untilAborted } from "./until-aborted";

const mostAttempts = 6;
const longestBackOff = 8_000;
/** A request that has failed for so long is given up, and so is everything while every answer is a refusal. */
const patience = 120_000;

/** One HTTP call, made when its turn comes. */
export interface Job<Answer> {
  readonly route: string;
  /** Whose turn it is: lanes take turns. */
  readonly lane: string;
  readonly signal?: AbortSignal;
  /** Called once, when a slot opens: the call to make (again on a retry), or undefined when nothing is left to ask. */
  readonly start: () => ((signal: AbortSignal) => Promise<Answer>) | undefined;
  /** Stands for the look-ups of many formulas: goes first. */
  readonly urgent?: boolean;
  /** A repeat could act twice: sent once, and a 429 is the answer. */
  readonly once?: boolean;
}

interface Queued {
  readonly lane: string;
  readonly urgent: boolean;
  readonly job: Job<unknown>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
  attempt: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  attempts: number;
  firstAt: number | undefined;
  notBefore: number;
}

/** The one place for slots, pauses, pace, retries and turns. */
export class Schedule {
  readonly #wall: Clock;
  readonly #clock: Clock;
  readonly #told: (call: CallRecord) => void;
  readonly #pace: Pace;
  readonly #queue = new Queue<Queued>();
  #inFlight = 0;
  #aliveAt: number;
  #alarm: { readonly at: number; readonly cancel: () => void } | undefined;

  constructor(clock: Clock, told: (call: CallRecord) => void, loadLearnLimit: () => Promise<LearnLimit>) {
    this.#wall = clock;
    this.#clock = steadyOf(clock);
    this.#told = told;
    this.#pace = new Pace(this.#clock, loadLearnLimit);
    this.#aliveAt = this.#clock.now();
  }

  /** When the service last served anybody, by the steady clock; now, while everybody is made to wait. */
  aliveAt(): number {
    return Math.max(this.#aliveAt, Math.min(this.#pace.pausedUntil, this.#clock.now()));
  }

  /** Queues a job and resolves with its answer; undefined when nothing was left to ask when its turn came. */
  run<Answer>(job: Job<Answer>): Promise<Answer | undefined> {
    return new Promise<Answer | undefined>((resolve, reject) => {
      const { signal } = job;
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const queued: Queued = {
        lane: job.lane,
        urgent: job.urgent === true,
        job,
        resolve: resolve as (answer: unknown) => void,
        reject,
        attempt: undefined,
        attempts: 0,
        firstAt: undefined,
        notBefore: 0,
      };
      const leave = (): void => {
        if (this.#queue.remove(queued)) reject(signal?.reason as Error);
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.#queue.add(queued);
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#queue.size > 0 && this.#inFlight < this.#pace.slots) {
      const wait = this.#pace.wait();
      if (wait > 0) {
        this.#wakeIn(wait);
        return;
      }
      const next = this.#queue.take(this.#clock.now());
      if (typeof next === "number") {
        this.#wakeIn(next - this.#clock.now());
        return;
      }
      next.attempt ??= next.job.start();
      if (next.attempt === undefined) next.resolve(undefined);
      else void this.#send(next, next.attempt);
    }
  }

  #wakeIn(milliseconds: number): void {
    const at = this.#clock.now() + milliseconds;
    if (this.#alarm !== undefined && this.#alarm.at <= at) return;
    this.#alarm?.cancel();
    const ring = (): void => {
      this.#alarm = undefined;
      this.#pump();
    };
    this.#alarm = { at, cancel: this.#clock.after(Math.max(0, milliseconds), ring) };
  }

  async #send(queued: Queued, attempt: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    this.#inFlight += 1;
    const ticket = this.#pace.sent();
    queued.firstAt ??= ticket;
    queued.attempts += 1;
    const { route } = queued.job;
    const { attempts } = queued;
    const at = this.#wall.now();
    const told = (status: number | "failed"): void =>
      this.#told({ route, at, milliseconds: this.#clock.now() - ticket, status, attempts });
    const time = limitTime(this.#clock, queued.job.signal);
    try {
      const answer = await untilAborted(attempt(time.signal), time);
      this.#aliveAt = this.#clock.now();
      this.#pace.succeeded(ticket);
      told(200);
      queued.resolve(answer);
    } catch (error) {
      told(error instanceof AddinError ? (error.details.status ?? "failed") : "failed");
      this.#failed(queued, ticket, error);
    } finally {
      time.release();
      this.#inFlight -= 1;
      this.#pump();
    }
  }

  #failed(queued: Queued, ticket: number, error: unknown): void {
    const { job } = queued;
    const code = error instanceof AddinError ? error.code : undefined;
    if (job.signal?.aborted === true) queued.reject(job.signal.reason);
    else if (code === "throttled" && error instanceof AddinError) this.#refused(queued, ticket, error);
    else if (code === "unavailable" && error instanceof AddinError) this.#unavailable(queued, error);
    else {
      this.#aliveAt = this.#clock.now();
      // 400, 402, 404 … are answers: the service served us.
      this.#pace.succeeded(ticket);
      queued.reject(error);
    }
  }

  #refused(queued: Queued, ticket: number, error: AddinError): void {
    if (queued.job.once === true) {
      queued.reject(error);
      return;
    }
    // A 429 is no attempt: the request was not served.
    queued.attempts -= 1;
    this.#pace.refused(ticket, error.details.retryAfter);
    this.#queue.add(queued, "first");
    const since = this.#pace.refusedSince;
    if (since === undefined || this.#clock.now() - since < patience) return;
    const retryAt = this.#wall.now() + (error.details.retryAfter ?? 60_000);
    const busy = new AddinError("throttled", say("runtime.busy", { time: timeOfDay(retryAt) }), {
      cause: error,
      retryAt,
    });
    for (const waiting of this.#queue.clear()) waiting.reject(busy);
  }

  #unavailable(queued: Queued, error: AddinError): void {
    const now = this.#clock.now();
    this.#pace.failed();
    const { attempts, job } = queued;
    if (job.once === true || attempts >= mostAttempts || now - (queued.firstAt ?? now) >= patience) {
      const values = { attempts, time: timeOfDay(this.#wall.now()), cause: error.message };
      queued.reject(new AddinError("unavailable", say("runtime.unavailable", values), { cause: error }));
      return;
    }
    queued.notBefore = now + this.#clock.random() * Math.min(longestBackOff, 200 * 2 ** attempts);
    this.#queue.add(queued, "first");
  }
}
