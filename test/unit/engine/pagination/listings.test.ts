import { universeOf } from "../../../support/virtual-data";
import type { RequestContext } from "../../../../src/engine/requests/request-context";
import type {
  ListingExtent,
  ListingPage,
  ListingRequest,
  ListingResult,
} from "../../../../src/engine/pagination/listing";
import type { WireRecord } from "../../../../src/contract/page";
import { virtualOffice, type VirtualOffice } from "../../../support/virtual-runtime";

const events = (count: number, more: Partial<ListingRequest> = {}): ListingRequest => ({
  route: "listEsgEvents",
  path: { universe_id: universeOf(1, count) },
  query: {},
  fields: ["title", "score"],
  ...more,
});

const read =
  (
    { runtime }: VirtualOffice,
    request: ListingRequest,
    extent: ListingExtent,
  ): ((requestContext: RequestContext) => Promise<ListingResult>) =>
  (requestContext) =>
    runtime.listings.read(request, extent, requestContext);

test("10,000 rows are ten pages of 1,000; a smaller limit afterwards is none, a larger one only the rest", async () => {
  const office = await virtualOffice();
  const { service, ask } = office;
  const first = await ask(read(office, events(20_000), { limit: 10_000 }));
  expect(first.records).toHaveLength(10_000);
  expect(first.truncated).toBe(true);
  expect(service.counts.calls).toBe(10);
  const fewer = await ask(read(office, events(20_000), { limit: 50 }));
  expect(fewer.records).toEqual(first.records.slice(0, 50));
  expect(service.counts.calls).toBe(10);
  const longer = await ask(read(office, events(20_000), { limit: 11_500 }));
  expect(longer.records).toHaveLength(11_500);
  expect(service.counts.calls).toBe(12);
  expect(new Set(longer.records.map(({ id }) => id)).size).toBe(11_500);
});

test("only as many records as wanted are asked for, and the end of a listing is not truncated", async () => {
  const sizes: (string | null)[] = [];
  const office = await virtualOffice({
    model: { fault: (request) => void sizes.push(new URL(request.url).searchParams.get("size")) },
  });
  await office.ask(read(office, events(70), { limit: 20 }));
  const all = await office.ask(read(office, events(70), { limit: 100 }));
  expect(all).toMatchObject({ truncated: false });
  expect(all.records).toHaveLength(70);
  expect(sizes).toEqual(["20", "80"]);
});

test("two formulas of one recalculation share the list, with the fields of both and the greater limit", async () => {
  const office = await virtualOffice();
  const { clock, service, open } = office;
  const [few, many] = await clock.run(
    Promise.all([
      read(office, events(5_000), { limit: 10 })(open()),
      read(office, events(5_000, { fields: ["summary"] }), { limit: 900 })(open()),
    ]),
  );
  expect(service.counts.calls).toBe(1);
  expect(few.records).toHaveLength(10);
  expect(many.records[899]).toHaveProperty("summary");
});

test("a subset of the fields is a hit, other fields are a list of their own that leaves the first one alone", async () => {
  const office = await virtualOffice();
  const { service, ask } = office;
  await ask(read(office, events(3_000), { limit: 3_000 }));
  await ask(read(office, events(3_000, { fields: ["score"] }), { limit: 3_000 }));
  expect(service.counts.calls).toBe(3);
  await ask(read(office, events(3_000, { fields: ["summary"] }), { limit: 100 }));
  expect(service.counts.calls).toBe(4);
  await ask(read(office, events(3_000), { limit: 3_000 }));
  expect(service.counts.calls).toBe(4);
});

test("a listing with a filter of our own ends after 100,000 records read and says so", async () => {
  const office = await virtualOffice();
  const { service, ask } = office;
  const keep = ({ title }: WireRecord): boolean => title === "none";
  const found = await ask(read(office, events(120_000), { limit: 5, keep }));
  expect(found).toMatchObject({ records: [], truncated: true, cutOff: true });
  expect(service.counts.calls).toBe(100);
});

test("with distinctBy the first record of each value comes, and pages are read until there are enough values", async () => {
  const office = await virtualOffice();
  const numberOf = ({ title }: WireRecord): number => Number(String(title).split(" ")[1]);
  const extent = { limit: 3, distinctBy: (record: WireRecord) => Math.floor(numberOf(record) / 1_500) };
  const found = await office.ask(read(office, events(9_000), extent));
  expect(found.records.map(numberOf)).toEqual([0, 1_500, 3_000]);
  expect(found).toMatchObject({ truncated: true, cutOff: false });
  expect(office.service.counts.calls).toBe(4);
});

test("a reader that stops gets no further page, and none is requested", async () => {
  const office = await virtualOffice();
  const readTwo = async (requestContext: RequestContext): Promise<number> => {
    let count = 0;
    for await (const { records } of office.runtime.listings.pages(events(9_000), { limit: 9_000 }, requestContext)) {
      count += records.length;
      if (count >= 2_000) break;
    }
    return count;
  };
  expect(await office.ask(readTwo)).toBe(2_000);
  expect(office.service.counts.calls).toBe(2);
});

test("a listing that broke off goes on at the page where it stopped", async () => {
  let broken = true;
  const office = await virtualOffice({
    model: { fault: (request) => (broken && request.url.includes("search_after") ? { kind: "reset" } : undefined) },
  });
  const { service, ask } = office;
  await expect(ask(read(office, events(2_000), { limit: 2_000 }))).rejects.toMatchObject({ code: "unavailable" });
  broken = false;
  service.reset();
  const { records } = await ask(read(office, events(2_000), { limit: 2_000 }));
  expect(new Set(records.map(({ id }) => id)).size).toBe(2_000);
  expect(service.counts.calls).toBe(1);
});

test("a failed refresh keeps the old rows and says so; with onerror=na it fails", async () => {
  let broken = false;
  const office = await virtualOffice({ model: { fault: () => (broken ? { kind: "reset" } : undefined) } });
  const { clock, ask, runtime } = office;
  const first = await ask(read(office, events(40), { limit: 100 }));
  broken = true;
  await clock.advance(60_000);
  const refresh = { reloadSince: clock.now(), address: "S!A1" };
  const again = await ask(read(office, events(40), { limit: 100 }), refresh);
  expect(again.records).toEqual(first.records);
  expect(runtime.requestLog.latestAt("S!A1")).toMatchObject({ source: "stale" });
  const strict = ask(read(office, events(40), { limit: 100 }), { ...refresh, onError: "na" });
  await expect(strict).rejects.toMatchObject({ code: "unavailable" });
});

test("a refresh fetches anew, once; whatever else is calculated answers from memory", async () => {
  const office = await virtualOffice();
  const { clock, service, ask } = office;
  await ask(read(office, events(40), { limit: 100 }));
  const refresh = { reloadSince: clock.now() + 1 };
  await clock.advance(5);
  await ask(read(office, events(40), { limit: 100 }), refresh);
  await ask(read(office, events(40), { limit: 100 }), refresh);
  await ask(read(office, events(40), { limit: 100 }));
  expect(service.counts.calls).toBe(2);
});

test.each([
  ["never", 2, 3],
  ["session", 1, 1],
  [60_000, 1, 2],
] as const)("cache=%s asks as often as it says", async (cache, soon, later) => {
  const office = await virtualOffice();
  const { clock, service, ask } = office;
  const again = (): Promise<ListingResult> => ask(read(office, events(40), { limit: 100 }), { cache });
  await again();
  await clock.advance(1_000);
  await again();
  expect(service.counts.calls).toBe(soon);
  await clock.advance(3_600_000);
  await again();
  expect(service.counts.calls).toBe(later);
});

test("a listing that is not there is asked for once in a session", async () => {
  const office = await virtualOffice();
  const missing = { ...events(1), route: "listSdgDocuments", path: { entity_id: "x" } } as const;
  const expected = { code: "not-found" };
  await expect(office.ask(read(office, missing, { limit: 1 }))).rejects.toMatchObject(expected);
  await expect(office.ask(read(office, missing, { limit: 1 }))).rejects.toMatchObject(expected);
  expect(office.service.counts.calls).toBe(1);
});

test("pages bring all records in order, the first one says so, and the last one how the reading ended", async () => {
  const office = await virtualOffice();
  const readAll = async (requestContext: RequestContext): Promise<readonly ListingPage[]> => {
    const all: ListingPage[] = [];
    for await (const page of office.runtime.listings.pages(events(9_000), { limit: 3_500 }, requestContext))
      all.push(page);
    return all;
  };
  const pages = await office.ask(readAll);
  expect(pages.map(({ records }) => records.length)).toEqual([1_000, 1_000, 1_000, 500]);
  expect(pages.map(({ isFirst }) => isFirst)).toEqual([true, false, false, false]);
  expect(pages.map(({ end }) => end?.truncated)).toEqual([undefined, undefined, undefined, true]);
  expect(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(3_500);
});
