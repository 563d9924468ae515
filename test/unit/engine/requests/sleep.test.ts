import { awakeClock } from "../../../../src/engine/clock";
import { VirtualClock } from "../../../support/virtual-clock";
import { universeOf } from "../../../support/virtual-data";
import { virtualOffice } from "../../../support/virtual-runtime";
import { eventsOf } from "../line-to";

const hour = 3_600_000;

test.each([
  ["130 seconds", 130_000],
  ["a night", 9 * hour],
])("after %s of sleep a request that is lost is made again", async (_, slept) => {
  let isLost = true;
  const { clock, runtime, service, open } = await virtualOffice({
    model: { fault: () => (isLost ? { kind: "hang" } : undefined) },
  });
  const answer = runtime.listings.read(eventsOf(5), { limit: 5 }, open());
  await clock.advance(3_000);
  expect(service.counts.calls).toBe(1);
  clock.sleep(slept);
  clock.jump(slept);
  isLost = false;
  const { records } = await clock.run(answer);
  expect(records).toHaveLength(5);
  expect(service.counts.calls).toBe(2);
});

test("sleep during the second of three pages goes on at its cursor", async () => {
  let calls = 0;
  const { clock, runtime, service, open } = await virtualOffice({
    model: {
      fault: () => {
        calls += 1;
        return calls === 2 ? { kind: "hang" } : undefined;
      },
    },
  });
  const listing = { ...eventsOf(5), path: { universe_id: universeOf(1, 2_500) } };
  const answer = runtime.listings.read(listing, { limit: 2_500 }, open());
  await clock.advance(2_000);
  expect(calls).toBe(2);
  clock.sleep(200_000);
  const { records } = await clock.run(answer);
  expect(new Set(records.map((record) => record["title"])).size).toBe(2_500);
  expect(service.counts.calls).toBe(4);
});

test("a page whose timers run once a minute waits for a slow answer", async () => {
  const { clock, runtime, service, open } = await virtualOffice();
  service.model = { ...service.model, latency: 150_000 };
  let isThrottled = true;
  const throttle = async (): Promise<void> => {
    while (isThrottled) {
      clock.sleep(60_000);
      await clock.advance(10);
    }
  };
  const answer = runtime.listings.read(eventsOf(5), { limit: 5 }, open()).finally(() => (isThrottled = false));
  await Promise.all([throttle(), answer]);
  expect((await answer).records).toHaveLength(5);
  expect(service.counts.calls).toBe(1);
});

test("silence of the service while the computer is awake still ends a request", async () => {
  const { clock, runtime, open } = await virtualOffice({ model: { fault: () => ({ kind: "hang" }) } });
  const started = clock.steady();
  clock.sleep(hour);
  const answer = runtime.listings.read(eventsOf(5), { limit: 5 }, open());
  await expect(clock.run(answer)).rejects.toMatchObject({ code: "unavailable" });
  expect(clock.steady() - started - hour).toBeLessThan(130_000);
});

test("the awake time stands still while no timer runs, and is not counted twice for timers that are late together", async () => {
  const clock = new VirtualClock(1);
  const awake = awakeClock(clock);
  const seen: number[] = [];
  for (const milliseconds of [1_000, 2_000, 500_000])
    awake.after(milliseconds, () => void seen.push(Math.round(awake.steady() / 1_000)));
  await clock.advance(500);
  clock.sleep(100_000);
  // A request that ended during the sleep is told of it before any timer runs.
  expect(awake.steady()).toBeLessThan(1_100);
  await clock.advance(0);
  expect(seen).toEqual([1, 1]);
  await clock.advance(600_000);
  expect(seen).toEqual([1, 1, 401]);
});
