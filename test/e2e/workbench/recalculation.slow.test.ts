import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { until } from "../../support/until";

interface Fixture {
  readonly calls: Readonly<Record<string, number>>;
  readonly addresses: readonly string[];
  readonly cancelled: number;
  /** Answers of FIXTURE.ROWS. */
  readonly answered: number;
}

describe("recalculation in the workbench", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  const fixture = (): Promise<Fixture> =>
    bench.pane().evaluate(() => (window as unknown as { fixture: Fixture }).fixture);
  const callsOf = async (name: string): Promise<number> => (await fixture()).calls[name] ?? 0;
  /** Waits until A1 shows a number above this one, and returns what it shows. */
  const countsBeyond = async (least: number): Promise<number> => {
    let shown = least;
    await until(`A1 counts beyond ${least}`, async () => {
      shown = Number((await bench.cell("A1")).value);
      return shown > least;
    });
    return shown;
  };
  /** How often a function is called while something happens. */
  const during = async (name: string, action: () => Promise<unknown>): Promise<number> => {
    const before = await callsOf(name);
    await action();
    await bench.settled();
    return (await callsOf(name)) - before;
  };

  beforeEach(() => {
    bench = opened();
  });

  it("calls a function once for an entered formula and not again for edits elsewhere or F9", async () => {
    expect(await during("FIXTURE.ONE", () => bench.enterAll({ A1: "7", B1: "=FIXTURE.ONE(A1)" }))).toBe(1);
    expect(await during("FIXTURE.ONE", () => bench.enterAll({ D4: "=1+1", D5: "x" }))).toBe(0);
    expect(await during("FIXTURE.ONE", () => bench.page.keyboard.press("F9"))).toBe(0);
    expect(await during("FIXTURE.ONE", () => bench.enterAll({ A1: "8" }))).toBe(1);
    expect((await bench.cell("B1")).value).toBe("[8,null]");
    expect(await during("FIXTURE.ONE", () => bench.call("recalculate", "full"))).toBe(1);
    expect(await during("FIXTURE.ONE", () => bench.page.keyboard.press("Control+Alt+F9"))).toBe(1);
  });

  it("calls formulas below an inserted or deleted row again, with the addresses they have now", async () => {
    await bench.enterAll({ A1: '=FIXTURE.ONE("above")', A3: '=FIXTURE.ONE("below")', C4: "=FIXTURE.ROWS(2)" });
    const inserted = await during("FIXTURE.ONE", () => bench.call("insertRow", 2));
    expect(inserted).toBe(1);
    expect((await fixture()).addresses.slice(-2).sort()).toEqual(["FIXTURE.ONE Sheet1!A4", "FIXTURE.ROWS Sheet1!C5"]);
    expect((await bench.cell("A4")).value).toBe('["below",null]');
    expect(await bench.values("C4:D7")).toEqual([
      ["", ""],
      ["row 1", 1],
      ["row 2", 2],
      ["", ""],
    ]);
    await bench.call("deleteRow", 2);
    await bench.settled();
    expect((await fixture()).addresses.slice(-2).sort()).toEqual(["FIXTURE.ONE Sheet1!A3", "FIXTURE.ROWS Sheet1!C4"]);
    expect(await bench.values("C3:C6")).toEqual([[""], ["row 1"], ["row 2"], [""]]);
  });

  it("quotes a sheet's name in an address where Excel does", async () => {
    await bench.call("addSheet", "EU Banks");
    await bench.enterAll({ "'EU Banks'!B2": "=FIXTURE.ONE(1)" });
    expect((await fixture()).addresses.at(-1)).toBe("FIXTURE.ONE 'EU Banks'!B2");
  });

  it("tells a function that it is cancelled when its cell is typed over, and drops a late answer", async () => {
    await bench.enter("A1", "=FIXTURE.ROWS(2,2,1000)");
    await until("FIXTURE.ROWS is called", async () => (await callsOf("FIXTURE.ROWS")) > 0);
    await bench.enterAll({ A1: "typed" });
    expect((await fixture()).cancelled).toBe(1);
    await until("the late answer is there", async () => (await fixture()).answered > 0);
    await bench.settled();
    expect(await bench.values("A1:B2")).toEqual([
      ["typed", ""],
      ["", ""],
    ]);
  });

  it("streams into a cell while other cells are edited, and ends the stream when the cell is emptied", async () => {
    await bench.enter("A1", "=FIXTURE.LIVE(100)");
    await bench.enter("C1", "=A1*10");
    const first = await countsBeyond(2);
    await bench.enter("B5", "edit");
    await countsBeyond(first);
    await bench.enterAll({ A1: "" });
    expect((await fixture()).cancelled).toBe(1);
    expect(await callsOf("FIXTURE.LIVE")).toBe(1);
  });

  it("begins no call for a cell that is emptied while it is being calculated", async () => {
    await bench.enterAll({ A1: '=FIXTURE.EMPTIES("A2")', A2: "=FIXTURE.LIVE(A1)" });
    expect(await callsOf("FIXTURE.EMPTIES")).toBeGreaterThanOrEqual(1);
    expect(await callsOf("FIXTURE.LIVE")).toBe(0);
    expect((await bench.cell("A2")).value).toBe("");
  });

  it("calls two functions of one formula once each, siblings and nested", async () => {
    await bench.enterAll({ A1: '=FIXTURE.ONE("a")&FIXTURE.ONE("b")', A2: '=FIXTURE.ONE(FIXTURE.ONE("c"))' });
    expect((await bench.cell("A1")).value).toBe('["a",null]["b",null]');
    expect(await callsOf("FIXTURE.ONE")).toBe(4);
  });

  it("leaves cells dirty in manual mode until F9", async () => {
    await bench.enterAll({ A1: "1", B1: "=FIXTURE.ONE(A1)", C1: "=A1+1" });
    await bench.call("calculationMode", "manual");
    expect(await during("FIXTURE.ONE", () => bench.enterAll({ A1: "2" }))).toBe(0);
    expect(await bench.values("B1:C1")).toEqual([["[1,null]", 2]]);
    expect(await during("FIXTURE.ONE", () => bench.page.keyboard.press("F9"))).toBe(1);
    expect(await bench.values("B1:C1")).toEqual([["[2,null]", 3]]);
    await bench.call("calculationMode", "automatic");
  });
});
