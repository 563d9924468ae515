import type { Network, Strategy } from "../strategy";
import { answerAlone, type DocumentKey, readTitles, searchNames, signedIn } from "./plain-calls";

const window = 100;
/** Not in the published pattern, which sends everything at once; without it the service would refuse. */
const most = 500;

interface Waiting<Item> {
  readonly item: Item;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

const collect = <Item>(
  { clock }: Network,
  load: (items: readonly Item[]) => Promise<readonly unknown[]>,
): ((item: Item) => Promise<unknown>) => {
  let waiting: Waiting<Item>[] = [];
  const send = (batch: readonly Waiting<Item>[]): void => {
    load(batch.map(({ item }) => item)).then(
      (values) => batch.forEach(({ resolve }, index) => resolve(values[index])),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    );
  };
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (let start = 0; start < all.length; start += most) send(all.slice(start, start + most));
  };
  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) clock.after(window, flush);
      waiting.push({ item, resolve, reject });
    });
};

/** The pattern of the published batching sample: a timer of 100 ms, then one request; no deduplication, no retry. */
export const publishedSample: Strategy = {
  name: "published batching sample",
  start: async (network) => {
    const call = await signedIn(network);
    const search = collect(network, (names: readonly string[]) => searchNames(call, names));
    const title = collect(network, (keys: readonly DocumentKey[]) => readTitles(call, keys));
    return (cell) => {
      if (cell.kind === "search") return search(cell.name);
      return cell.kind === "title" ? title(cell) : answerAlone(call, cell);
    };
  },
};
