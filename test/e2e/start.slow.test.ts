import { until } from "../support/until";
import { openView } from "./open-view";
import { startStageWithReport, type Stage } from "./stage";
import { closeBrowser, openedBy, type WorkbenchPage } from "./workbench/page";

let stage: Stage;

beforeAll(async () => {
  stage = await startStageWithReport();
}, 240_000);
afterAll(async () => {
  await stage.close();
  await closeBrowser();
});

/** A page of a newcomer, signed in with the one click that the demo account takes. */
const signedIn = async (workbook?: string): Promise<WorkbenchPage> => {
  const workbench = await stage.open(workbook === undefined ? "?fresh" : `?open=${workbook}`);
  await workbench.pane().getByRole("button", { name: "Use the demo account" }).click();
  await workbench.pane().getByRole("heading", { name: "Start" }).waitFor();
  await workbench.settled();
  return workbench;
};

const press = (workbench: WorkbenchPage, name: string | RegExp): Promise<void> =>
  workbench.pane().getByRole("button", { name, exact: true }).click();

describe("The start view after signing in", () => {
  test("two clicks resolve the list of the sheet: the whole column is taken from one selected cell", async () => {
    const workbench = await signedIn("holdings.json");
    await workbench.call("select", "A1");
    const calls = await stage.during(async () => {
      await press(workbench, /^Resolve my list/);
      await workbench.pane().getByText("Holdings!A1:A41", { exact: true }).waitFor();
      await press(workbench, "Resolve");
      await workbench.pane().getByRole("heading", { name: "Results", exact: true }).waitFor();
    });
    expect(calls.routes).toEqual({ searchEntities: 1 });
    await workbench.leave();
  });

  test("two clicks put the events of the own portfolio on a new sheet, and the sheet is shown", async () => {
    const workbench = await signedIn("holdings.json");
    const calls = await stage.during(async () => {
      await press(workbench, /^See a portfolio/);
      await press(workbench, "Use a new sheet");
      await until("the events are shown", async () => {
        const sheets = await workbench.values("'Demo Portfolio'!A1:B2").catch(() => []);
        return typeof sheets[1]?.[0] === "number";
      });
      await workbench.settled();
    });
    expect((await workbench.values("'Demo Portfolio'!A1:C1"))[0]).toEqual(["Last activity", "Entity name", "Score"]);
    const dates = (await workbench.values("'Demo Portfolio'!A2:A9999")).filter(([date]) => typeof date === "number");
    expect(calls.routes["listEsgEvents"]).toBe(Math.ceil(dates.length / 1_000));
    await workbench.page.getByText("Demo Portfolio", { exact: true }).first().waitFor();
    await workbench.leave();
  });

  test("in an empty workbook a sample list comes on a new sheet and is taken, so that nobody starts with nothing", async () => {
    const workbench = await signedIn();
    await press(workbench, /^Resolve my list/);
    await workbench.pane().getByText("'Sample list'!A1:A21", { exact: true }).waitFor();
    const cells = await workbench.values("'Sample list'!A1:A21");
    expect(cells[0]).toEqual(["ISIN"]);
    expect(new Set(cells.slice(1).flat())).toHaveProperty("size", 20);
    await workbench.leave();
  });

  test("by keyboard alone: two tab stops before the tasks, Enter opens each", async () => {
    const workbench = await signedIn("holdings.json");
    const focused = (): Promise<string> => workbench.pane().evaluate(() => document.activeElement?.textContent ?? "");
    await workbench.pane().getByRole("button", { name: "Start", exact: true }).focus();
    const stops: string[] = [];
    for (let stop = 0; stop < 6 && !stops.at(-1)?.startsWith("Build"); stop += 1) {
      await workbench.page.keyboard.press("Tab");
      stops.push(await focused());
    }
    expect(stops.map((text) => text.slice(0, 10))).toEqual(["", "Companies", "Resolve my", "See a port", "Build a fo"]);
    await workbench.page.keyboard.press("Enter");
    await workbench.pane().getByRole("heading", { name: "Build", exact: true }).waitFor();
    await workbench.leave();
  });

  test("one click shows the sample workbooks with pictures, one more opens one in a workbook of its own", async () => {
    const workbench = await signedIn();
    const calls = await stage.during(() => press(workbench, "Show the samples"));
    expect(calls.total).toBe(0);
    const samples = workbench.pane().getByRole("region", { name: "Sample workbooks" });
    await samples.locator("img").nth(7).waitFor();
    const isDrawn = (): Promise<boolean> =>
      samples.locator("img").evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0));
    await until("each sample has its picture", isDrawn);
    await workbench.screenshot("start-samples");
    const opened = await openedBy(workbench, () => samples.getByRole("button", { name: /^Holdings / }).click());
    const cells = (await opened.read("A1:A41")).map(([cell]) => cell?.value);
    expect(cells[0]).toBe("ISIN");
    expect(new Set(cells)).toHaveProperty("size", 41);
    await opened.page.close();
    await workbench.leave();
  }, 120_000);

  test("universes with unusual data come last, under a heading that says so", async () => {
    const workbench = await signedIn("holdings.json");
    await openView(workbench.pane(), "Universes");
    const names = async (label: string): Promise<readonly string[]> =>
      (
        await workbench.pane().getByRole("list", { name: label, exact: true }).getByRole("button").allTextContents()
      ).map((text) => /^[A-Za-z ]+[a-z]/.exec(text)?.[0] ?? text);
    expect(await names("Test data")).toHaveLength(3);
    expect((await names("Universes")).join()).not.toMatch(/Awkward|Empty Shelf|Unlicensed/);
    await workbench.leave();
  });
});
