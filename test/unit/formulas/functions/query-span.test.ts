import { failure } from "./failure";
import { PortfolioWorld } from "./portfolio-world";

let world: PortfolioWorld;

beforeAll(async () => {
  world = await PortfolioWorld.open();
}, 60_000);
afterAll(() => world.office.close());
beforeEach(() => world.office.forget());

const millisecondsPerDay = 86_400_000;

/** Excel's number of a moment. */
const serial = (moment: number): number => moment / millisecondsPerDay + 25_569;

const span = (scope: "workbook" | "sheet" | null, address = "Report!A1") =>
  world.office.runWith({ address }, "QUERY.SPAN", scope);

const info = (address: string, item: string) =>
  world.office.runWith({ parameterAddresses: [address] }, "QUERY.INFO", "anything", item);

const column = (...cells: readonly unknown[]): readonly unknown[][] => cells.map((cell) => [cell]);

describe("QUERY.SPAN", () => {
  test("is #N/A where no formula has data, and makes no call", async () => {
    expect(await failure(span(null))).toMatchObject({ code: "no-rows" });
    expect(world.office.sent).toEqual([]);
  });

  test("shows when the oldest and the newest data was fetched, of the workbook or of the sheet", async () => {
    const { clock } = world.office.runtime;
    const moments = [clock.now()];
    for (const [place, universe] of ["EU Banks", "Demo Portfolio", "Holdings"].entries()) {
      const address = `${place === 1 ? "Data" : "Report"}!C${place + 2}`;
      // Names of companies would be as old as the first answer that fetched them.
      await world.office.runWith({ address }, "ESG.EVENTS", universe, 5, null, null, null, "score");
      moments.push(clock.now());
    }
    const [[oldest, newest] = []] = await span(null);
    const [[ofSheet, sameMoment] = []] = await span("sheet", "Data!A1");
    const [first = 0, second = 0, third = 0, last = 0] = moments.map(serial);
    for (const [value, from, to] of [
      [oldest, first, second],
      [ofSheet, second, third],
      [newest, third, last],
    ] as const) {
      expect(value).toBeGreaterThanOrEqual(from);
      expect(value).toBeLessThanOrEqual(to);
    }
    expect(sameMoment).toBe(ofSheet);
  });

  test("counts the oldest result of a workbook with more formulas than the log of requests keeps", async () => {
    const [[oldest] = []] = await span(null);
    const { requestLog } = world.office.runtime;
    const { signal } = new AbortController();
    for (let row = 1; row <= 10_001; row += 1)
      requestLog.open({ what: "ESG.EVENTS", address: `Many!A${row}`, query: "", signal }).done(1);
    expect(requestLog.entries.get().some(({ address }) => address === "Report!C2")).toBe(false);
    expect((await span(null))[0]?.[0]).toBe(oldest);
  });

  test("counts the formulas that are in the workbook now: neither deleted ones nor, where one moved, too few", async () => {
    const { requestLog } = world.office.runtime;
    const all = requestLog.latestEntries().flatMap(({ address }) => address ?? []);
    const spanWith = (formulas: readonly string[]) =>
      world.office.runWith(
        { address: "Report!A1", workbookFormulas: () => Promise.resolve(formulas) },
        "QUERY.SPAN",
        null,
      );
    const [[oldest, newest] = []] = await spanWith(all);
    expect([[oldest, newest]]).toEqual(await span(null));
    const [[remaining] = []] = await spanWith(all.filter((address) => address !== "Report!C2"));
    expect(Number(remaining)).toBeGreaterThan(Number(oldest));
    // The formula of C2 stands in C9 now; the log does not know.
    const moved = all.map((address) => (address === "Report!C2" ? "Report!C9" : address));
    expect(await spanWith(moved)).toEqual([[oldest, newest]]);
  });

  test("does not count a formula that failed, or the earlier result of its cell", async () => {
    await failure(world.office.runWith({ address: "Data!C3" }, "ESG.EVENTS", "EU Bnaks", 5));
    expect(await failure(span("sheet", "Data!A1"))).toMatchObject({ code: "no-rows" });
  });
});

describe("QUERY.INFO of a formula beside a list", () => {
  test("names the universe, the period and how many companies are covered", async () => {
    const list = column(...world.covered.slice(0, 3).map(({ id }) => id), world.outside.id, null);
    const address = "Report!F2";
    await world.office.runWith(
      { address },
      "ESG.SUMMARY",
      "demo portfolio",
      null,
      "-30d",
      "today",
      list,
      null,
      "align=yes",
    );
    expect(await info(address, "universe")).toEqual([["Demo Portfolio"]]);
    expect(await info(address, "period")).toEqual([["2026-10-02 to 2026-11-01"]]);
    expect(await info(address, "coverage")).toEqual([["3 of 4"]]);
  });

  test.each([
    ["ESG.EVENTS", "headers=no"],
    ["ESG.EVENTS", "align=yes"],
    ["ESG.DOCUMENTS", "align=yes"],
  ])("counts covered companies of %s with %s", async (name, options) => {
    const list = column(world.covered[0]?.id, world.outside.id, world.covered[0]?.id);
    await world.office.runWith(
      { address: "Report!F3" },
      name,
      "Demo Portfolio",
      null,
      null,
      null,
      list,
      "id",
      null,
      options,
    );
    expect(await info("Report!F3", "coverage")).toEqual([["1 of 2"]]);
    expect(await info("Report!F3", "period")).toEqual([[""]]);
  });

  test("names the selected universe where the argument is omitted, and a misspelt one as it was written", async () => {
    world.office.runtime.universes.select(world.office.universe("EU Banks"));
    await world.office.runWith({ address: "Report!F4" }, "UNIVERSE.COUNT");
    expect(await info("Report!F4", "universe")).toEqual([["EU Banks"]]);
    await failure(world.office.runWith({ address: "Report!F5" }, "ESG.EVENTS", "EU Bnaks", null, "2026-01-31"));
    expect(await info("Report!F5", "universe")).toEqual([["EU Bnaks"]]);
    expect(await info("Report!F5", "period")).toEqual([["since 2026-01-31"]]);
    await world.office.runWith({ address: "Report!F6" }, "ENTITY.GET", world.outside.id, "name");
    expect(await info("Report!F6", "universe")).toEqual([[""]]);
  });
});
