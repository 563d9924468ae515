import { universeOf } from "../../../support/virtual-data";
import { eventsOf } from "../line-to";
import { virtualOffice } from "../../../support/virtual-runtime";

const one = { fields: ["name"], maxCandidates: 1 };

test("an invocation without progress fails after two minutes with an error message", async () => {
  const { clock, runtime, open } = await virtualOffice({ model: { fault: () => ({ kind: "hang" }) } });
  const started = clock.now();
  const search = runtime.entities.search({ name: "eq:x" }, one, open());
  await expect(clock.run(search)).rejects.toMatchObject({ code: "unavailable" });
  expect(clock.now() - started).toBeLessThan(130_000);
});

test("time that the rate limiter pauses does not count against the deadline", async () => {
  let begun = Infinity;
  const quota = {
    name: "refuses for 110 seconds, 50 at a time",
    admit: (now: number) => {
      begun = Math.min(begun, now);
      return now - begun < 110_000 ? ({ served: false, retryAfter: 50_000 } as const) : ({ served: true } as const);
    },
    plan: () => (earliest: number) => earliest,
  };
  const { clock, runtime, open } = await virtualOffice({ model: { limiter: quota, latency: 20_000 } });
  const started = clock.now();
  const found = await clock.run(runtime.entities.search({ name: "eq:x" }, one, open()));
  expect(found.matches).toHaveLength(1);
  expect(clock.now() - started).toBeGreaterThan(120_000);
});

test("Stop ends running requests: with cached rows if there are any, else with an error message", async () => {
  const { clock, runtime, open } = await virtualOffice({ model: { latency: 10_000 } });
  const request = eventsOf(5);
  const first = await clock.run(runtime.listings.read(request, { limit: 5 }, open()));
  const again = open({ reloadSince: clock.now() + 1 });
  const fresh = open();
  const both = Promise.allSettled([
    runtime.listings.read(request, { limit: 5 }, again),
    runtime.entities.search({ name: "eq:x" }, one, fresh),
  ]);
  await clock.advance(100);
  runtime.requestLog.stop();
  const [continued, ended] = await clock.run(both);
  expect(continued).toMatchObject({ status: "fulfilled", value: { records: first.records } });
  expect(ended).toMatchObject({
    status: "rejected",
    reason: { code: "interrupted", message: "Stopped. Refresh to fetch the data." },
  });
});

test("a log entry has the invocation's calls, pages, rows and the source of its answer", async () => {
  const { clock, runtime, ask } = await virtualOffice();
  const request = {
    route: "listEsgEvents",
    path: { universe_id: universeOf(1, 5_000) },
    query: {},
    fields: ["title"],
  } as const;
  const read = (): Promise<unknown> =>
    ask((requestContext) => runtime.listings.read(request, { limit: 2_000 }, requestContext), {
      address: "S!B2",
      what: "ESG.EVENTS",
    });
  await read();
  expect(runtime.requestLog.latestAt("S!B2")).toMatchObject({
    what: "ESG.EVENTS",
    status: "done",
    pages: 2,
    requests: 2,
    source: "live",
  });
  await clock.advance(5_000);
  await read();
  expect(runtime.requestLog.latestAt("S!B2")).toMatchObject({ pages: 0, requests: 0, source: "memory" });
  expect(runtime.requestLog.entries.get()).toHaveLength(2);
  expect(runtime.requestLog.calls.get().map(({ route, status }) => `${route} ${status}`)).toEqual([
    "listEsgEvents 200",
    "listEsgEvents 200",
  ]);
});

test("listeners are notified once for many changes", async () => {
  const { clock, runtime, open } = await virtualOffice();
  let notified = 0;
  runtime.requestLog.entries.subscribe(() => (notified += 1));
  for (let index = 0; index < 500; index += 1) open().done(1);
  await clock.advance(1_000);
  expect(notified).toBe(1);
  expect(runtime.requestLog.entries.get()).toBe(runtime.requestLog.entries.get());
});
