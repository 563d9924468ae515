import { universeOf } from "../../bench/virtual-world";
import { eventsOf } from "./line-to";
import { virtualOffice } from "./virtual-office";

const one = { fields: ["name"], maxCandidates: 1 };

test("an invocation without progress ends after two minutes with a sentence", async () => {
  const { clock, runtime, open } = await virtualOffice({ model: { fault: () => ({ kind: "hang" }) } });
  const started = clock.now();
  const asked = runtime.entities.search({ name: "eq:x" }, one, open().inquiry);
  await expect(clock.run(asked)).rejects.toMatchObject({ code: "unavailable" });
  expect(clock.now() - started).toBeLessThan(130_000);
});

test("what the service makes everybody wait does not count", async () => {
  let begun = Infinity;
  const quota = {
    name: "refuses for 110 seconds, 50 at a time",
    admit: (now: number) => {
      begun = Math.min(begun, now);
      return now - begun < 110_000 ? ({ served: false, retryAfter: 50_000 } as const) : ({ served: true } as const);
    },
    plan: () => (earliest: number) => earliest,
  };
  const { clock, runtime, open } = await virtualOffice({ model: { limiter: quota, latency: 30_000 } });
  const started = clock.now();
  const found = await clock.run(runtime.entities.search({ name: "eq:x" }, one, open().inquiry));
  expect(found.matches).toHaveLength(1);
  expect(clock.now() - started).toBeGreaterThan(120_000);
});

test("Stop ends what runs: old rows where there are some, else a sentence", async () => {
  const { clock, runtime, open } = await virtualOffice({ model: { latency: 10_000 } });
  const request = eventsOf(5);
  const first = await clock.run(runtime.listings.read(request, { limit: 5 }, open().inquiry));
  const again = open({ reloadSince: clock.now() + 1 });
  const fresh = open();
  const both = Promise.allSettled([
    runtime.listings.read(request, { limit: 5 }, again.inquiry),
    runtime.entities.search({ name: "eq:x" }, one, fresh.inquiry),
  ]);
  await clock.advance(100);
  runtime.ledger.stop();
  const [kept, ended] = await clock.run(both);
  expect(kept).toMatchObject({ status: "fulfilled", value: { records: first.records } });
  expect(ended).toMatchObject({
    status: "rejected",
    reason: { code: "interrupted", message: "Stopped. Refresh to fetch it." },
  });
});

test("the ledger tells of one invocation what it took and where its answer came from", async () => {
  const { clock, runtime, ask } = await virtualOffice();
  const request = {
    route: "listEsgEvents",
    path: { universe_id: universeOf(1, 5_000) },
    query: {},
    fields: ["title"],
  } as const;
  const read = (): Promise<unknown> =>
    ask((inquiry) => runtime.listings.read(request, { limit: 2_000 }, inquiry), {
      address: "S!B2",
      what: "ESG.EVENTS",
    });
  await read();
  expect(runtime.ledger.latestAt("S!B2")).toMatchObject({
    what: "ESG.EVENTS",
    status: "done",
    pages: 2,
    requests: 2,
    source: "live",
    truncated: "More records are left at the service.",
  });
  await clock.advance(5_000);
  await read();
  expect(runtime.ledger.latestAt("S!B2")).toMatchObject({ pages: 0, requests: 0, source: "memory" });
  expect(runtime.ledger.entries.get()).toHaveLength(2);
  expect(runtime.ledger.calls.get().map(({ route, status }) => `${route} ${status}`)).toEqual([
    "listEsgEvents 200",
    "listEsgEvents 200",
  ]);
});

test("listeners hear of many changes at once, not of each", async () => {
  const { clock, runtime, open } = await virtualOffice();
  let told = 0;
  runtime.ledger.entries.subscribe(() => (told += 1));
  for (let index = 0; index < 500; index += 1) open().done(1);
  await clock.advance(1_000);
  expect(told).toBe(1);
  expect(runtime.ledger.entries.get()).toBe(runtime.ledger.entries.get());
});
