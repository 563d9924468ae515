import { testRuntime } from "./test-runtime";
import { VirtualClock } from "./virtual-clock";
import { universeOf } from "./virtual-data";
import type { RequestOptions } from "../../src/engine/requests/request-log";
import type { ListingExtent, ListingPage, ListingResult } from "../../src/engine/pagination/listing";
import type { Runtime } from "../../src/engine/runtime";
import type { KeyValueStorage } from "../../src/engine/storage";
import { anyOpening } from "./virtual-runtime";

/** So many records of 4 kB are 50 MB: more than memory keeps of one answer. */
export const fatCount = 12_500;

interface Wish extends Partial<ListingExtent> {
  readonly fields?: readonly string[];
  readonly opening?: Partial<RequestOptions>;
}

/** A runtime whose listing is larger than memory keeps. */
export interface FatOffice {
  readonly clock: VirtualClock;
  readonly runtime: Runtime;
  /** Pages asked for. */
  readonly calls: () => number;
  readonly read: (wish?: Wish) => Promise<ListingResult>;
  readonly pages: () => AsyncIterable<ListingPage>;
}

const text = "x".repeat(4_000);

/** The page of a listing in which record 10,700 is record 5 again. */
const pageFrom = (start: number, size: number): object => {
  const end = Math.min(fatCount, start + size);
  const data = Array.from({ length: end - start }, (_, index) => {
    const number = start + index === 10_700 ? 5 : start + index;
    return { id: `event-${number}`, title: `title ${number}`, summary: text };
  });
  const has_next = end < fatCount;
  return { data, size, has_next, count: data.length, search_after: has_next ? `c${end}` : null };
};

/** An office on this device, signed in. */
export const fatOffice = async (storage: KeyValueStorage): Promise<FatOffice> => {
  const clock = new VirtualClock(1);
  let calls = 0;
  const send = (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/oauth/token") return Promise.resolve(Response.json({ access_token: "t", expires_in: 86_400 }));
    calls += 1;
    const start = Number(searchParams.get("search_after")?.slice(1) ?? 0);
    return Promise.resolve(Response.json(pageFrom(start, Number(searchParams.get("size")))));
  };
  const runtime = testRuntime(send, clock, { storage });
  await clock.run(runtime.ready);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  const requestOf = (fields: readonly string[] = ["title", "summary"]) =>
    ({ route: "listEsgEvents", path: { universe_id: universeOf(1, 1) }, query: {}, fields }) as const;
  const read: FatOffice["read"] = ({ fields, opening = {}, ...extent } = {}) => {
    const entry = runtime.requestLog.open({ ...anyOpening(), ...opening });
    const records = runtime.listings.read(requestOf(fields), { limit: fatCount, ...extent }, entry);
    return clock.run(records).finally(() => entry.done(1));
  };
  const pages: FatOffice["pages"] = () => {
    const entry = runtime.requestLog.open(anyOpening());
    return runtime.listings.pages(requestOf(), { limit: fatCount }, entry);
  };
  return { clock, runtime, read, pages, calls: () => calls };
};

/** The numbers of all records, each once, in their order. */
export const allNumbers: readonly number[] = Array.from({ length: fatCount }, (_, number) => number).filter(
  (number) => number !== 10_700,
);

/** The numbers of records. */
export const numbersOf = (records: readonly { readonly id?: unknown }[]): readonly number[] =>
  records.map(({ id }) => Number(String(id).slice("event-".length)));
