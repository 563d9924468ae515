import DataLoader from "dataloader";
import { LRUCache } from "lru-cache";
import PQueue from "p-queue";
import pRetry from "p-retry";
import { type Clock, sleep } from "../../../src/engine/clock";
import type { AnswerCell, Strategy } from "../strategy";
import { type Call, HttpError, readTitles, searchNames, signedIn, listEvents } from "./plain-calls";

const window = 16;

const batched = (call: Call, clock: Clock): AnswerCell => {
  const settings = { maxBatchSize: 500, batchScheduleFn: (send: () => void) => void clock.after(window, send) };
  const names = new DataLoader((keys: readonly string[]) => searchNames(call, keys), settings);
  const titles = new DataLoader((keys: readonly string[]) => {
    const documents = keys.map((key) => ({ id: key.split(" ")[0] ?? "", date: key.split(" ")[1] ?? "" }));
    return readTitles(call, documents);
  }, settings);
  const listings = new LRUCache<string, Promise<readonly unknown[]>>({ max: 5_000 });
  return (cell) => {
    if (cell.kind === "search") return names.load(cell.name);
    if (cell.kind === "title") return titles.load(`${cell.id} ${cell.date}`);
    const key = `${cell.universe} ${cell.limit} ${cell.since ?? ""}`;
    const known = listings.get(key) ?? listEvents(call, cell);
    listings.set(key, known);
    return known;
  };
};

/** dataloader with a window of 16 ms; nothing holds back the rest. */
export const dataloader: Strategy = {
  name: "dataloader 16 ms",
  start: async (network) => batched(await signedIn(network), network.clock),
};

const mayPass = (error: unknown): boolean =>
  !(error instanceof HttpError) || error.status === 429 || error.status >= 500;

/** dataloader, p-queue with 32 at once, p-retry that honours Retry-After, lru-cache. */
export const libraries: Strategy = {
  name: "dataloader + p-queue + p-retry + lru-cache",
  start: async (network) => {
    const plain = await signedIn(network);
    const queue = new PQueue({ concurrency: 32 });
    const settings = {
      retries: 8,
      minTimeout: 200,
      factor: 2,
      shouldRetry: ({ error }: { readonly error: unknown }) => mayPass(error),
      onFailedAttempt: async ({ error }: { readonly error: unknown }) => {
        if (error instanceof HttpError && error.retryAfter !== undefined) await sleep(network.clock, error.retryAfter);
      },
    };
    const call: Call = (...request) => queue.add(() => pRetry(() => plain(...request), settings));
    return batched(call, network.clock);
  },
};
