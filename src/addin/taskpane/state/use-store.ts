import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { createStore, type Store, type WritableStore } from "../../../engine/store";
import type { CurrentJob } from "./job";
import { usePane } from "./pane-state";

/** The current value of a store. */
export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.get);

/** The value of a store that changes often, updated at most four times a second. */
export const useThrottledStore = <Value>(store: Store<Value>): Value => {
  const { clock } = usePane().runtime;
  const throttled = useMemo(() => throttle(store, clock.after), [store, clock]);
  return useStore(throttled);
};

const throttle = <Value>(
  store: Store<Value>,
  after: (milliseconds: number, task: () => void) => () => void,
): Store<Value> => {
  const shown = createStore(store.get());
  const subscribe: Store<Value>["subscribe"] = (listener) => {
    let cancel: (() => void) | undefined;
    const update = (): void => {
      cancel = undefined;
      shown.set(store.get());
    };
    update();
    const stopShown = shown.subscribe(listener);
    const stopStore = store.subscribe(() => (cancel ??= after(250, update)));
    return () => {
      stopShown();
      stopStore();
      cancel?.();
    };
  };
  return { get: shown.get, subscribe };
};

/** A draft that is kept while the pane is closed: its value, a function that merges a part into it, and its store. */
export const useDraft = <Value extends object>(
  key: string,
  initial: Value,
): readonly [Value, (part: Partial<Value>) => void, WritableStore<Value>] => {
  const { state, input } = usePane();
  const store = state.draft(key, initial);
  input?.uses(`draft ${key}`, () => store.set(initial));
  const value = useStore(store);
  return [value, (part) => store.set({ ...store.get(), ...part }), store];
};

export const useJob = (key: string): CurrentJob => {
  const { state, input } = usePane();
  const job = state.job(key);
  input?.uses(`job ${key}`, job.reset);
  return { ...job, now: useStore(job.state) };
};

/** Runs when the component is shown, and again whenever the key is another one. */
export const useRunFor = (key: string, run: () => void): void => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => latest.current(), [key]);
};

/** What `load` gives; undefined until then, and where it fails. It loads again whenever one of the keys is another one. */
export const usePromised = <Value>(load: () => Promise<Value>, keys: readonly unknown[]): Value | undefined => {
  const [loaded, setLoaded] = useState<{ readonly value?: Value }>({});
  useEffect(() => {
    let isShown = true;
    load().then(
      (value) => isShown && setLoaded({ value }),
      () => isShown && setLoaded({}),
    );
    return () => {
      isShown = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `load` is new in each rendering; the keys say when it is another one.
  }, keys);
  return loaded.value;
};

/** The current time, updated every `every` milliseconds. */
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
