import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { createStore, type Store, type WritableStore } from "../../runtime/store";
import type { Job, JobState } from "./job";
import { usePane } from "./pane-context";

/** The value of a store, rendered anew when it changes. */
export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.get);

/** The value of a store that may change thousands of times a second: looked at four times a second at most. */
export const useCalmStore = <Value>(store: Store<Value>): Value => {
  const { clock } = usePane().runtime;
  const calm = useMemo(() => calmed(store, clock.after), [store, clock]);
  return useStore(calm);
};

const calmed = <Value>(
  store: Store<Value>,
  after: (milliseconds: number, task: () => void) => () => void,
): Store<Value> => {
  const shown = createStore(store.get());
  const subscribe: Store<Value>["subscribe"] = (listener) => {
    let cancel: (() => void) | undefined;
    const look = (): void => {
      cancel = undefined;
      shown.set(store.get());
    };
    look();
    const stopShown = shown.subscribe(listener);
    const stopStore = store.subscribe(() => (cancel ??= after(250, look)));
    return () => {
      stopShown();
      stopStore();
      cancel?.();
    };
  };
  return { get: shown.get, subscribe };
};

/** What is typed in a form, kept when the pane closes: value and setter; the setter takes a part of an object. */
export const useDraft = <Value extends object>(
  key: string,
  initial: Value,
): readonly [Value, (part: Partial<Value>) => void, WritableStore<Value>] => {
  const store = usePane().state.draft(key, initial);
  const value = useStore(store);
  return [value, (part) => store.set({ ...store.get(), ...part }), store];
};

/** One piece of work and how it stands. */
export const useJob = (key: string): Job & { readonly now: JobState } => {
  const job = usePane().state.job(key);
  return { ...job, now: useStore(job.state) };
};

/** The time, looked at every so many milliseconds. */
export const useNow = (every: number): number => {
  const { clock } = usePane().runtime;
  const [now, setNow] = useState(clock.now());
  useEffect(() => {
    let cancel = (): void => undefined;
    const tick = (): void => {
      setNow(clock.now());
      cancel = clock.after(every, tick);
    };
    cancel = clock.after(every, tick);
    return () => cancel();
  }, [clock, every]);
  return now;
};
