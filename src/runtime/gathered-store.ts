import type { Clock } from "./clock";
import type { Store } from "./store";

const tellAfter = 100;

/** A store whose value is made when somebody looks, and whose listeners are told of many changes at once. */
export class GatheredStore<Value> implements Store<Value> {
  readonly #clock: Clock;
  readonly #make: () => Value;
  readonly #listeners = new Set<() => void>();
  #made: { readonly value: Value } | undefined;
  #telling = false;

  constructor(clock: Clock, make: () => Value) {
    this.#clock = clock;
    this.#make = make;
  }

  readonly get = (): Value => (this.#made ??= { value: this.#make() }).value;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The value is no longer what it was. */
  changed(): void {
    this.#made = undefined;
    if (this.#telling || this.#listeners.size === 0) return;
    this.#telling = true;
    this.#clock.after(tellAfter, () => {
      this.#telling = false;
      for (const listener of [...this.#listeners]) listener();
    });
  }
}
