/** A cache with a limit on the total weight of its values. The least recently used values leave first. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  readonly #pending = new Map<K, Promise<V>>();
  readonly #maxWeight: number;
  readonly #weightOf: (value: V) => number;
  #weight = 0;

  constructor(maxWeight: number, weightOf: (value: V) => number) {
    this.#maxWeight = maxWeight;
    this.#weightOf = weightOf;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map iterates in the order of insertion, so the value used last moves to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds or replaces a value and weighs it. Returns false if the value alone exceeds the limit and is not kept. */
  set(key: K, value: V): boolean {
    this.#delete(key);
    const weight = this.#weightOf(value);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) break;
      this.#delete(oldest);
    }
    return this.#entries.has(key);
  }

  /** Returns the cached value, or computes it. Callers that ask during a computation share it; a failed one is not cached. */
  async getOrCompute(key: K, compute: () => Promise<V>): Promise<V> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const pending = this.#pending.get(key) ?? this.#compute(key, compute);
    this.#pending.set(key, pending);
    return pending;
  }

  async #compute(key: K, compute: () => Promise<V>): Promise<V> {
    try {
      // `then` turns a synchronous exception into a rejection, after the computation is registered.
      const value = await Promise.resolve().then(compute);
      this.set(key, value);
      return value;
    } finally {
      this.#pending.delete(key);
    }
  }

  #delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}

/** Caches the last result only: the fields of one record ask for the same value one after another. */
export const memoizeLast = <C, T>(make: (context: C, ordinal: number) => T): ((context: C, ordinal: number) => T) => {
  let last: { readonly context: C; readonly ordinal: number; readonly made: T } | undefined;
  return (context, ordinal) => {
    if (last?.ordinal !== ordinal || last.context !== context)
      last = { context, ordinal, made: make(context, ordinal) };
    return last.made;
  };
};
