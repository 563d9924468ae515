import type { VirtualClock } from "../support/virtual-clock";
import type { FunctionHost } from "../../src/addin/excel/functions/register-functions";
import { createDeliveryLimit, webPipe } from "../../src/addin/excel/functions/delivery-limit";
import type { Matrix } from "../../src/formulas/table/matrix";
import { removeExcelFunctions } from "../support/excel-functions";
import { tinyFunction } from "../support/tiny-functions";
import { openFunctions } from "./function-page";
import { allFeatures } from "./native-host";

const governed = (clock: VirtualClock): FunctionHost["deliveryLimit"] => createDeliveryLimit(clock, webPipe);
const direct = (): FunctionHost["deliveryLimit"] => ({ release: (_, handOver) => handOver() });

const row = ["An event of some length in plain words that nobody reads", "environmental", 4, true];

/** Rows of this many characters of JSON, or just below. */
const rowsOf = (characters: number): Matrix =>
  Array.from({ length: Math.max(1, Math.floor((characters - 2) / (JSON.stringify(row).length + 1))) }, () => row);

interface Pipe {
  readonly sizes: readonly number[];
  readonly deliveryLimit: (clock: VirtualClock) => FunctionHost["deliveryLimit"];
  readonly features: readonly number[];
}

/** Everything settles in one turn; answers how much Excel ever gets, in ten minutes of its time. */
const settleTogether = async ({ sizes, deliveryLimit, features }: Pipe) => {
  const results = new Map([...new Set(sizes)].map((size) => [size, rowsOf(size)]));
  const sized = tinyFunction("TEST.SIZED", ([size]) => Promise.resolve(results.get(Number(size)) ?? [["none"]]));
  const { excel, clock } = await openFunctions([sized], deliveryLimit, { features, millisecondsPerMegabyte: 500 });
  const invocations = excel.call(...sizes.map((size) => ({ id: "TEST.SIZED", values: [size] })));
  const started = clock.now();
  for (let second = 0; second < 600 && excel.bridge.answered < sizes.length; second += 1) await clock.advance(1_000);
  const whole = invocations.every(({ number }, index) => {
    const [answer] = excel.bridge.answersTo(number);
    return (answer?.value as Matrix | undefined)?.length === results.get(sizes[index] ?? 0)?.length;
  });
  const { refused, answered } = excel.bridge;
  excel.close();
  return { answered, whole, refused: refused.length, seconds: Math.round((clock.now() - started) / 1_000) };
};

afterEach(removeExcelFunctions);

const fiveAndManySmall = [...Array.from({ length: 5 }, () => 1_890_000), ...Array.from({ length: 200 }, () => 200)];

describe("five results just under the cap and 200 small ones settled together", () => {
  test.each([
    ["with Excel's slicing", allFeatures],
    ["without it", []],
  ])("%s and the delivery limit all 205 arrive whole, and nothing is refused", async (_, features) => {
    const result = await settleTogether({ sizes: fiveAndManySmall, deliveryLimit: governed, features });
    expect(result).toMatchObject({ answered: 205, whole: true, refused: 0 });
    expect(result.seconds).toBeLessThan(60);
  });

  test("without the delivery limit and without slicing none arrives, ever", async () => {
    const result = await settleTogether({ sizes: fiveAndManySmall, deliveryLimit: direct, features: [] });
    expect(result.answered).toBe(0);
    expect(result.refused).toBeGreaterThan(1);
  });

  test("without the delivery limit slicing saves them, after posts that were refused", async () => {
    const result = await settleTogether({ sizes: fiveAndManySmall, deliveryLimit: direct, features: allFeatures });
    expect(result.answered).toBe(205);
    expect(result.refused).toBeGreaterThan(0);
  });
});

test.each([
  ["one at the cap", [1_890_000]],
  ["six of a million", Array.from({ length: 6 }, () => 1_000_000)],
  ["thirty of half a million", Array.from({ length: 30 }, () => 500_000)],
  ["a hundred of 60,000", Array.from({ length: 100 }, () => 60_000)],
])("%s arrive whole on a host that slices nothing", async (_, sizes) => {
  expect(await settleTogether({ sizes, deliveryLimit: governed, features: [] })).toMatchObject({
    answered: sizes.length,
    whole: true,
    refused: 0,
  });
});

test("results over the slice are what must never be made: three of 2.1 million never arrive", async () => {
  const result = await settleTogether({
    sizes: Array.from({ length: 3 }, () => 2_100_000),
    deliveryLimit: direct,
    features: allFeatures,
  });
  expect(result.answered).toBe(0);
});
