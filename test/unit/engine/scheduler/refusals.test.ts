import { VirtualClock } from "../../../support/virtual-clock";
import { windowLimiter } from "../../../support/limiters";
import { AddinError } from "../../../../src/engine/http/addin-error";
import { loadOnFirstRefusal } from "../../../../src/engine/scheduler/rate-limit/limiter";
import { Scheduler } from "../../../../src/engine/scheduler/scheduler";
import { eventsOf, lastPage, lineTo } from "../line-to";
import { anyOpening, virtualOffice } from "../../../support/virtual-runtime";

test("a request that is refused (429) ten times succeeds at the eleventh attempt", async () => {
  let refusals = 10;
  const { clock, runtime } = await lineTo(() => {
    refusals -= 1;
    return Promise.resolve(
      refusals >= 0
        ? Response.json({ message: "Too many.", code: 429 }, { status: 429, headers: { "retry-after": "1" } })
        : lastPage([{ id: "one", title: "One" }]),
    );
  });
  const requestContext = runtime.requestLog.open(anyOpening());
  const found = await clock.run(runtime.listings.read(eventsOf(1), { limit: 10 }, requestContext));
  expect(found.records).toEqual([{ id: "one", title: "One" }]);
  // A refusal is no attempt.
  expect(runtime.requestLog.calls.get().at(-1)).toMatchObject({ status: 200, attempts: 1 });
});

test("a Retry-After of one day is cut to about a minute", async () => {
  const tooMany = (): Response =>
    Response.json({ message: "Too many." }, { status: 429, headers: { "retry-after": "86400" } });
  const { clock, runtime, calls } = await lineTo(() => Promise.resolve(calls.length === 1 ? tooMany() : lastPage([])));
  const began = clock.now();
  const requestContext = runtime.requestLog.open(anyOpening());
  await clock.run(runtime.listings.read(eventsOf(1), { limit: 10 }, requestContext));
  expect(clock.now() - began).toBeGreaterThan(30_000);
  expect(clock.now() - began).toBeLessThan(119_000);
});

test.each([false, true])(
  "all requests succeed although the limit detection cannot be loaded (without Retry-After: %s)",
  async (silent) => {
    const clock = new VirtualClock(1);
    const limiter = windowLimiter(20, 2, { silent });
    const scheduler = new Scheduler(
      clock,
      () => undefined,
      loadOnFirstRefusal(() => Promise.reject(new Error("There is no such script."))),
    );
    const call = (): Promise<string> => {
      const verdict = limiter.admit(clock.now());
      if (verdict.served) return Promise.resolve("served");
      const { retryAfter } = verdict;
      return Promise.reject(
        new AddinError("throttled", "Too many.", { status: 429, ...(retryAfter !== undefined && { retryAfter }) }),
      );
    };
    const jobs = Array.from({ length: 60 }, (_, queueKey) =>
      scheduler.run({ route: "searchEntities", queueKey: String(queueKey), start: () => call }),
    );
    expect(await clock.run(Promise.all(jobs))).toEqual(Array.from({ length: 60 }, () => "served"));
  },
);

/** Accepts so many requests, then refuses every one without a `Retry-After` until it is opened. */
const closedAfter = (accepted: number) => {
  let left = accepted;
  const service = { isOpen: false };
  const admit = () => {
    left -= 1;
    return service.isOpen || left >= 0
      ? ({ served: true } as const)
      : ({ served: false, retryAfter: undefined } as const);
  };
  const limiter = { name: "refuses until it is open", admit, plan: () => (earliest: number) => earliest };
  return { service, limiter };
};

const one = { fields: ["name"], maxCandidates: 1 };

test.each([0, 3])(
  "a service that refuses every call without a Retry-After makes a cell busy for 30 seconds, and it heals (%s calls accepted before)",
  async (accepted) => {
    const { service, limiter } = closedAfter(accepted);
    const { clock, runtime, open } = await virtualOffice({ model: { limiter } });
    for (let index = 0; index < accepted; index += 1)
      await clock.run(runtime.entities.search({ name: `eq:${index}` }, one, open()));
    const entry = open({ address: "S!A1" });
    const started = clock.now();
    const search = runtime.entities.search({ name: "eq:x" }, one, entry);
    await expect(clock.run(search)).rejects.toMatchObject({
      code: "throttled",
      message: expect.stringMatching(/busy\. Try again at/) as string,
    });
    expect(clock.now() - started).toBeGreaterThan(29_000);
    expect(clock.now() - started).toBeLessThan(36_000);
    expect(entry.entry.reads.has("service")).toBe(true);
    service.isOpen = true;
    const healed = new Promise<unknown>((resolve) => {
      runtime.connection.retries.subscribe(() => resolve(runtime.entities.search({ name: "eq:x" }, one, open())));
    });
    await expect(clock.run(healed)).resolves.toMatchObject({ total_candidates: 1 });
    // The next try is the next probe: a minute after the first call, the length of a usual window.
    expect(clock.now() - started).toBeLessThan(62_000);
  },
);

test("a service that refuses for ever ends each cell again a few seconds after it heals, with a later time", async () => {
  const { limiter } = closedAfter(0);
  const { clock, runtime, open } = await virtualOffice({ model: { limiter } });
  const started = clock.now();
  const ends: number[] = [];
  const retriesAt: number[] = [];
  const search = async (): Promise<void> => {
    const error: unknown = await clock.run(
      runtime.entities.search({ name: "eq:x" }, one, open({ address: "S!A1" })).catch((reason: unknown) => reason),
    );
    ends.push(clock.now() - started);
    retriesAt.push((error as AddinError).details.retryAt ?? 0);
  };
  await search();
  for (let times = 0; times < 3; times += 1) {
    await clock.run(new Promise<void>((resolve) => void runtime.connection.retries.subscribe(resolve)));
    const healedAt = clock.now() - started;
    await search();
    expect((ends.at(-1) ?? 0) - healedAt).toBeLessThan(11_000);
  }
  expect(retriesAt).toEqual([...new Set(retriesAt)].sort((one, other) => one - other));
});
