import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Clock, toSteadyClock } from "../../engine/clock";
import { type Limit, type LimitDetection, type Pace, RateLimiter } from "../../engine/scheduler/rate-limit/limiter";
import { TokenBucket } from "../../engine/scheduler/rate-limit/token-bucket";
import { RateWindow } from "../../engine/scheduler/rate-limit/window";
import type { Store } from "./store";

export interface SharedLimitDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly detection: LimitDetection;
  /** The account whose limit it is. */
  readonly account: string;
  /** Called when another replica has changed how soon this one may send. */
  readonly changed: () => void;
}

/** Milliseconds between signs of life. */
const hereEvery = 1_000;
/** Milliseconds after which a replica without a sign of life is gone. */
const goneAfter = 5_000;
/** Milliseconds after which a replica that does not hear its own messages knows that the others do not hear them either. */
const echoPatience = 250;
/** Milliseconds that a replica which has just sent leaves to one that waits: longer than a message takes. */
const turn = 5;
/** Milliseconds for which a replica is thought to wait after it has said so. */
const waitsFor = 500;
/** Milliseconds for which one request tries whether the service accepts requests again. */
const probeFor = 10_000;
/** Milliseconds by which replicas may expect the next window at different times. */
const clocksDiffer = 5;
/** Milliseconds between two writes of what was learned. */
const keepEvery = 5_000;

/** What replicas tell each other. `at` names a request by when it was sent, in the sender's time. */
type Message = { readonly from: string; readonly number: number } & (
  | { readonly kind: "here"; readonly waits: boolean; readonly isNew: boolean }
  | { readonly kind: "sent"; readonly at: number }
  | { readonly kind: "succeeded"; readonly at: number }
  | { readonly kind: "refused"; readonly at: number; readonly retryAfter: number | undefined }
);

interface Replica {
  seenAt: number;
  sentAt: number;
  waitsUntil: number;
}

/**
 * One rate limit for all replicas of the gateway: each counts the requests of all, and learns from all their refusals,
 * as one process would. A replica that the others cannot hear counts each of its requests as many times as there were
 * replicas, and so takes its share of the limit.
 */
export class SharedLimit implements Pace {
  /** Resolves when what was learned before is known, or cannot be read. */
  readonly ready: Promise<void>;
  readonly #deps: SharedLimitDeps;
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  readonly #id = randomUUID();
  readonly #channel: string;
  readonly #others = new Map<string, Replica>();
  /** When this process heard of the requests of others. */
  readonly #heardOf = new LRUCache<string, number>({ max: 5_000 });
  #number = 0;
  /** When the first message was sent that did not come back yet. */
  #unheardSince: number | undefined;
  #isRejected = false;
  #connectedAt = 0;
  #sentAt = -Infinity;
  #saidWaitsAt = -Infinity;
  /** Since when the limiter would let a request pass. */
  #openSince: number | undefined;
  #probedElsewhereAt = -Infinity;
  #keptAt = -Infinity;
  #unsubscribe: () => void = () => undefined;
  #cancel: () => void = () => undefined;

  constructor(deps: SharedLimitDeps) {
    this.#deps = deps;
    this.#clock = toSteadyClock(deps.clock);
    // Replicas learn the same from the same messages. They return from a pause together, because each hears at once what
    // another has sent.
    const clock = deps.store.shared ? { ...this.#clock, random: () => 0.5 } : this.#clock;
    this.#limiter = new RateLimiter(clock, deps.detection);
    this.#channel = `limit/${deps.account}`;
    this.ready = this.#restore();
    if (!deps.store.shared) return;
    this.#unsubscribe = deps.store.subscribe(this.#channel, (text) => this.#hear(JSON.parse(text) as Message));
    this.#announce({ kind: "here", waits: false, isNew: true });
    this.#stayHere();
  }

  readonly close = (): void => {
    this.#unsubscribe();
    this.#cancel();
  };

  /** How many replicas share the limit, this one included, as far as it knows. */
  get replicas(): number {
    if (!this.#isAlone) {
      const oldest = this.#clock.now() - goneAfter;
      for (const [id, { seenAt }] of this.#others)
        if (Math.max(seenAt, this.#connectedAt) < oldest) this.#others.delete(id);
    }
    return this.#others.size + 1;
  }

  get slots(): number {
    const { slots } = this.#limiter;
    return slots === 1 && this.#clock.now() - this.#probedElsewhereAt < probeFor ? 0 : slots;
  }

  /** The limit as far as it is known, in requests a second; undefined while the service has refused nothing. */
  get perSecond(): number | undefined {
    const limit = learnedBy(this.#limiter);
    if (limit === undefined) return undefined;
    if ("bucket" in limit) return limit.bucket.state.rate * 1_000;
    const { capacity, length } = limit.window.state;
    return (capacity / length) * 1_000;
  }

  get pausedUntil(): number {
    return this.#limiter.pausedUntil;
  }

  get refusedSince(): number | undefined {
    return this.#limiter.refusedSince;
  }

  delay(): number {
    const delay = this.#limiter.delay();
    if (this.#others.size === 0) return delay;
    const now = this.#clock.now();
    if (now - this.#saidWaitsAt > waitsFor / 2) {
      this.#saidWaitsAt = now;
      this.#announce({ kind: "here", waits: true, isNew: false });
    }
    if (delay > 0) {
      this.#openSince = undefined;
      return delay + this.#courtesy(now);
    }
    this.#openSince ??= now + Math.max(delay, -turn);
    return Math.max(0, this.#openSince + this.#courtesy(now) - now);
  }

  sent(): number {
    const at = this.#limiter.sent();
    // What the others may send unheard.
    if (this.#isAlone) for (let other = this.replicas; other > 1; other -= 1) this.#limiter.sent();
    this.#sentAt = at;
    this.#announce({ kind: "sent", at });
    return at;
  }

  succeeded(at: number): void {
    this.#limiter.succeeded(at);
    this.#announce({ kind: "succeeded", at });
    this.#keep();
  }

  failed(): void {
    this.#limiter.failed();
  }

  refused(at: number, retryAfter: number | undefined): void {
    this.#limiter.refused(at, retryAfter);
    this.#announce({ kind: "refused", at, retryAfter });
  }

  get #isAlone(): boolean {
    const since = this.#unheardSince;
    return this.#isRejected || (since !== undefined && this.#clock.now() - since > echoPatience);
  }

  /** Milliseconds that this replica leaves to those which wait and did not send since it did. */
  #courtesy(now: number): number {
    const before = [...this.#others.values()].filter((other) => other.waitsUntil > now && other.sentAt < this.#sentAt);
    return before.length * turn;
  }

  #stayHere(): void {
    this.#cancel = this.#clock.after(hereEvery, () => {
      this.#announce({ kind: "here", waits: false, isNew: false });
      this.#stayHere();
    });
  }

  #announce(message: WithoutSender<Message>): void {
    const { store } = this.#deps;
    if (!store.shared) return;
    this.#number += 1;
    this.#unheardSince ??= this.#clock.now();
    const whole = { ...message, from: this.#id, number: this.#number };
    store.publish(this.#channel, JSON.stringify(whole)).catch(() => (this.#isRejected = true));
  }

  #hear(message: Message): void {
    const now = this.#clock.now();
    if (message.from === this.#id) {
      if (this.#isAlone) this.#connectedAt = now;
      this.#isRejected = false;
      this.#unheardSince = message.number === this.#number ? undefined : now;
      return;
    }
    const { from, kind } = message;
    const other = this.#others.get(from) ?? { seenAt: now, sentAt: -Infinity, waitsUntil: -Infinity };
    this.#others.set(from, other);
    other.seenAt = now;
    if (kind === "here") {
      if (message.waits) other.waitsUntil = now + waitsFor;
      if (message.isNew) this.#announce({ kind: "here", waits: false, isNew: false });
      return;
    }
    const name = `${from} ${message.at}`;
    if (kind === "sent") {
      const count = (): void => {
        if (this.#limiter.slots === 1) this.#probedElsewhereAt = this.#clock.now();
        other.sentAt = this.#limiter.sent();
        this.#heardOf.set(name, other.sentAt);
      };
      // Asking for the delay begins a window that is due: a request of the new one must not be counted in the old one.
      const delay = this.#limiter.delay();
      const limit = learnedBy(this.#limiter);
      const isWindow = limit !== undefined && "window" in limit;
      if (isWindow && delay > 0 && delay < clocksDiffer) this.#deps.clock.after(delay, count);
      else count();
    } else {
      this.#probedElsewhereAt = -Infinity;
      const at = this.#heardOf.get(name);
      if (at === undefined) return;
      if (kind === "succeeded") this.#limiter.succeeded(at);
      else this.#limiter.refused(at, message.retryAfter);
    }
    this.#deps.changed();
  }

  /** So that a replica which starts again does not learn from the beginning. */
  #keep(): void {
    const now = this.#clock.now();
    const limit = learnedBy(this.#limiter);
    if (limit === undefined || now - this.#keptAt < keepEvery) return;
    this.#keptAt = now;
    const { store, clock } = this.#deps;
    const limitRecord: StoredLimit =
      "bucket" in limit
        ? { bucket: limit.bucket.state }
        : { window: { ...limit.window.state, startedAt: limit.window.state.startedAt - now + clock.now() } };
    store.set(this.#channel, JSON.stringify(limitRecord)).catch(() => (this.#keptAt = -Infinity));
  }

  async #restore(): Promise<void> {
    const { store, clock } = this.#deps;
    const text = await store.get(this.#channel).catch(() => undefined);
    if (text === undefined || learnedBy(this.#limiter) !== undefined) return;
    const record = JSON.parse(text) as StoredLimit;
    const now = this.#clock.now();
    restore(
      this.#limiter,
      "bucket" in record
        ? { bucket: restoredBucket(this.#clock, record.bucket) }
        : { window: restoredWindow(record.window, record.window.startedAt - clock.now() + now, now) },
    );
  }
}

type WithoutSender<Of> = Of extends unknown ? Omit<Of, "from" | "number"> : never;

/** A learned limit as the store keeps it: requests per millisecond, and milliseconds since 1970. */
type StoredLimit = { readonly bucket: TokenBucket["state"] } | { readonly window: RateWindow["state"] };

const restoredBucket = (clock: Clock, { capacity, rate }: TokenBucket["state"]): TokenBucket =>
  new TokenBucket(clock, capacity, clock.now() - capacity / rate, clock.now(), rate);

/** A window whose requests were used up when the process ended: nobody knows how many were. */
const restoredWindow = ({ capacity, length }: RateWindow["state"], start: number, now: number): RateWindow => {
  const elapsed = Math.max(0, Math.floor((now - start) / length)) * length;
  const begin = start + elapsed;
  const window = new RateWindow({ start: begin, minLength: length - 1, closedAt: begin, openAt: begin, capacity });
  for (let count = 0; count < capacity; count += 1) window.sent(now);
  return window;
};

/** Undefined while nothing was learned. */
const learnedBy = ({ bucket, window }: RateLimiter): Limit | undefined =>
  bucket !== undefined ? { bucket } : window && { window };

/** Begins with what was learned before. */
const restore = (limiter: RateLimiter, limit: Limit): void => {
  if ("bucket" in limit) limiter.bucket = limit.bucket;
  else limiter.window = limit.window;
};
