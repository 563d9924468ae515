import { openView } from "./open-view";
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
    await openView(pane, "Resolve");
    await pane.getByRole("button", { name: "Resolve", exact: true }).click();
    await pane.getByLabel("Target cell").fill("J1");
    await pane.getByRole("button", { name: "Insert formula" }).click();
    await pane.getByText("This workbook uses the 1904 date system. Dates are inserted in that system.").waitFor();
    expect((await workbench.cell("J2")).formula).toBe('=ENTITY.RESOLVE(H2:H3,,,,"headers=no")');
  });

  test("gets the sheet of an analysis with the days that the service tells, as formulas and as values", async () => {
    const pane = workbench.pane();
    const button = (name: string | RegExp) =>
      pane.getByRole("button", { name, exact: typeof name === "string" }).first();
    await workbench.enterAll({ L1: "Company", L2: "Acme", L3: "Volta" });
    await workbench.call("select", "L1:L3");
    await pane.getByRole("tab", { name: "Analyses" }).first().click();
    await button(/^What is being said/).click();
    await button("Take Days!L1:L3").click();
    await pane.getByText("2 companies").first().waitFor();
    await button("Estimate the documents").click();
    await button("Start the analysis").click();
    await button("Insert results").click();
    await pane.getByText(/^Inserted in /).waitFor();
    await workbench.settled();
    const [, live = ""] = await workbench.call("sheets");
    const column = await workbench.values(`'${live}'!A1:A60`);
    const first = column.findIndex(([value]) => value === "Documents by month") + 3;
    await workbench.enterAll({
      N1: '=ANALYSIS.SERIES($B$8,"volume_document","extract_day","mean","month","headers=no; dates=iso")',
    });
    const months = (await workbench.values(`'${live}'!N1:N20`))
      .map(([iso]) => String(iso).slice(0, 10))
      .filter((iso) => iso !== "");
    expect(months.join()).toMatch(/^202\d-\d\d-01(,202\d-\d\d-01)+$/);
    const range = `A${first}:A${first + months.length - 1}`;
    expect((await workbench.values(`'${live}'!${range}`)).flat()).toEqual(months.map(serialOf));
    const shown = (await workbench.read(`'${live}'!${range}`)).map(([cell]) => cell?.text);
    const inWords = new Intl.DateTimeFormat("en", { month: "short", year: "numeric", timeZone: "UTC" });
    expect(shown).toEqual(months.map((month) => inWords.format(Date.parse(month))));
    await workbench.screenshot("pane-edges-1904-analysis");
    await pane.getByLabel("Insert as").selectOption("values");
    await button("Insert results").click();
    await pane.getByText(/^Inserted in .*2/).waitFor();
    const values = (await workbench.call("sheets")).at(2) ?? "";
    expect((await workbench.values(`'${values}'!${range}`)).flat().map((day) => String(day).slice(0, 10))).toEqual(
      months,
    );
  });

  test("is looked at again before each insert: after it turned to 1900 it gets its days as it counts them now", async () => {
    const pane = workbench.pane();
    const formats = { "A:A": { numberFormat: "yyyy-mm-dd" } };
    await workbench.call("open", { name: "Turned", dates1904: false, sheets: [{ name: "Days", cells: {}, formats }] });
    await signIn(workbench);
    await workbench.settled();
    await pane.getByRole("tab", { name: "Build" }).click();
    await pane.getByLabel("Search functions, questions and columns").fill("ESG.EVENTS");
    await pane.getByLabel("Search functions, questions and columns").press("Enter");
    await pane.locator("summary", { hasText: /^More \(/ }).click();
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
