import { watchRelease } from "../../../src/addin/newer-release";
import { VirtualClock } from "../../support/virtual-clock";

const quarterHour = 15 * 60_000;

const servedAt = (moment: number, release = "1.0.0"): Response =>
  new Response(JSON.stringify({ release }), { headers: { date: new Date(moment).toUTCString() } });

test("the header Date of the gateway says by how much the clock of this computer is ahead", async () => {
  const clock = new VirtualClock(1);
  const hours = 5;
  const { clockAhead, isNewer } = watchRelease(
    "1.0.0",
    () => Promise.resolve(servedAt(clock.now() - hours * 3_600_000)),
    clock,
  );
  expect(clockAhead.get()).toBeNaN();
  await clock.advance(quarterHour + 1);
  expect(Math.round(clockAhead.get() / 3_600_000)).toBe(hours);
  expect(isNewer.get()).toBe(false);
});

test("an answer without the header says nothing of the clock, and another release is seen", async () => {
  const clock = new VirtualClock(1);
  const { clockAhead, isNewer } = watchRelease(
    "1.0.0",
    () => Promise.resolve(new Response(JSON.stringify({ release: "1.1.0" }))),
    clock,
  );
  await clock.advance(quarterHour + 1);
  expect(clockAhead.get()).toBeNaN();
  expect(isNewer.get()).toBe(true);
});
