import { until } from "../support/until";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";
import { runBatch } from "./workbench/run-batch";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open();
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

/** Each event has two dates: too many in 1,400 rows to be formatted values. */
const events = (limit: number | string): string =>
  `=ESG.EVENTS("EU Banks",3,,,,"last_activity,score,start_date",${limit})`;
const date = /^\d{4}-\d\d-\d\d \d\d:\d\d$/;
const number = /^\d{5}(\.\d+)?$/;

const text = async (address: string): Promise<string> => (await workbench.cell(address)).text;

const showsDate = (address: string): Promise<void> =>
  until(`${address} shows a date`, async () => date.test(await text(address)));

describe("A result with too many dates for formatted values", () => {
  test("shows them as dates down to the last row, and leaves a format that somebody chose", async () => {
    await runBatch(
      workbench,
      async (context) => {
        context.workbook.worksheets.getActiveWorksheet().getRange("C3").numberFormat = [["0"]];
        await context.sync();
      },
      {},
    );
    await workbench.enterAll({ A1: events(1_400) });
    await showsDate("A1401");
    await showsDate("C1401");
    expect(await text("A2")).toMatch(date);
    expect(await text("B1401")).toMatch(/^\d$/);
    expect(await text("C3")).toMatch(/^\d{5}$/);
  });

  test("shows those of the rows that come when it grows", async () => {
    await workbench.enterAll({ A1: events('"all"'), J1: "=ROWS(A1#)" });
    // How many events there are depends on the day.
    const last = Number((await workbench.cell("J1")).value);
    expect(last).toBeGreaterThan(1_401);
    await showsDate(`A${last}`);
    expect(await text(`A${last + 1}`)).toBe("");
    await workbench.screenshot("dates-of-a-longer-result");
  });

  test("writes nothing on a protected sheet", async () => {
    await workbench.call("addSheet", "Locked");
    await workbench.call("activate", "Locked");
    await workbench.enterAll({ "Sheet1!E1": 10, A1: events("Sheet1!E1") });
    await workbench.call("protect", "Locked", true);
    await workbench.call("activate", "Sheet1");
    await workbench.enterAll({ E1: 1_300, G1: events(1_350) });
    // Both results are in one batch.
    await showsDate("G1351");
    expect(await text("Locked!A1301")).toMatch(number);
  });
});

describe("A summary with periods across", () => {
  test("shows months and quarters above its columns, as dates that a formula finds", async () => {
    const summary = (wide: string, show: string): string =>
      `=ESG.SUMMARY("EU Banks",3,"-1y",,,"category","wide=${wide}; show=${show}")`;
    await workbench.call("addSheet", "Periods");
    await workbench.call("activate", "Periods");
    await workbench.enterAll({
      A1: summary("month", "events"),
      A10: summary("quarter", "events"),
      A20: summary("score", "events"),
      A30: '=ESG.SUMMARY("EU Banks",3,"-1y",,,"category","show=share")',
    });
    expect(await text("C1")).toMatch(/^\d{4}-\d\d$/);
    expect(await text("C10")).toMatch(/^\d{4} Q[1-4]$/);
    // The first period may be counted in part.
    expect(await text("B1")).toMatch(/^(\d{4}-\d\d|[A-Z][a-z]{2} \d{4} \(from \d+ [A-Z][a-z]{2}\))$/);
    const [[month, , third] = []] = await workbench.values("B1:D1");
    expect([typeof month, typeof third]).toEqual(["number", "number"]);
    await workbench.enterAll({ A40: "=MATCH(EDATE(B1,2),B1:F1,0)", A41: "=MATCH(4,B20:F20,0)" });
    expect(await workbench.values("A40:A41")).toEqual([[3], [2]]);
    expect(await text("B31")).toMatch(/^\d+\.\d%$/);
    await workbench.screenshot("periods-across");
  });
});
