import { type Clock, toSteadyClock } from "../clock";
import { AddinError } from "../http/addin-error";
import type { CallAttempt } from "../http/client";
import { reuseWindow } from "../requests/cancellation";
import type { RequestContext } from "../requests/request-context";
import type { ScheduledAttempt, Scheduler } from "../scheduler/scheduler";
import type { AccountCache } from "../cache/cache";
import type { CacheEntry } from "../cache/entry";
import type { CachePolicy } from "../cache/policy";

/** Whether `fields` contains all of `wanted`. */
export const hasAll = (fields: readonly string[], required: readonly string[]): boolean => {
  if (fields === required) return true;
  for (const field of required) if (!fields.includes(field)) return false;
  return true;
};

/** The distinct fields of several lists in alphabetical order, so that equal sets make equal requests. */
export const union = (lists: Iterable<readonly string[]>): readonly string[] => {
  const seenLists = new Set<readonly string[]>();
  const all = new Set<string>();
  for (const list of lists) {
    if (seenLists.has(list)) continue;
    seenLists.add(list);
    for (const item of list) all.add(item);
  }
  return [...all].sort();
};

/** The requested part of a record: which fields, and how many candidates of a search. */
export interface Selection {
  readonly fields: readonly string[];
  readonly max: number;
}

/** One key to look up. `item` is its form in the body of the call. */
export interface Lookup<Item> extends Selection {
  readonly key: string;
  readonly item: Item;
}

/** An answer, and how much was requested for it. */
export interface Loaded<Value> extends Selection {
  readonly value: Value;
}

/** How a route looks up several items in one call. */
export interface LoaderOptions<Item, Value> {
  readonly route: string;
  /** Items of one call, at most; 500 where undefined. */
  readonly maxItems?: number;
  /** Values have the order of the items. An AddinError is the service's refusal of its item, cached for this session. */
  readonly load: (
    items: readonly Item[],
    selection: Selection,
    attempt: CallAttempt,
  ) => Promise<readonly (Value | AddinError)[]>;
  /** Whether a larger `max` would not return more. */
  readonly complete: (value: Value) => boolean;
  /** Whether nothing was found. Such answers are cached for this session only. */
  readonly empty: (value: Value) => boolean;
  /** Called with every answer from the service. */
  readonly loaded?: (key: string, loaded: Loaded<Value>) => void;
}

/** What a loader depends on. */
export interface LoaderDeps {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly cache: AccountCache;
  readonly policy: CachePolicy;
}

type Cached<Value> = Loaded<Value> | AddinError;

const answerCodes = new Set(["rejected", "no-access", "not-found"]);

/** Whether an error is the service's answer, which a repeat in this session would not change. */
export const isAnswer = (error: unknown): error is AddinError =>
  error instanceof AddinError && answerCodes.has(error.code);

/** Look-ups of one route: from the cache, or in calls that they share. */
export class Loader<Item, Value> {
  readonly #options: LoaderOptions<Item, Value>;
  readonly #deps: LoaderDeps;
  readonly #batch: LookupBatch<Lookup<Item>, CacheEntry<Cached<Value>>>;

  constructor(options: LoaderOptions<Item, Value>, deps: LoaderDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#batch = new LookupBatch(
      {
        route: options.route,
        maxKeys: options.maxItems,
        merge: (one, other) => ({
          ...one,
          fields: union([one.fields, other.fields]),
          max: Math.max(one.max, other.max),
        }),
        covers: (loading, lookup) => hasAll(loading.fields, lookup.fields) && loading.max >= lookup.max,
        load: (lookups, attempt) => this.#loadBatch(lookups, attempt),
      },
      deps,
    );
  }

  /** The cached answer, if it has all that is selected. Its age does not matter here. */
  cached(key: string, selection: Selection): CacheEntry<Cached<Value>> | undefined {
    return this.#ifEnough(this.#deps.cache.get<Cached<Value>>(key), selection);
  }

  /**
   * Returns a cached answer synchronously, otherwise a promise.
   * @throws AddinError, also as a rejection.
   */
  load(lookup: Lookup<Item>, requestContext: RequestContext): Loaded<Value> | Promise<Loaded<Value>> {
    const { cache, policy } = this.#deps;
    const entry = cache.get<Cached<Value>>(lookup.key);
    const enough = this.#ifEnough(entry, lookup);
    const answer = policy.answer(enough, requestContext, policy.freshSince(requestContext));
    if (answer instanceof AddinError) throw answer;
    return answer ?? this.#fetch(withCachedFields(lookup, entry), enough, requestContext);
  }

  #ifEnough(entry: CacheEntry<Cached<Value>> | undefined, selection: Selection): CacheEntry<Cached<Value>> | undefined {
    if (entry === undefined || entry.value instanceof AddinError) return entry;
    const { fields, max, value } = entry.value;
    return hasAll(fields, selection.fields) && (max >= selection.max || this.#options.complete(value))
      ? entry
      : undefined;
  }

  async #fetch(
    lookup: Lookup<Item>,
    cached: CacheEntry<Cached<Value>> | undefined,
    requestContext: RequestContext,
  ): Promise<Loaded<Value>> {
    let answer: Cached<Value>;
    try {
      const { at, value } = await this.#batch.load(lookup.key, lookup, requestContext);
      requestContext.log.setSource("live", at);
      answer = value;
    } catch (error) {
      answer = this.#deps.policy.fallback(cached, requestContext, error);
    }
    if (answer instanceof AddinError) throw answer;
    return answer;
  }

  async #loadBatch(
    lookups: readonly Lookup<Item>[],
    attempt: ScheduledAttempt,
  ): Promise<readonly CacheEntry<Cached<Value>>[]> {
    const fields = union(lookups.map((lookup) => lookup.fields));
    const max = lookups.reduce((most, lookup) => Math.max(most, lookup.max), 1);
    const load: LoadItems<Lookup<Item>, Value> = (some) =>
      this.#options.load(
        some.map(({ item }) => item),
        { fields, max },
        attempt,
      );
    const values = lookups.length === 1 ? await loadSingle(lookups, load) : await loadWithoutRejected(lookups, load);
    return lookups.map(({ key }, index) =>
      this.#store(key, { at: attempt.at, value: values[index] as Value | Error }, { fields, max }),
    );
  }

  #store(key: string, { at, value }: CacheEntry<Value | Error>, { fields, max }: Selection): CacheEntry<Cached<Value>> {
    const { cache } = this.#deps;
    if (value instanceof AddinError) return cache.put(key, { at, value }, "session");
    const loaded: Loaded<Value> = { fields, max, value: value as Value };
    const retention = this.#options.empty(loaded.value) ? "session" : "small";
    const entry = cache.put(key, { at, value: loaded }, retention);
    this.#options.loaded?.(key, loaded);
    return entry;
  }
}

/** Adds the cached fields. Otherwise two cells with different fields would replace each other's record again and again. */
const withCachedFields = <Item, Value>(
  lookup: Lookup<Item>,
  entry: CacheEntry<Cached<Value>> | undefined,
): Lookup<Item> => {
  const cached = entry?.value;
  if (cached === undefined || cached instanceof AddinError) return lookup;
  return { ...lookup, fields: union([lookup.fields, cached.fields]), max: Math.max(lookup.max, cached.max) };
};

/** If the service refuses a call for one item, the error is the item's answer. */
const loadSingle = async <Item, Value>(
  items: readonly Item[],
  load: LoadItems<Item, Value>,
): Promise<readonly (Value | Error)[]> => {
  try {
    return await load(items);
  } catch (error) {
    if (isAnswer(error)) return [error];
    throw error;
  }
};

type LoadItems<Item, Value> = (items: readonly Item[]) => Promise<readonly (Value | Error)[]>;

/**
 * Loads a batch. If the service rejects some of its items (400), loads the others without them, so that one bad cell
 * does not fail the rest. If the error does not say which items are bad, halves the batch until it is found.
 */
const loadWithoutRejected = async <Item, Value>(
  items: readonly Item[],
  load: LoadItems<Item, Value>,
): Promise<readonly (Value | Error)[]> => {
  try {
    return await load(items);
  } catch (error) {
    if (!(error instanceof AddinError) || error.code !== "rejected" || items.length < 2) throw error;
    const bad = rejectedIndexes(error, items.length);
    if (bad.size === 0 || bad.size === items.length) return loadHalves(items, load);
    const good = items.filter((_, index) => !bad.has(index));
    const values = [...(await loadWithoutRejected(good, load))];
    return items.map((_, index) => (bad.has(index) ? error : (values.shift() as Value | Error)));
  }
};

const loadHalves = async <Item, Value>(
  items: readonly Item[],
  load: LoadItems<Item, Value>,
): Promise<readonly (Value | Error)[]> => {
  const middle = Math.ceil(items.length / 2);
  const loadHalf = async (half: readonly Item[]): Promise<readonly (Value | Error)[]> => {
    try {
      return await loadWithoutRejected(half, load);
    } catch (error) {
      if (error instanceof AddinError && error.code === "rejected") return half.map(() => error);
      throw error;
    }
  };
  return [...(await loadHalf(items.slice(0, middle))), ...(await loadHalf(items.slice(middle)))];
};

/** The places in the call of the items that the service names, in fields such as `entities.3.isin` and `body.documents[3]`. */
const rejectedIndexes = (error: AddinError, count: number): ReadonlySet<number> => {
  const indexes = (error.details.issues ?? []).map(({ field }) => /\b(?:entities|documents)\W+(\d+)/.exec(field)?.[1]);
  return new Set(indexes.map(Number).filter((index) => index < count));
};

/** Keys of one call, at most, unless the options say so. */
const usualMaxKeys = 500;
/** Calls that are not full and may be queued or in flight at once. */
const maxPartialCalls = 2;
/** While another call is queued or in flight, a call waits for at least this many keys: slow cells share calls. */
const minKeysBesideOthers = 64;

/** How a batch loads its keys. */
interface BatchOptions<Lookup, Answer> {
  readonly route: string;
  readonly maxKeys?: number | undefined;
  /** A look-up that satisfies two look-ups of one key. */
  readonly merge: (one: Lookup, other: Lookup) => Lookup;
  /** Whether the answer to `loading` satisfies `lookup`. */
  readonly covers: (loading: Lookup, lookup: Lookup) => boolean;
  /** Makes one call. Answers have the order of the look-ups; an Error rejects only its look-up. */
  readonly load: (lookups: readonly Lookup[], attempt: ScheduledAttempt) => Promise<readonly (Answer | Error)[]>;
}

interface Waiter<Answer> {
  readonly requestContext: RequestContext;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  unsubscribe: () => void;
}

interface Entry<Lookup, Answer> {
  lookup: Lookup;
  readonly waiters: Waiter<Answer>[];
  call: BatchCall | undefined;
}

interface BatchCall {
  readonly controller: AbortController;
  readonly keys: string[];
  /** Keys with at least one waiter. */
  waiting: number;
}

/**
 * Collects look-ups into calls. A call takes its keys when the scheduler starts it: an equal share
 * of all waiting keys that were not cancelled.
 */
class LookupBatch<Lookup, Answer> {
  readonly #options: BatchOptions<Lookup, Answer>;
  readonly #deps: LoaderDeps;
  readonly #window: BatchWindow;
  readonly #maxKeys: number;
  readonly #pending = new Map<string, Entry<Lookup, Answer>>();
  readonly #inFlight = new Map<string, Entry<Lookup, Answer>>();
  #queuedCalls = 0;
  #callsInFlight = 0;

  constructor(options: BatchOptions<Lookup, Answer>, deps: LoaderDeps) {
    this.#options = options;
    this.#maxKeys = options.maxKeys ?? usualMaxKeys;
    this.#deps = { ...deps, clock: toSteadyClock(deps.clock) };
    this.#window = new BatchWindow(this.#deps.clock, () => this.#queueCalls());
  }

  /** Equal keys share a look-up. Rejects with the reason when the context is aborted. */
  load(key: string, lookup: Lookup, requestContext: RequestContext): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const entry = this.#entryFor(key, lookup);
      const { waiters, call } = entry;
      const waiter: Waiter<Answer> = { requestContext, resolve, reject, unsubscribe: () => undefined };
      if (waiters.length === 0 && call !== undefined) call.waiting += 1;
      waiters.push(waiter);
      waiter.unsubscribe = requestContext.onAbort((reason) => this.#leave(entry, waiter, reason));
      if (call !== undefined && waiters.includes(waiter)) requestContext.log.countCall();
    });
  }

  #leave({ waiters, call }: Entry<Lookup, Answer>, waiter: Waiter<Answer>, reason: Error): void {
    const index = waiters.indexOf(waiter);
    if (index === -1) return;
    waiters.splice(index, 1);
    if (waiters.length === 0 && call !== undefined) this.#abandonKey(call);
    waiter.reject(reason);
  }

  #entryFor(key: string, lookup: Lookup): Entry<Lookup, Answer> {
    const loading = this.#inFlight.get(key);
    if (loading !== undefined && this.#options.covers(loading.lookup, lookup)) return loading;
    const pending = this.#pending.get(key);
    if (pending !== undefined) {
      pending.lookup = this.#options.merge(pending.lookup, lookup);
      return pending;
    }
    this.#window.added();
    const entry: Entry<Lookup, Answer> = { lookup, waiters: [], call: undefined };
    this.#pending.set(key, entry);
    return entry;
  }

  /** Queues the calls that the pending keys need. With too many partial calls it does nothing: an answer tries again. */
  #queueCalls(): void {
    const count = this.#pending.size;
    const others = this.#callsInFlight + this.#queuedCalls;
    const waits = others >= maxPartialCalls || (others > 0 && count < minKeysBesideOthers);
    if (count === 0 || (count < this.#maxKeys && waits)) return;
    this.#window.restart();
    const more = Math.ceil(count / this.#maxKeys) - this.#queuedCalls;
    // All calls are counted before the first takes its keys, so that the shares are equal.
    this.#queuedCalls += Math.max(0, more);
    for (let call = 0; call < more; call += 1) void this.#runCall();
  }

  async #runCall(): Promise<void> {
    let entries: readonly Entry<Lookup, Answer>[] = [];
    const controller = new AbortController();
    const start = (): ((attempt: ScheduledAttempt) => Promise<readonly (Answer | Error)[]>) | undefined => {
      const lookups = (entries = this.#takeKeys(controller)).map(({ lookup }) => lookup);
      return lookups.length === 0 ? undefined : (attempt) => this.#options.load(lookups, attempt);
    };
    try {
      const { route } = this.#options;
      const { signal } = controller;
      const callers = () => entries.flatMap(({ waiters }) => waiters.map(({ requestContext }) => requestContext));
      const answers = await this.#deps.scheduler.run({ route, queueKey: route, urgent: true, signal, start, callers });
      this.#callEnded(entries);
      for (const [index, entry] of entries.entries()) this.#settle(entry, answers?.[index]);
    } catch (error) {
      this.#callEnded(entries);
      for (const entry of entries) this.#settle(entry, error as Error);
    }
  }

  /** The keys of a call that starts now. */
  #takeKeys(controller: AbortController): readonly Entry<Lookup, Answer>[] {
    for (const [key, { waiters }] of this.#pending) if (waiters.length === 0) this.#pending.delete(key);
    const share = Math.min(this.#maxKeys, Math.ceil(this.#pending.size / this.#queuedCalls));
    this.#queuedCalls -= 1;
    const entries: Entry<Lookup, Answer>[] = [];
    const call: BatchCall = { controller, keys: [], waiting: share };
    for (const [key, entry] of this.#pending) {
      if (entries.length === share) break;
      this.#pending.delete(key);
      this.#inFlight.set(key, entry);
      entry.call = call;
      call.keys.push(key);
      entries.push(entry);
    }
    // A request that waits for several keys of this call made one call.
    const requests = new Set<RequestContext>();
    for (const { waiters } of entries) for (const { requestContext } of waiters) requests.add(requestContext);
    for (const { log } of requests) log.countCall();
    if (entries.length > 0) this.#callsInFlight += 1;
    return entries;
  }

  /** A key of the call lost its last waiter. Aborts the call if no key has one after the reuse window. */
  #abandonKey(call: BatchCall): void {
    call.waiting -= 1;
    if (call.waiting > 0) return;
    this.#deps.clock.after(reuseWindow, () => {
      if (call.waiting > 0) return;
      this.#removeInFlight(call);
      call.controller.abort();
    });
  }

  #removeInFlight(call: BatchCall): void {
    for (const key of call.keys) if (this.#inFlight.get(key)?.call === call) this.#inFlight.delete(key);
  }

  #callEnded(entries: readonly Entry<Lookup, Answer>[]): void {
    if (entries.length === 0) return;
    this.#callsInFlight -= 1;
    const call = entries[0]?.call;
    if (call !== undefined) this.#removeInFlight(call);
    if (this.#pending.size > 0 && !this.#window.isOpen) this.#queueCalls();
  }

  #settle({ waiters }: Entry<Lookup, Answer>, answer: Answer | Error | undefined): void {
    for (const { requestContext, unsubscribe, resolve, reject } of waiters) {
      unsubscribe();
      requestContext.log.progressed();
      if (answer instanceof Error) reject(answer);
      else resolve(answer as Answer);
    }
    waiters.length = 0;
  }
}

// Milliseconds:
/** The quiet time after the last key, at least and at most. It is twice the usual gap between Excel's messages. */
const batchWindow = { least: 5, most: 40 };
const firstArrivalGap = 5;
/** A window closes this long after its first key, not counting the time the page was busy. */
const longestWindow = 60;
/** … and this long in any case. */
const longestBusyWindow = 2_000;
/** A timer that fires this much later than set means that the page was busy. */
const lateTimer = 3;
/** Keys with a smaller gap are from one message of Excel. */
const sameMessage = 1;

/** Detects the end of a series of messages from Excel: a quiet time after the last key, or the longest wait. */
class BatchWindow {
  readonly #clock: Clock;
  readonly #closed: () => void;
  #firstAt: number | undefined;
  #lastAt = 0;
  #waited = 0;
  /** Moving average of the gap between messages. */
  #gap = firstArrivalGap;
  #open = false;

  constructor(clock: Clock, closed: () => void) {
    this.#clock = clock;
    this.#closed = closed;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** A key was added: opens the window, or keeps it open. */
  added(): void {
    const now = this.#clock.now();
    const gap = now - this.#lastAt;
    if (gap >= sameMessage && gap < longestWindow) this.#gap += (gap - this.#gap) / 4;
    this.#lastAt = now;
    this.#firstAt ??= now;
    if (!this.#open) this.#startTimer(this.#quietTime());
  }

  /** The next key is the first of a new window. */
  restart(): void {
    this.#firstAt = undefined;
    this.#waited = 0;
  }

  #quietTime(): number {
    return Math.min(batchWindow.most, Math.max(batchWindow.least, this.#gap * 2));
  }

  #startTimer(milliseconds: number): void {
    const due = this.#clock.now() + milliseconds;
    this.#open = true;
    this.#clock.after(milliseconds, () => {
      const now = this.#clock.now();
      const busy = now - due > lateTimer;
      // On a busy page the next message may be late too. The number of calls must not depend on load.
      if (!busy) this.#waited += milliseconds;
      const quietLeft = (busy ? now : this.#lastAt) + this.#quietTime() - now;
      const left = Math.min(quietLeft, longestWindow - this.#waited, (this.#firstAt ?? 0) + longestBusyWindow - now);
      this.#open = false;
      if (left > 0.5) this.#startTimer(left);
      else this.#closed();
    });
  }
}
