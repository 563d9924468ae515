import { VirtualClock } from "../../bench/virtual-clock";
import { windowLimiter } from "../../bench/window-limiter";
import { AddinError } from "../../src/error/addin-error";
import { Schedule } from "../../src/runtime/schedule";
import { eventsOf, lastPage, lineTo } from "./line-to";
import { anyOpening } from "./virtual-office";

test("a request that is refused ten times for its rate is no failure: it is served when its turn comes", async () => {
  let refusals = 10;
  const { clock, runtime } = await lineTo(() => {
    refusals -= 1;
    return Promise.resolve(
      refusals >= 0
        ? Response.json({ message: "Too many.", code: 429 }, { status: 429, headers: { "retry-after": "1" } })
        : lastPage([{ id: "one", title: "One" }]),
    );
  });
  const { inquiry } = runtime.ledger.open(anyOpening());
  const found = await clock.run(runtime.listings.read(eventsOf(1), { limit: 10 }, inquiry));
  expect(found.records).toEqual([{ id: "one", title: "One" }]);
  // A refusal is no attempt.
  expect(runtime.ledger.calls.get().at(-1)).toMatchObject({ status: 200, attempts: 1 });
});

test("a service that asks to wait for a day is asked again after a minute or so", async () => {
  const tooMany = (): Response =>
    Response.json({ message: "Too many." }, { status: 429, headers: { "retry-after": "86400" } });
  const { clock, runtime, calls } = await lineTo(() => Promise.resolve(calls.length === 1 ? tooMany() : lastPage([])));
  const began = clock.now();
  const { inquiry } = runtime.ledger.open(anyOpening());
  await clock.run(runtime.listings.read(eventsOf(1), { limit: 10 }, inquiry));
  expect(clock.now() - began).toBeGreaterThan(30_000);
  expect(clock.now() - began).toBeLessThan(119_000);
});

test.each([false, true])(
  "where the script that learns limits does not come, everybody is served all the same (silent: %s)",
  async (silent) => {
    const clock = new VirtualClock(1);
    const limiter = windowLimiter(20, 2, { silent });
    const schedule = new Schedule(
      clock,
      () => undefined,
      () => Promise.reject(new Error("There is no such script.")),
    );
    const call = (): Promise<string> => {
      const verdict = limiter.admit(clock.now());
      if (verdict.served) return Promise.resolve("served");
      const { retryAfter } = verdict;
      return Promise.reject(
        new AddinError("throttled", "Too many.", { status: 429, ...(retryAfter !== undefined && { retryAfter }) }),
      );
    };
    const jobs = Array.from({ length: 60 }, (_, lane) =>
      schedule.run({ route: "searchEntities", lane: String(lane), start: () => call }),
    );
    expect(await clock.run(Promise.all(jobs))).toEqual(Array.from({ length: 60 }, () => "served"));
  },
);
