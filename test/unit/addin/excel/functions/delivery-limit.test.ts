import { VirtualClock } from "../../../../support/virtual-clock";
import {
  createDeliveryLimit,
  freePipe,
  type PipeLimits,
  webPipe,
} from "../../../../../src/addin/excel/functions/delivery-limit";
import type { Clock } from "../../../../../src/engine/clock";

interface Delivery {
  readonly name: string;
  readonly at: number;
  readonly characters: number;
}

const governed = (limits: PipeLimits) => {
  const clock = new VirtualClock(1);
  const start = clock.now();
  const deliveryLimit = createDeliveryLimit(clock, limits);
  const deliveries: Delivery[] = [];
  const release = (name: string, characters: number): void =>
    deliveryLimit.release(characters, () => deliveries.push({ name, at: clock.now() - start, characters }));
  return { clock, release, deliveries, names: () => deliveries.map(({ name }) => name) };
};

/** The most that was handed over in any window of the pipe. */
const busiest = (deliveries: readonly Delivery[], { milliseconds }: PipeLimits): number =>
  Math.max(
    ...deliveries.map(({ at }) =>
      deliveries
        .filter((other) => other.at >= at && other.at < at + milliseconds)
        .reduce((sum, { characters }) => sum + characters, 0),
    ),
  );

test("what fits is handed over at once, in the same turn", () => {
  const { release, names } = governed(webPipe);
  release("one", 1_900_000);
  release("two", 1_900_000);
  release("small", 1_000);
  expect(names()).toEqual(["one", "two", "small"]);
});

test("small results pass large ones that wait, large ones follow from the smallest up", async () => {
  const { clock, release, names } = governed(webPipe);
  release("first", 3_900_000);
  release("large", 1_900_000);
  release("middle", 500_000);
  release("small", 1_000);
  expect(names()).toEqual(["first", "small"]);
  await clock.advance(60_000);
  expect(names()).toEqual(["first", "small", "middle", "large"]);
});

test("five results just under the cap and 200 small ones all go, never more in one window than the pipe takes", async () => {
  const { clock, release, deliveries } = governed(webPipe);
  for (let index = 0; index < 5; index += 1) release(`large ${index}`, 1_900_000);
  for (let index = 0; index < 200; index += 1) release(`small ${index}`, 40);
  await clock.advance(60_000);
  expect(deliveries).toHaveLength(205);
  expect(busiest(deliveries, webPipe)).toBeLessThanOrEqual(webPipe.characters);
  expect(deliveries.filter(({ at }) => at < 100)).toHaveLength(202);
});

test("a result larger than the whole window goes alone once the window is empty", async () => {
  const { clock, release, deliveries } = governed(webPipe);
  release("usual", 1_000);
  release("giant", 9_000_000);
  await clock.advance(4_999);
  expect(deliveries).toHaveLength(1);
  await clock.advance(2);
  expect(deliveries.map(({ name, at }) => `${name} ${at}`)).toEqual(["usual 0", "giant 5000"]);
});

test("room comes back as the window moves on, not all at once", async () => {
  const { clock, release, names } = governed({ characters: 100, milliseconds: 1_000 });
  release("a", 60);
  await clock.advance(500);
  release("b", 40);
  release("c", 60);
  release("d", 50);
  await clock.advance(499);
  expect(names()).toEqual(["a", "b"]);
  await clock.advance(2);
  expect(names()).toEqual(["a", "b", "d"]);
  await clock.advance(1_000);
  expect(names()).toEqual(["a", "b", "d", "c"]);
});

test("a system time that was set forward and back keeps no result from being handed over", async () => {
  const { clock, release, names } = governed(webPipe);
  clock.jump(3_600_000);
  release("meanwhile", 1_000);
  clock.jump(-3_600_000);
  for (const name of ["one", "two", "three"]) {
    release(name, 1_500_000);
    await clock.advance(webPipe.milliseconds + 1);
  }
  expect(names()).toEqual(["meanwhile", "one", "two", "three"]);
});

test("outside of the web a hundred results just under the web's cap go at once", () => {
  const { release, deliveries } = governed(freePipe);
  for (let index = 0; index < 100; index += 1) release(`${index}`, 1_900_000);
  expect(deliveries).toHaveLength(100);
});

test("asking the time per result, not per result already sent: thousands of cells cost no square", () => {
  const polls = { times: 0 };
  const clock = new VirtualClock(1);
  const counted: Clock = {
    after: clock.after,
    random: clock.random,
    now: () => {
      polls.times += 1;
      return clock.now();
    },
  };
  const deliveryLimit = createDeliveryLimit(counted, webPipe);
  let delivered = 0;
  for (let index = 0; index < 20_000; index += 1) deliveryLimit.release(10, () => (delivered += 1));
  expect(delivered).toBe(20_000);
  expect(polls.times).toBeLessThanOrEqual(3 * 20_000);
});
