import { readFileSync } from "node:fs";
import { readWorkbook } from "../../src/ooxml/read-workbook";
import { until } from "../support/until";
import { openView } from "./open-view";
import { axeFindings, firstTheme, inTheme, otherThemes } from "./axe";
import { byKeyboard, type Way } from "./hands";
import { signIn, startStage, type Stage } from "./stage";
import type { WorkbenchPage } from "./workbench/page";

// The workbook as of last month and back; an edition that leaves with its account, and comes back from a file.

const day = 86_400_000;

type Json = Record<string, unknown>;

/** A workbook that is set to a day and back, as tests. */
export const describeAsOf = (way: Way): void => {
  const [title, makeHands] = way;
  let stage: Stage;
  let workbench: WorkbenchPage;
  /** What the service lists a month later. */
  let later = false;

  beforeAll(async () => {
    stage = await startStage();
    workbench = await stage.open("?fresh", { now: Date.now() - 31 * day });
    await signIn(workbench);
    await workbench.page.context().route(/\/esg\/events\?/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { readonly data: readonly Json[] };
      const data = answer.data.map((event) => ({ ...event, title: `Later: ${String(event["title"])}` }));
      return route.fulfill({ response, json: later ? { ...answer, data } : answer });
    });
    await workbench.enterAll({
      A1: '=ESG.EVENTS("Holdings",3,"2026-01-01",,,"score,title",6)',
      D1: '=UNIVERSE.COUNT("Holdings")',
    });
  }, 240_000);
  afterAll(() => stage.close());

  const pane = () => workbench.pane();
  const button = (name: string | RegExp) => pane().getByRole("button", { name, exact: true });
  const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const lastMonth = isoDay(Date.now() - 31 * day);
  /** What a button does with the edition of a day without a name, whatever its time. */
  const ofDay = (does: string, at: number): RegExp =>
    new RegExp(`^${does} ${new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(at)},`);
  const ofLastMonth = (does: string): RegExp => ofDay(does, Date.now() - 31 * day);
  const cells = (): Promise<unknown[][]> => workbench.values("A1:D7");
  const shows = (range: string, values: unknown): Promise<void> =>
    until(
      `${range} shows what it must`,
      async () => JSON.stringify(await workbench.values(range)) === JSON.stringify(values),
    );

  const refresh = async (): Promise<void> => {
    await button("Dismiss")
      .click({ timeout: 200 })
      .catch(() => undefined);
    await workbench.call("runCommand", "refreshWorkbook");
    await pane().getByRole("status").getByText("refreshed at").first().waitFor();
    await workbench.settled();
  };
  const openEditions = async (): Promise<void> => {
    await openView(pane(), "Editions");
  };
  const banner = () => pane().getByText("This workbook shows values as of ", { exact: false });
  const showLastMonth = async (): Promise<void> => {
    await openEditions();
    await button(ofLastMonth("Show:")).click();
    await button(ofLastMonth("Show the workbook as of")).click();
    await banner().waitFor();
    await shows("A1:D7", before);
  };
  /** The last formula of the workbook that is entered when the world has moved on. */
  const newFormula = '=ESG.EVENTS("EU Banks",4,"2026-01-01",,,"title",2)';
  const ownFormula = `=ESG.EVENTS("Holdings",3,"2026-01-01",,,"score,title",6,"asof=${lastMonth}")`;

  let before: unknown[][];
  let current: unknown[][];

  test(`${title}, the workbook is set to last month and back, with 0 calls`, async () => {
    const hands = makeHands(workbench);
    before = await cells();
    await refresh();
    await pane().evaluate((shift) => {
      const wall = Date.now.bind(Date);
      Date.now = () => wall() + shift;
    }, 31 * day);
    later = true;
    await refresh();
    await workbench.enterAll({ F1: newFormula, H1: ownFormula });
    current = await cells();
    expect(current).not.toEqual(before);
    await openEditions();
    const { total } = await stage.during(async () => {
      await hands.press(button(ofLastMonth("Show:")));
      await pane().getByText("2 formulas will show their values as of", { exact: false }).waitFor();
      await pane().getByText("1 formula has an asof date of its own and keeps it.").waitFor();
      await pane().getByText("The edition does not answer 1 formula.", { exact: false }).first().waitFor();
      await pane().getByText("Sheet1!F1").waitFor();
      await workbench.screenshot("as-of-plan");
      await hands.press(button(ofLastMonth("Show the workbook as of")));
      await banner().waitFor();
      await shows("A1:D7", before);
      await workbench.shows("F1", "#N/A");
    });
    expect(total).toBe(0);
    await workbench.enterAll({
      L1: '=QUERY.INFO(A1,"source")',
      L2: '=QUERY.INFO(A1,"as_of")',
      L3: '=QUERY.INFO(D1,"requests")',
    });
    expect(await workbench.values("L1:L3")).toEqual([["edition"], [expect.stringContaining(`${lastMonth}T`)], [0]]);
    await workbench.screenshot("as-of-set");
    const back = await stage.during(async () => {
      await hands.press(button("Back to current values"));
      await banner().waitFor({ state: "detached" });
      await shows("A1:D7", current);
    });
    expect(back.total).toBe(0);
    await workbench.shows("F1", "Title");
    await shows(
      "H1:I7",
      before.map((row) => row.slice(0, 2)),
    );
  }, 180_000);

  if (way === byKeyboard) {
    test("the copy that is handed out of last month holds its values and says so; the workbook is as before, with 0 calls", async () => {
      await openEditions();
      await button(ofLastMonth("Hand out:")).click();
      const { total } = await stage.during(async () => {
        await button("Make a copy").click();
        await pane().getByText("The copy is ready", { exact: false }).waitFor({ timeout: 60_000 });
      });
      expect(total).toBe(0);
      const coming = workbench.page.waitForEvent("download");
      await button("Download").click();
      const bytes = new Uint8Array(readFileSync(await (await coming).path()));
      const [sheet, about] = readWorkbook(bytes, { custom: [] }).sheets;
      const values = (row: number): unknown[] =>
        [0, 1].map((column) => sheet?.cells.find((cell) => cell.row === row && cell.column === column)?.value);
      expect([0, 1, 2, 3, 4, 5, 6].map(values)).toEqual(before.map((row) => row.slice(0, 2)));
      expect(JSON.stringify(sheet?.cells.find(({ row, column }) => row === 0 && column === 5)?.value)).toContain(
        "#N/A",
      );
      const told = JSON.stringify(about?.cells.map(({ value }) => value));
      expect(told).toContain(`The values are those of the edition of ${lastMonth}`);
      expect(told).toContain("does not hold this formula");
      await shows("A1:D7", current);
      expect(await banner().count()).toBe(0);
      await workbench.screenshot("edition-handed-out");
      await button(ofLastMonth("Hand out:")).click();
    });

    test("a refresh of a workbook that is set to a day makes no call, and offers the way back", async () => {
      await showLastMonth();
      const { total } = await stage.during(async () => {
        await workbench.call("runCommand", "refreshWorkbook");
        await pane().getByText("Nothing was refreshed.").waitFor();
      });
      expect(total).toBe(0);
      expect(await cells()).toEqual(before);
      await workbench.screenshot("as-of-refused");
      await button("Back, and refresh").click();
      await pane().getByRole("status").getByText("refreshed at").first().waitFor();
      await shows("A1:D7", current);
    });

    test("a workbook that is set to a day, saved and opened again still shows it, with its banner and 0 calls", async () => {
      await showLastMonth();
      const saved = await workbench.call("saveXlsx");
      await workbench.call("open", { name: "Other", sheets: [{ name: "Sheet1", cells: {} }] });
      // The pane of another workbook knows nothing of it.
      await button("Use the demo account").waitFor();
      expect(await banner().count()).toBe(0);
      await workbench.call("openXlsx", saved, "As of");
      await signIn(workbench);
      await workbench.settled();
      const first = workbench;
      const { total } = await stage.during(async () => {
        workbench = await stage.open("", { sameBrowserAs: first });
        await banner().waitFor();
        expect(await cells()).toEqual(before);
        // What is calculated again asks the edition, not the service.
        await workbench.call("recalculate", "full");
        await workbench.settled();
        await shows("A1:D7", before);
        await workbench.enterAll({ L5: '=QUERY.INFO(A1,"source")' });
        await workbench.shows("L5", "edition");
        await workbench.screenshot("as-of-opened-again");
      });
      await workbench.close();
      workbench = first;
      expect(total).toBe(0);
      await button("Back to current values").click();
      await banner().waitFor({ state: "detached" });
      await shows("A1:D7", current);
    }, 180_000);
  }

  test("a name is given in the list; dates and names that exist are refused with a sentence; formulas and their form take it", async () => {
    await openEditions();
    await button(ofLastMonth("Name…")).click();
    const field = pane().getByLabel("Name of the edition");
    await field.fill("2026-09-30");
    await pane().getByRole("button", { name: "Save", exact: true }).click();
    await pane().getByText("“2026-09-30” would be read as a day.", { exact: false }).waitFor();
    await field.fill("Q3 report");
    await workbench.page.keyboard.press("Enter");
    await button("Rename… Q3 report").waitFor();
    await button(ofDay("Name…", Date.now())).first().click();
    await field.fill("q3 REPORT");
    await workbench.page.keyboard.press("Enter");
    await pane().getByText("There is an edition “Q3 report” already.", { exact: false }).waitFor();
    await pane().getByRole("button", { name: "Cancel", exact: true }).click();
    await workbench.screenshot("as-of-list");
    const events = '=ESG.EVENTS("Holdings",3,"2026-01-01",,,"score,title",6,';
    await workbench.enterAll({ H20: `${events}"asof=Q3 report")`, H30: `${events}"asof='q3 report'; headers=yes")` });
    expect(await workbench.values("H20:I26")).toEqual(before.map((row) => row.slice(0, 2)));
    await workbench.enterAll({ H40: `${events}"asof=Q4 report")` });
    expect((await workbench.read("H40"))[0]?.[0]?.error?.message).toContain('Did you mean "Q3 report"?');
  });

  test.each(way === byKeyboard ? firstTheme : otherThemes)(
    "axe finds nothing in list, banner and plan, %s",
    async (theme) => {
      await button("Show: Q3 report").click();
      await button("Show the workbook as of Q3 report").waitFor();
      const findings = await inTheme(workbench, theme, () => axeFindings(pane()));
      await button("Cancel").click();
      expect(findings).toEqual([]);
    },
  );

  test(`${title}, sign-out lists the edition with a name; Cancel keeps it; a file saves it; sign-out wipes it; the file brings it back`, async () => {
    const hands = makeHands(workbench);
    await hands.press(button("Settings"));
    await hands.press(button("Sign out…"));
    await pane().getByText("Signing out also deletes 1 edition with a name.", { exact: false }).waitFor();
    await hands.press(button("Cancel"));
    await openEditions();
    await button("Rename… Q3 report").waitFor();
    await hands.press(button("Settings"));
    await hands.press(button("Sign out…"));
    const download = workbench.page.waitForEvent("download");
    await hands.press(button("Save to a file: Q3 report"));
    const file = await (await download).path();
    expect((await download).suggestedFilename()).toBe(`Q3 report ${lastMonth}.edition.jsonl.gz`);
    await pane().getByText(" · saved to a file", { exact: false }).waitFor();
    await workbench.screenshot("as-of-sign-out");
    await hands.press(button("Sign out and delete them"));
    await pane().getByText("Signed out", { exact: false }).first().waitFor();
    await openView(pane(), "Universes");
    await signIn(workbench);
    await openEditions();
    await pane().getByText("This workbook has no edition on this device.", { exact: false }).waitFor();
    await pane().getByLabel("Edition file").setInputFiles(file);
    await pane().getByText("“Q3 report” was loaded.", { exact: false }).waitFor();
    const { total } = await stage.during(async () => {
      await workbench.enterAll({
        N1: '=ESG.EVENTS("Holdings",3,"2026-01-01",,,"score,title",6,"asof=Q3 report")',
      });
    });
    expect(total).toBe(0);
    expect(await workbench.values("N1:O7")).toEqual(before.map((row) => row.slice(0, 2)));
  }, 180_000);
};
