import { serveFixture, type FixtureServer } from "./fixture-server";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./page";

describe("formulas in the workbench", () => {
  let server: FixtureServer;
  let bench: WorkbenchPage;

  beforeAll(async () => {
    server = await serveFixture();
    bench = await openWorkbench(`${server.address}?fresh`);
  }, 180_000);

  afterAll(async () => {
    await closeBrowser();
    await server.close();
  });

  it("calculates a custom function", async () => {
    await bench.enterAll({ A1: "=FIXTURE.ADD(1,2)" });
    expect(await bench.cell("A1")).toEqual({ value: 3, text: "3", formula: "=FIXTURE.ADD(1,2)" });
  });

  it("shows #BUSY! until an answer comes, then spills it", async () => {
    await bench.enter("C1", "=FIXTURE.ROWS(3,2,900)");
    await bench.page.waitForTimeout(500);
    expect((await bench.cell("C1")).value).toBe("#BUSY!");
    await bench.settled();
    expect(await bench.values("C1:D3")).toEqual([
      ["row 1", 1],
      ["row 2", 2],
      ["row 3", 3],
    ]);
  });

  it("shows an error with the sentence of the function", async () => {
    await bench.enterAll({ A3: '=FIXTURE.FAIL("invalidValue","minScore must be from 1 to 5, got 7")' });
    const { error, text } = await bench.cell("A3");
    expect(text).toBe("#VALUE!");
    expect(error).toEqual({ code: "#VALUE!", message: "minScore must be from 1 to 5, got 7" });
  });

  it("complains of nothing in the console", () => {
    expect(bench.complaints).toEqual([]);
  });
});
