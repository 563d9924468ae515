import { createHash } from "node:crypto";
import type { Clock } from "../../engine/clock";
import type { Lease, Store } from "./store";

/** Milliseconds for which a process that ends without a word keeps others from fetching what it had begun to fetch. */
const leaseFor = 5_000;
/** Milliseconds between extensions of what is still being fetched, in the queue or under way. */
const extendEvery = 1_500;
/** Milliseconds between looks at what another process fetches, because a message can be missed. */
const flightLookInterval = 1_000;

const flightChannel = "fetched";

/**
 * Decides which of several processes fetches a thing that all of them want; the others wait for it. Each process asks
 * once for a thing, however many people wait for it. Where the store cannot be reached, every process fetches itself.
 */
export class SharedFlights {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #held = new Map<string, Lease>();
  /** By the hash of the key. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #unsubscribe: () => void;
  #cancelExtension: (() => void) | undefined;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#unsubscribe = store.shared
      ? store.subscribe(flightChannel, (message) => this.#heard(message))
      : () => undefined;
  }

  readonly close = (): void => {
    this.#unsubscribe();
    this.#cancelExtension?.();
    for (const wake of [...this.#waiting.values()].flatMap((all) => [...all])) wake();
  };

  /**
   * Settles each key in one of two ways: `find` looks for what another process has fetched meanwhile and returns its
   * keys; `fetch` gets the keys that this process is to fetch, and `release` must follow for each of them.
   */
  async settle(
    keys: readonly string[],
    find: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
    fetch: (keys: readonly string[]) => void,
  ): Promise<void> {
    if (!this.#store.shared) {
      fetch(keys);
      return;
    }
    for (let open = keys; open.length > 0;) {
      // Before the lease is asked for, so that no message is missed in between.
      const wait = this.#listen(open);
      const leases = await this.#take(open);
      // It may have been fetched and released just before.
      const entries = await find(open);
      void this.release(open.filter((key) => leases.has(key) && entries.has(key)));
      const own = open.filter((key) => leases.has(key) && !entries.has(key));
      if (own.length > 0) fetch(own);
      open = open.filter((key) => !leases.has(key) && !entries.has(key));
      if (open.length > 0) await wait.heard;
      wait.end();
    }
  }

  /** Tells the others that these are in the store now, or that their fetching has failed. */
  async release(keys: readonly string[]): Promise<void> {
    const releases = keys.flatMap((key) => {
      const lease = this.#held.get(key);
      return lease === undefined || !this.#held.delete(key) ? [] : [{ key, lease }];
    });
    if (releases.length === 0) return;
    try {
      await Promise.all(
        [...new Set(releases.map(({ lease }) => lease))].map((each) =>
          each.release(releases.filter(({ lease }) => lease === each).map(({ key }) => key)),
        ),
      );
      await this.#store.publish(flightChannel, releases.map(({ key }) => hashFlightKey(key)).join(" "));
    } catch {
      // The leases run out by themselves.
    }
  }

  async #take(keys: readonly string[]): Promise<ReadonlySet<string>> {
    try {
      const lease = await this.#store.lease(keys, leaseFor);
      for (const key of lease.keys) this.#held.set(key, lease);
      this.#cancelExtension ??= this.#clock.after(extendEvery, () => this.#extend());
      return lease.keys;
    } catch {
      return new Set(keys);
    }
  }

  #extend(): void {
    this.#cancelExtension = undefined;
    if (this.#held.size === 0) return;
    for (const lease of new Set(this.#held.values()))
      lease
        .extend(
          [...lease.keys].filter((key) => this.#held.get(key) === lease),
          leaseFor,
        )
        .catch(() => undefined);
    this.#cancelExtension = this.#clock.after(extendEvery, () => this.#extend());
  }

  #listen(keys: readonly string[]): { readonly heard: Promise<void>; readonly end: () => void } {
    let wake = (): void => undefined;
    const heard = new Promise<void>((resolve) => (wake = resolve));
    const hashes = keys.map(hashFlightKey);
    for (const hash of hashes) this.#waiting.set(hash, (this.#waiting.get(hash) ?? new Set()).add(wake));
    const cancel = this.#clock.after(flightLookInterval, wake);
    const end = (): void => {
      cancel();
      for (const hash of hashes) {
        const waiting = this.#waiting.get(hash);
        waiting?.delete(wake);
        if (waiting?.size === 0) this.#waiting.delete(hash);
      }
    };
    return { heard, end };
  }

  #heard(message: string): void {
    for (const hash of message.split(" ")) for (const wake of [...(this.#waiting.get(hash) ?? [])]) wake();
  }
}

/** Keys have up to a thousand characters, and a message names up to 500. */
const hashFlightKey = (key: string): string => createHash("sha1").update(key).digest("base64url").slice(0, 16);
