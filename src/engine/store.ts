import type { Clock } from "./clock";

/** An observable value: the pane renders it; cells that read it are recalculated when it changes. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Calls the listener after every change; the result unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store whose owner may change the value. */
export interface WritableStore<Value> extends Store<Value> {
  readonly set: (value: Value) => void;
}

/** Creates a store. Setting the identical value notifies nobody. */
export const createStore = <Value>(initial: Value): WritableStore<Value> => {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** Milliseconds. */
const notifyAfter = 100;

/** A store whose value is computed when it is read. Listeners are notified once for all changes within 100 ms. */
export class ComputedStore<Value> implements Store<Value> {
  readonly #clock: Clock;
  readonly #compute: () => Value;
  readonly #listeners = new Set<() => void>();
  #computed: { readonly value: Value } | undefined;
  #notifying = false;

  constructor(clock: Clock, compute: () => Value) {
    this.#clock = clock;
    this.#compute = compute;
  }

  readonly get = (): Value => (this.#computed ??= { value: this.#compute() }).value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Call after every change of what the value is computed from. */
  changed(): void {
    this.#computed = undefined;
    if (this.#notifying || this.#listeners.size === 0) return;
    this.#notifying = true;
    this.#clock.after(notifyAfter, () => {
      this.#notifying = false;
      for (const listener of [...this.#listeners]) listener();
    });
  }
}
