import { runProgram } from "../../support/run-program";

/** W3 under a window of `count` requests in so many seconds, of which `phase` (0 to 1) had passed at the first request. */
interface WindowLine {
  readonly count: number;
  readonly seconds: number;
  readonly phase: number;
  /** No `Retry-After`. */
  readonly silent: boolean;
  readonly setting: string;
  readonly wall: number;
  readonly floor: number;
  readonly refused: number;
  readonly leastCalls: number;
  readonly failed: number;
}

let lines: readonly WindowLine[] = [];
let bounds: readonly { readonly lengths: readonly number[]; readonly ratio: number }[] = [];

beforeAll(async () => {
  const printed = await runProgram("bench/gates.ts", "--part", "windows");
  ({ lines, bounds } = JSON.parse(printed) as { lines: typeof lines; bounds: typeof bounds });
}, 900_000);

/** The lines of these windows, each there. */
const under = (
  windows: {
    readonly counts: readonly number[];
    readonly seconds: readonly number[];
    readonly phases: readonly number[];
  },
  silent: boolean,
): readonly WindowLine[] =>
  windows.counts.flatMap((count) =>
    windows.seconds.flatMap((seconds) =>
      windows.phases.map((phase) => {
        const shape = { count, seconds, phase, silent };
        const found = lines.find((line) =>
          Object.entries(shape).every(([key, value]) => line[key as "count"] === value),
        );
        if (found === undefined) throw new Error(`bench/gates.ts has no line for ${JSON.stringify(shape)}.`);
        return found;
      }),
    ),
  );

const missed = (chosen: readonly WindowLine[], most: number): readonly string[] =>
  chosen
    .filter(
      ({ wall, floor, refused, leastCalls, failed }) =>
        wall / floor > most || refused / leastCalls > 0.05 || failed > 0,
    )
    .map(({ setting, wall, floor, refused }) => `${setting}: ${(wall / floor).toFixed(3)}, ${refused} refused`);

test("a window that says when to come again costs at most 1.12 times the best, however long it is and wherever it is met", () => {
  const windows = { counts: [20, 100], seconds: [1, 2, 10, 15, 60], phases: [0, 0.2, 0.6, 0.95] };
  expect(missed(under(windows, false), 1.12)).toEqual([]);
});

test("so does a window of 10 to 30 seconds that says nothing, met in its first three quarters, and one of 60 seconds, met in its first three fifths", () => {
  const windows = { counts: [60, 100], phases: [0, 0.2, 0.4, 0.6] };
  expect(missed(under({ ...windows, seconds: [10, 15, 20, 30, 60] }, true), 1.12)).toEqual([]);
  expect(missed(under({ ...windows, seconds: [10, 15, 20, 30], phases: [0.75] }, true), 1.12)).toEqual([]);
});

test("so does a window of 1 or 2 seconds that says nothing, met in its first three fifths; met later, it costs less than 1.6 times the best", () => {
  const windows = { counts: [20, 60, 100], seconds: [1, 2] };
  expect(missed(under({ ...windows, phases: [0, 0.2, 0.4, 0.6] }, true), 1.12)).toEqual([]);
  expect(missed(under({ ...windows, phases: [0.8, 0.95] }, true), 1.6)).toEqual([]);
});

test("small windows are found at the price of few refusals too", () => {
  const windows = { counts: [20], seconds: [5, 10, 30, 60], phases: [0, 0.4, 0.8, 0.95] };
  expect(missed(under(windows, true), 1.05)).toEqual([]);
});

test("no client that is refused ten times in all can be within 1.12 for eight lengths in any phase; for five it can", () => {
  const ratioOf = (count: number): number => bounds.find(({ lengths }) => lengths.length === count)?.ratio ?? NaN;
  expect(ratioOf(8)).toBeCloseTo(1.16, 2);
  expect(ratioOf(5)).toBeCloseTo(1.07, 2);
});
