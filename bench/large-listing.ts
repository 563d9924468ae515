import { esgEvents } from "../src/functions/esg-events";
import { pageClock } from "../src/runtime/system-clock";
import { runtimeOn, signIn } from "./engine";
import { hostFunctions } from "./host-functions";
import { noStorage } from "./no-storage";
import { readyTransport } from "./ready-transport";
import { shapedColumns } from "./shape-events";
import { eventOf, universeOf } from "./virtual-world";

const pageSize = 1_000;
const universe = universeOf(1, 100_000);

/** The pages of a listing of so many events, as texts. */
export const eventPages = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, page) => {
    const data = Array.from({ length: pageSize }, (__, index) => eventOf(universe, page * pageSize + index));
    const has_next = page + 1 < count;
    const search_after = has_next ? String(page + 1) : null;
    return JSON.stringify({ data, size: pageSize, has_next, count: pageSize, search_after });
  });

/** `=ESG.EVENTS` over these pages, from the arguments to what Excel is handed, laid out as the options say. */
export const listAll = async (pages: readonly string[], options: string | null = null): Promise<unknown> => {
  const address = "http://service.example";
  const credentials = { key: "key", secret: "secret", audience: `${address}/`, clientId: "bench" };
  const network = { send: readyTransport(pages), clock: pageClock, address, credentials };
  const runtime = runtimeOn(network, noStorage);
  await signIn(runtime, network);
  const events = hostFunctions([esgEvents], { runtime, clock: pageClock }).get("ESG.EVENTS");
  const fields = shapedColumns.join(",");
  return events?.(universe, null, null, null, null, fields, pages.length * pageSize, options, { address: "Sheet1!A1" });
};
