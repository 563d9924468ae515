import fc from "fast-check";
import {
  contributions,
  coveredShare,
  type WeightedList,
  weightedScore,
} from "../../../../src/formulas/define/weighted-score";
import { AddinError } from "../../../../src/engine/http/addin-error";
import { failure } from "./failure";
import { PortfolioWorld } from "./portfolio-world";

let world: PortfolioWorld;
/** The highest score of each covered company in "Demo Portfolio", from plain answers; 0 where it has no event. */
let scores: readonly number[];

beforeAll(async () => {
  world = await PortfolioWorld.open();
  scores = await Promise.all(
    world.covered.map(async ({ id }) =>
      Math.max(0, ...(await world.records("events", "Demo Portfolio", id)).map(({ score }) => score)),
    ),
  );
}, 60_000);
afterAll(() => world.office.close());
beforeEach(() => world.office.forget());

const column = (...cells: readonly unknown[]): readonly unknown[][] => cells.map((cell) => [cell]);

const summary = (entities: unknown, options: unknown) =>
  world.office.run("ESG.SUMMARY", "Demo Portfolio", null, null, null, entities, null, options);

const ids = (count: number): readonly string[] => world.covered.slice(0, count).map(({ id }) => id);

/** The mean of the first scores with these weights. */
const mean = (weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * (scores[place] ?? 0), 0) /
  weights.reduce((sum, weight) => sum + weight, 0);

describe("ESG.SUMMARY with weights", () => {
  test("gives the weighted score over the covered weight, with its coverage", async () => {
    const rows = await summary(column(...ids(3), world.outside.id), "weights=0.5,0.3,0.1,0.1");
    expect(rows[0]).toEqual(["Weighted score", "Coverage"]);
    expect(rows[1]?.[0]).toBeCloseTo(mean([0.5, 0.3, 0.1]), 12);
    expect(rows[1]?.[1]).toBeCloseTo(0.9, 12);
  });

  test("reads weights from a row of cells, a blank or 0 as no weight", async () => {
    const options = [
      ["headers", "no", "", ""],
      ["weights", 0.6, 0, 0.4],
    ];
    const rows = await summary(column(...ids(3)), options);
    expect(rows).toEqual([[expect.closeTo(mean([0.6, 0, 0.4]), 12), 1]]);
  });

  test("is an error that says so where less is covered than need asks for", async () => {
    const list = column(...ids(3), world.outside.id);
    const error = await failure(summary(list, "weights=0.5,0.2,0.1,0.2; need=0.9"));
    expect(error).toMatchObject({ code: "no-rows", message: expect.stringMatching(/Only 80.* 90/) as string });
    expect(await summary(list, "weights=0.5,0.2,0.1,0.2; need=0.8")).toHaveLength(2);
  });

  test("need counts companies where there are no weights", async () => {
    const list = column(...ids(3), world.outside.id, null);
    expect(await failure(summary(list, "align=yes; need=0.8"))).toMatchObject({ code: "no-rows" });
    expect(await summary(list, "align=yes; need=0.75")).toHaveLength(5);
  });

  test("fails with the reason where no company is covered", async () => {
    expect(await failure(summary(column(world.outside.id), "weights=1"))).toMatchObject({ code: "not-found" });
  });

  test("compares with a second list, and the contributions of the companies add up to the difference", async () => {
    const benchmark = `benchmark=${ids(4).join(",")}; benchmark_weights=0.1,0.2,0.3,0.4`;
    const rows = await summary(column(...ids(3)), `weights=0.5,0.3,0.2; ${benchmark}; headers=no`);
    const difference = mean([0.5, 0.3, 0.2]) - mean([0.1, 0.2, 0.3, 0.4]);
    expect(rows[0]?.[4]).toBeCloseTo(difference, 12);
    const parts = await summary(column(...ids(3)), `weights=0.5,0.3,0.2; ${benchmark}; show=contribution; headers=no`);
    expect(parts.at(-1)?.slice(0, 3)).toEqual(["Total", 1, 1]);
    const sum = parts.slice(0, -1).reduce((total, row) => total + Number(row[4]), 0);
    expect(sum).toBeCloseTo(difference, 12);
    expect(parts.at(-1)?.[4]).toBeCloseTo(difference, 12);
    expect(parts.slice(0, -1).map((row) => row[5])).toEqual(expect.arrayContaining([...ids(4)]));
  });

  test("compares with the members of a universe, each with the same weight", async () => {
    const members = await world.members("EU Banks");
    const byMember = await Promise.all(
      members.map(async ({ id }) =>
        Math.max(0, ...(await world.records("events", "EU Banks", id)).map(({ score }) => score)),
      ),
    );
    const expected = byMember.reduce((sum, score) => sum + score, 0) / members.length;
    const options = "weights=1; benchmark=EU Banks; show=benchmark_score,benchmark_coverage,difference; headers=no";
    const rows = await summary(column(...ids(1)), options);
    expect(rows).toEqual([[expect.closeTo(expected, 12), 1, expect.closeTo((scores[0] ?? 0) - expected, 12)]]);
  });

  test("an ISIN alone is a benchmark of one company, and what is no universe is refused with what is allowed", async () => {
    const [first = ""] = ids(1);
    const isin = world.office.demo.entities.find(({ id }) => id === first)?.isin ?? "";
    const run = (benchmark: unknown) =>
      summary(column(first), [
        ["weights", 1],
        ["benchmark", benchmark],
        ["headers", "no"],
      ]);
    expect((await run(isin))[0]?.[4]).toBe(0);
    const allowed = "benchmark must be a universe, or a list of companies with benchmark_weights, got";
    for (const [benchmark, came] of [
      [first, `"${first}"`],
      [true, "TRUE"],
      [46053, "46053"],
      [1e308, "1E+308"],
    ])
      expect((await failure(run(benchmark))) as Error).toMatchObject({ message: `${allowed} ${String(came)}.` });
  });

  test("a blank cell of the benchmark keeps its weight, which is not covered", async () => {
    const [first = "", second = ""] = ids(2);
    const options = [
      ["weights", 1, "", ""],
      ["benchmark", first, "", second],
      ["benchmark_weights", 0.25, 0.5, 0.25],
      ["headers", "no", "", ""],
    ];
    const rows = await summary(column(first), options);
    expect(rows[0]?.slice(2, 4)).toEqual([expect.closeTo(mean([0.25, 0.25]), 12), 0.5]);
    // Without weights a blank cell has none.
    const alike = [...options.slice(0, 2), ...options.slice(3)];
    expect((await summary(column(first), alike))[0]?.slice(2, 4)).toEqual([expect.closeTo(mean([1, 1]), 12), 1]);
  });

  test.each(["0,9", ",9", "0x1", "0.9;0.8"])("says what came where need is %s", async (need) => {
    const call = summary(column(...ids(2)), `align=yes; need=${need}`);
    expect((await failure(call)).message).toBe(
      `need must be a number above 0 and up to 1, such as 0.9, got "${need.replace(/^,/, "")}".`,
    );
  });

  test("need without a list is refused before a call", async () => {
    const call = world.office.run("ESG.SUMMARY", "Demo Portfolio", null, null, null, null, "country", "need=0.9");
    expect(await failure(call)).toMatchObject({ message: "options: need needs entities." });
    expect(world.office.sent).toEqual([]);
  });

  test.each([
    ["fewer weights than companies", "weights=1"],
    ["a weight below 0", "weights=1,-1"],
    ["a weight in hexadecimal digits", "weights=1,0x10"],
    ["more weights than companies of the benchmark", "weights=1,1; benchmark=EU Banks,x; benchmark_weights=1,1,1"],
    ["weights that are all 0", "weights=0,0"],
    ["weights whose sum is no number", "weights=1e308,1e308"],
    ["rows beside the list", "weights=1,1; align=yes"],
    ["counts", "weights=1,1; show=events"],
    ["the difference from nothing", "weights=1,1; show=difference"],
    ["a benchmark without weights of the list", "benchmark=EU Banks"],
    ["the score of a list without weights", "show=weighted_score"],
    ["a need of more than all", "align=yes; need=1.5"],
  ])("refuses %s before a call", async (_, options) => {
    expect(await failure(summary(column(...ids(2)), options))).toMatchObject({ code: "invalid-argument" });
    expect(world.office.sent).toEqual([]);
  });
});

const outside = new AddinError("not-found", "outside");

/** A list of some of ten companies with weights, of which some are not covered; at least one is covered. */
const list: fc.Arbitrary<WeightedList> = fc
  .array(
    fc.record({ place: fc.nat(9), weight: fc.double({ min: 1e-6, max: 1e6, noNaN: true }), covered: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((holdings) => ({
    rows: ["c0", ...holdings.map(({ place, covered }) => (covered ? `c${place}` : outside))],
    weights: [1, ...holdings.map(({ weight }) => weight)],
    coverage: new Map(),
  }));

const anyScores = fc
  .array(fc.nat(5), { minLength: 10, maxLength: 10 })
  .map((values) => new Map(values.map((score, place) => [`c${place}`, score])));

describe("Weighted scores of random lists", () => {
  test("have contributions that add up to the difference within 1e-12", () => {
    fc.assert(
      fc.property(list, list, anyScores, (portfolio, benchmark, all) => {
        const difference = (weightedScore(portfolio, all) ?? NaN) - (weightedScore(benchmark, all) ?? NaN);
        const parts = contributions({ portfolio, benchmark, scores: all });
        const sum = parts.reduce((total, { contribution }) => total + contribution, 0);
        expect(Math.abs(sum - difference)).toBeLessThan(1e-12);
      }),
    );
  });

  test("lie between the lowest and the highest score, whatever is not covered", () => {
    fc.assert(
      fc.property(list, anyScores, (portfolio, all) => {
        const score = weightedScore(portfolio, all) ?? NaN;
        expect(score).toBeGreaterThanOrEqual(Math.min(...all.values()) - 1e-12);
        expect(score).toBeLessThanOrEqual(Math.max(...all.values()) + 1e-12);
        expect(coveredShare(portfolio)).toBeGreaterThan(0);
        expect(coveredShare(portfolio)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
