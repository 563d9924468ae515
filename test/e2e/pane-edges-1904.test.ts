import type { WorkbenchPage } from "./workbench/page";
import { recordCalls } from "./sent-calls";
import { signIn, startStage, type Stage } from "./stage";

let stage: Stage;
let workbench: WorkbenchPage;

/** The days between the beginnings of Excel's two ways to count. */
const offset = 1_462;
const serialOf = (day: string): number => Date.parse(day) / 86_400_000 + 25_569 - offset;

beforeAll(async () => {
  stage = await startStage();
  const before = await stage.open("?fresh");
  const formats = { "A:A": { numberFormat: "yyyy-mm-dd" }, D1: { numberFormat: "yyyy-mm-dd" } };
  const isins = stage.demo.entities.flatMap(({ isin }) => isin ?? []).slice(0, 2);
  const cells = { D1: serialOf("2026-06-01"), H1: "ISIN", H2: isins[0] ?? "", H3: isins[1] ?? "" };
  await before.call("open", { name: "From a Mac", dates1904: true, sheets: [{ name: "Days", cells, formats }] });
  await before.settled();
  // The add-in looks when it starts: the workbook is opened anew.
  workbench = await stage.open("", { sameBrowserAs: before });
  await before.page.close();
  await signIn(workbench);
}, 240_000);
afterAll(() => stage.close());

describe("A workbook that counts days from 1904", () => {
  test("shows the day it was given", async () => {
    expect((await workbench.cell("D1")).text).toBe("2026-06-01");
    expect((await workbench.call("save")).dates1904).toBe(true);
  });

  test("gets dates as it counts them, the same days that the service tells", async () => {
    const formula = (options: string): string =>
      `=ESG.EVENTS("EU Banks",4,,,,"last_activity",3,"headers=no${options}")`;
    await workbench.enterAll({ A1: formula(""), B1: formula("; dates=iso") });
    const fromService = (await workbench.values("B1:B3")).map(([iso]) => String(iso).slice(0, 10));
    const shown = (await workbench.read("A1:A3")).map(([cell]) => cell?.text.slice(0, 10));
    expect(fromService[0]).toMatch(/^2026-/);
    expect(shown).toEqual(fromService);
    const [first] = (await workbench.values("A1:A1"))[0] ?? [];
    expect(Math.floor(Number(first))).toBe(serialOf(fromService[0] ?? ""));
    await workbench.screenshot("pane-edges-1904");
  });

  test("is asked for the day that stands in its cell", async () => {
    const sent = await recordCalls(workbench);
    const calls = await sent.during(() =>
      workbench.enterAll({ F1: '=ESG.EVENTS("EU Banks",4,D1,,,"last_activity",3,"headers=no")' }),
    );
    expect(JSON.stringify(calls.map(({ query }) => query))).toContain("2026-06-01");
  });

  test("is told so where the pane inserts", async () => {
    const pane = workbench.pane();
    await workbench.call("select", "H2:H3");
    await pane.getByRole("tab", { name: "Resolve" }).click();
    await pane.getByRole("button", { name: "Resolve", exact: true }).click();
    await pane.getByLabel("Target cell").fill("J1");
    await pane.getByRole("button", { name: "Insert formula" }).click();
    await pane.getByText("This workbook uses the 1904 date system. Dates are inserted in that system.").waitFor();
    expect((await workbench.cell("J2")).formula).toBe('=ENTITY.RESOLVE(H2:H3,,,,"headers=no")');
  });

  test("is looked at again before each insert: after it turned to 1900 it gets its days as it counts them now", async () => {
    const pane = workbench.pane();
    const formats = { "A:A": { numberFormat: "yyyy-mm-dd" } };
    await workbench.call("open", { name: "Turned", dates1904: false, sheets: [{ name: "Days", cells: {}, formats }] });
    await workbench.settled();
    await pane.getByRole("tab", { name: "Formula" }).click();
    await pane.getByLabel("Search functions and questions").fill("ESG.EVENTS");
    await pane.getByLabel("Search functions and questions").press("Enter");
    const inputs = {
      Universe: "EU Banks",
      "Lowest score minScore": "4",
      "Columns fields": "last_activity",
      "Number of rows limit": "3",
      "More settings options": "headers=no",
    };
    for (const [label, text] of Object.entries(inputs))
      await pane
        .locator("input")
        .and(pane.getByLabel(label, { exact: true }))
        .fill(text);
    await pane.getByLabel("Target cell").fill("A1");
    await pane.getByRole("button", { name: "Insert formula" }).click();
    await pane.getByText("Inserted in Days!A1").waitFor();
    await workbench.settled();
    await workbench.enterAll({ B1: '=ESG.EVENTS("EU Banks",4,,,,"last_activity",3,"headers=no; dates=iso")' });
    const fromService = (await workbench.values("B1:B3")).map(([iso]) => String(iso).slice(0, 10));
    const shown = (await workbench.read("A1:A3")).map(([cell]) => cell?.text.slice(0, 10));
    expect(fromService[0]).toMatch(/^2026-/);
    expect(shown).toEqual(fromService);
  });
});
