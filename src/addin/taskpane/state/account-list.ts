import { useEffect } from "react";
import type { Runtime } from "../../../engine/runtime";
import type { WritableStore } from "../../../engine/store";
import { type Pane, usePane } from "./pane-state";
import { useStore } from "./use-store";

/** A list that the account keeps on this device, the newest first, with its most entries. */
export interface AccountList<Item> {
  readonly key: string;
  readonly most: number;
  /** Equal items replace each other. */
  readonly idOf: (item: Item) => string;
}

const noItems: readonly never[] = [];

const openStore = <Item>({ state, runtime }: Pane, { key }: AccountList<Item>): WritableStore<readonly Item[]> =>
  state.draft<readonly Item[]>(`list ${key} ${runtime.ofAccount.tag() ?? ""}`, noItems);

const readList = async <Item>({ ofAccount }: Runtime, key: string): Promise<readonly Item[]> => {
  const stored = await ofAccount.get(key).catch(() => undefined);
  return Array.isArray(stored) ? (stored as readonly Item[]) : noItems;
};

/** The entries of a list; empty while it is read and while nobody is signed in. */
export const useAccountList = <Item>(list: AccountList<Item>): readonly Item[] => {
  const pane = usePane();
  const { runtime, state } = pane;
  useStore(runtime.session.state);
  const store = openStore(pane, list);
  const read = state.draft(`read ${list.key} ${runtime.ofAccount.tag() ?? ""}`, false);
  useEffect(() => {
    if (read.get()) return;
    read.set(true);
    void readList<Item>(runtime, list.key).then((stored) => {
      const known = new Set(store.get().map(list.idOf));
      if (stored.length > 0) store.set([...store.get(), ...stored.filter((item) => !known.has(list.idOf(item)))]);
    });
  }, [runtime, list, store, read]);
  return useStore(store);
};

/** Puts an entry first. */
export const addToAccountList = async <Item>(pane: Pane, list: AccountList<Item>, item: Item): Promise<void> => {
  const put = (items: readonly Item[]): readonly Item[] =>
    [item, ...items.filter((one) => list.idOf(one) !== list.idOf(item))].slice(0, list.most);
  const store = openStore(pane, list);
  store.set(put(store.get()));
  const { ofAccount } = pane.runtime;
  // Without storage the list lasts as long as the pane.
  await ofAccount.set(list.key, put(await readList<Item>(pane.runtime, list.key))).catch(() => undefined);
};
