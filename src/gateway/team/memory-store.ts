import type { Clock } from "../../engine/clock";
import type { Lease, Store } from "./store";

interface Entry {
  readonly value: string;
  readonly endsAt: number;
}

/** Milliseconds between two removals of what has run out. */
const removeEvery = 300_000;
const leasePrefix = "lease/";

/** A store of this process, which ends with it. */
export class MemoryStore implements Store {
  readonly shared = false;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Map<string, Set<(message: string) => void>>();
  #cancel: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#removeLater();
  }

  readonly get = (key: string): Promise<string | undefined> => Promise.resolve(this.#find(key)?.value);

  readonly getMany = (keys: readonly string[]): Promise<readonly (string | undefined)[]> =>
    Promise.resolve(keys.map((key) => this.#find(key)?.value));

  readonly set = (key: string, value: string, ttl = Infinity): Promise<void> => {
    this.#entries.set(key, { value, endsAt: this.#clock.now() + ttl });
    return Promise.resolve();
  };

  readonly setMany = (entries: readonly (readonly [string, string])[], ttl = Infinity): Promise<void> => {
    const endsAt = this.#clock.now() + ttl;
    for (const [key, value] of entries) this.#entries.set(key, { value, endsAt });
    return Promise.resolve();
  };

  readonly delete = (key: string): Promise<void> => {
    this.#entries.delete(key);
    return Promise.resolve();
  };

  readonly list = (prefix: string): Promise<readonly (readonly [string, string])[]> => {
    const keys = [...this.#entries.keys()].filter((key) => key.startsWith(prefix) && !key.startsWith(leasePrefix));
    return Promise.resolve(
      keys.flatMap((key) => {
        const entry = this.#find(key);
        return entry === undefined ? [] : [[key, entry.value] as const];
      }),
    );
  };

  readonly increment = (key: string, by: number, ttl: number): Promise<number> => {
    const found = this.#find(key);
    const sum = Number(found?.value ?? 0) + by;
    this.#entries.set(key, { value: String(sum), endsAt: found?.endsAt ?? this.#clock.now() + ttl });
    return Promise.resolve(sum);
  };

  readonly lease = (keys: readonly string[], ttl: number): Promise<Lease> => {
    const taken = new Map<string, Entry>();
    const nameOf = (key: string): string => `${leasePrefix}${key}`;
    const hold = (key: string, longer: number): void => {
      const entry: Entry = { value: "", endsAt: this.#clock.now() + longer };
      this.#entries.set(nameOf(key), entry);
      taken.set(key, entry);
    };
    const own = (wanted: Iterable<string>): readonly string[] =>
      [...wanted].filter((key) => taken.has(key) && this.#find(nameOf(key)) === taken.get(key));
    for (const key of keys) if (this.#find(nameOf(key)) === undefined) hold(key, ttl);
    return Promise.resolve({
      keys: new Set(taken.keys()),
      extend: (wanted, longer) => {
        for (const key of own(wanted)) hold(key, longer);
        return Promise.resolve();
      },
      release: (wanted = taken.keys()) => {
        for (const key of own(wanted)) this.#entries.delete(nameOf(key));
        return Promise.resolve();
      },
    });
  };

  readonly publish = (channel: string, message: string): Promise<void> => {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(message);
    return Promise.resolve();
  };

  readonly subscribe = (channel: string, listener: (message: string) => void): (() => void) => {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    return () => void listeners.delete(listener);
  };

  readonly close = (): Promise<void> => {
    this.#cancel();
    return Promise.resolve();
  };

  #find(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.endsAt > this.#clock.now() ? entry : undefined;
  }

  #removeLater(): void {
    this.#cancel = this.#clock.after(removeEvery, () => {
      for (const key of this.#entries.keys()) if (this.#find(key) === undefined) this.#entries.delete(key);
      this.#removeLater();
    });
  }
}
