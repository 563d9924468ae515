import { freshWorkbench } from "./fresh-workbench";

describe("large results in the workbench", () => {
  const bench = freshWorkbench();

  it("never shows a result over 5 MB: the cell stays #BUSY!", async () => {
    await bench().enterAll({ A1: "=FIXTURE.ROWS(60000,12)" });
    expect((await bench().cell("A1")).value).toBe("#BUSY!");
    expect(bench().complaints.join()).toMatch(/more than the host takes/);
  });

  it("calculates 1,000 cells with one call each together", async () => {
    const started = Date.now();
    const before = await bench().call("invocations");
    await bench().page.evaluate(() => {
      const { workbench } = window as unknown as { workbench: { enter: (address: string, text: string) => void } };
      for (let row = 1; row <= 1000; row += 1) workbench.enter(`A${row}`, `=FIXTURE.ONE(${row})`);
    });
    await bench().settled();
    process.stdout.write(`1,000 cells: ${Date.now() - started} ms\n`);
    expect((await bench().call("invocations")) - before).toBe(1000);
    expect((await bench().cell("A1000")).value).toBe("[1000,null]");
  });

  it("spills 10,000 rows of 12", async () => {
    const started = Date.now();
    await bench().enterAll({ A1: "=FIXTURE.ROWS(10000,12)" });
    process.stdout.write(`10,000 x 12: ${Date.now() - started} ms\n`);
    expect((await bench().cell("L10000")).value).toBe(110_000);
  });
});
