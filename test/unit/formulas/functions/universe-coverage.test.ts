import { CellError } from "../../../../src/formulas/table/matrix";
import { failure } from "./failure";
import { PortfolioWorld } from "./portfolio-world";

let world: PortfolioWorld;
const unknown = "00000000-0000-4000-8000-000000000000";

beforeAll(async () => {
  world = await PortfolioWorld.open();
}, 60_000);
afterAll(() => world.office.close());
beforeEach(() => world.office.forget());

const column = (...cells: readonly unknown[]): readonly unknown[][] => cells.map((cell) => [cell]);

const coverage = (entities: unknown, weights: unknown = null, options = "", universe = "Demo Portfolio") =>
  world.office.run("UNIVERSE.COVERAGE", entities, universe, weights, options);

const ids = (count: number): readonly string[] => world.covered.slice(0, count).map(({ id }) => id);

describe("UNIVERSE.COVERAGE", () => {
  test("counts the holdings that the universe covers, and their weight", async () => {
    const list = column(...ids(3), world.outside.id, unknown);
    expect(await coverage(list)).toEqual([["3 of 5 holdings"]]);
    expect(await coverage(list, column(0.4, 0.3, 0.22, 0.05, 0.03))).toEqual([["3 of 5 holdings, 92 % of weight"]]);
  });

  test("weighs holdings whose weights do not add up to 1, and never says 100 % for less", async () => {
    const list = column(...ids(2), world.outside.id);
    expect(await coverage(list, column(30, 30, 40))).toEqual([["2 of 3 holdings, 60 % of weight"]]);
    expect(await coverage(list, column(50_000, 49_999, 1))).toEqual([["2 of 3 holdings, 99.9 % of weight"]]);
  });

  test("counts a duplicate once, adds its weights, and names it", async () => {
    const [id = ""] = ids(1);
    const isin = world.office.demo.entities.find((entity) => entity.id === id)?.isin ?? "";
    const list = column(id, isin, world.outside.id);
    expect(await coverage(list, column(0.2, 0.3, 0.5))).toEqual([
      [`1 of 2 holdings, 50 % of weight, counted once: ${id}`],
    ]);
    expect(await coverage(list, null, "show=holdings,duplicates")).toEqual([[2, id]]);
  });

  test("counts a blank cell with a weight as a holding that is not covered, and ignores one without", async () => {
    const list = column(...ids(2), null);
    expect(await coverage(list, column(0.5, 0.46, 0.04))).toEqual([["2 of 3 holdings, 96 % of weight"]]);
    expect(await coverage(list)).toEqual([["2 of 2 holdings"]]);
  });

  test("gives numbers: resolved, in the universe, licensed", async () => {
    const [member = ""] = (await world.members(world.unlicensedUniverse))
      .map(({ id }) => id)
      .filter((id) => id !== world.unlicensed);
    const list = column(member, world.unlicensed, unknown, "Bank");
    expect(
      await coverage(
        list,
        column(1, 1, 1, 1),
        "show=holdings,resolved,members,licensed,weight",
        world.unlicensedUniverse,
      ),
    ).toEqual([[4, 3, 2, 1, 0.25]]);
  });

  test("lists what is missing with the reason and the weight", async () => {
    const list = column(...ids(1), world.outside.id, "Bank", null);
    const rows = await coverage(list, column(0.4, 0.3, 0.2, 0.1), "show=missing");
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ["Holding", "Status", "Weight"],
      [world.outside.id, "not in universe", 0.3],
      ["Bank", "ambiguous", 0.2],
      ["", "blank", 0.1],
    ]);
    expect(rows[1]?.[3]).toBe(`${world.outside.name} is not in Demo Portfolio: not monitored.`);
  });

  test("lists a cell error as a holding that failed, and gives no number over it", async () => {
    const list = column(...ids(1), new CellError("#N/A"));
    expect((await coverage(list, null, "show=missing")).slice(1)).toEqual([["#N/A", "failed", ""]]);
    await expect(coverage(list)).rejects.toBeInstanceOf(CellError);
  });

  test("says None where nothing is missing", async () => {
    expect(await coverage(column(...ids(2)), null, "show=missing")).toEqual([
      ["Holding", "Status", "Reason"],
      ["None", "", ""],
    ]);
  });

  test("fails where a company could not be asked for, in place of a number that is too low", async () => {
    world.office.alter = (path, _, answer) => (path.endsWith("/entities") ? { nonsense: true } : answer);
    const result = failure(coverage(column(...ids(2)), null, "cache=never; onerror=na"));
    expect(await result).toMatchObject({ code: "unavailable" });
    const rows = await coverage(column(...ids(2)), null, "show=missing; cache=never; onerror=na");
    world.office.alter = undefined;
    expect(rows.slice(1).map(([, status]) => status)).toEqual(["failed", "failed"]);
  });

  test.each([
    ["as many weights as companies", column(1), "", "weights"],
    ["a weight below 0", column(1, -1), "", "weights"],
    ["a text as weight", column(1, "much"), "", "weights"],
    ["numbers and missing together", null, "show=holdings,missing", "missing"],
    ["weight without weights", null, "show=weight", "weights"],
  ])("refuses, before a call, what has not %s", async (_, weights, options, word) => {
    const error = await failure(coverage(column(...ids(2)), weights, options));
    expect(error).toMatchObject({ code: "invalid-argument", message: expect.stringContaining(word) as string });
    expect(world.office.sent).toEqual([]);
  });

  test("asks for the memberships of 500 companies in five calls, and for 25 licences, and says how many are left", async () => {
    const fresh = await PortfolioWorld.open();
    const { run, forget, close } = fresh.office;
    // The small world has fewer companies: the others are ids of none, which are asked for like them.
    const members = (await fresh.members("Whole Catalogue")).map(({ id }) => id);
    const others = Array.from({ length: 500 }, (_, index) => unknown.slice(0, -4) + String(1_000 + index));
    const list = [...members, ...others].slice(0, 500);
    forget();
    const [[sentence] = []] = await run("UNIVERSE.COVERAGE", column(...list), "Whole Catalogue");
    expect(fresh.calls("/entities?")).toBe(5);
    expect(fresh.calls("/sdg/documents")).toBe(25);
    expect(sentence).toContain(`of 500 holdings, ${members.length - 25} licences not checked`);
    forget();
    await run("UNIVERSE.COVERAGE", column(...list.reverse()), "Whole Catalogue", null, "show=members");
    expect(fresh.office.sent).toEqual([]);
    await close();
  });
});
