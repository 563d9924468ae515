/** A value that can be watched: the pane renders it, `office/recalculate` recalculates the cells that read it. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Calls the listener after every change; the answer stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store whose owner may change the value. */
export interface WritableStore<Value> extends Store<Value> {
  readonly set: (value: Value) => void;
}

/** Makes a store; setting the identical value tells nobody. */
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

/** The stores a formula's result may depend on; `office/recalculate` recalculates the cells that read a store when it changes. */
export type StoreName = "session" | "selected-universe" | "catalogue" | "choices" | "analyses" | "tasks" | "settings";
