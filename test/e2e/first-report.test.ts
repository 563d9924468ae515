import { until } from "../support/until";
import { startStageWithReport, type Stage } from "./stage";
import { closeBrowser, type WorkbenchPage } from "./workbench/page";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStageWithReport();
}, 240_000);
afterAll(async () => {
  await stage.close();
  await closeBrowser();
});

/** The cells that say what the report says. */
const shown = async (): Promise<unknown> => ({
  tiles: await workbench.values("Report!B6:O6"),
  latest: await workbench.values("Report!B26:E35"),
  months: await workbench.values("Report!B37:H60"),
  events: await workbench.values("Events!A1:J500"),
  sectors: await workbench.values("Sectors!A1:G30"),
  charts: await workbench.values("Charts!A1:F13"),
  largest: await workbench.values("Charts!M1:N9"),
});

const number = async (address: string): Promise<number> => Number((await workbench.cell(address)).value);

describe("The report at the first visit", () => {
  let saved: unknown;

  test("it is open with the values that were saved with it, says so, and calls nothing", async () => {
    const calls = await stage.during(async () => {
      workbench = await stage.open("");
    });
    expect(calls.total).toBe(0);
    expect(await workbench.page.locator("#workbook-name").textContent()).toBe("Controversies report");
    expect((await workbench.cell("Report!B1")).value).toBe("Controversies in Holdings");
    expect((await workbench.cell("Report!B2")).value).toMatch(
      /^Values of \d{4}-\d\d-\d\d \d\d:\d\d UTC, saved\. Sign in and refresh for new ones\.$/,
    );
    expect(await number("Report!B6")).toBeGreaterThan(100);
    saved = await shown();
    expect(JSON.stringify(saved)).not.toMatch(/"#[A-Z/0]+[!?]?"/);
  });

  test("its figures agree with each other: tiles, months, sectors and the list of events", async () => {
    const events = (await workbench.values("Events!A2:J10002")).filter(([date]) => date !== "");
    expect(await number("Report!B6")).toBe(events.length);
    expect(await number("Report!C6")).toBe(new Set(events.map(([, company]) => company)).size);
    expect(await number("Report!F6")).toBe(events.filter(([, , , , score]) => score === 5).length);
    const months = await workbench.values("Report!B38:F51");
    expect(months.map(([month]) => month)).toEqual([
      "Month (last activity)",
      ...months.slice(1, 13).map(([month]) => month),
      "Total",
    ]);
    expect(months[13]?.at(-1)).toBe(events.length);
    const sectors = await workbench.values("Sectors!A1:E40");
    expect(sectors.find(([sector]) => sector === "Total")?.at(-1)).toBe(events.length);
    const latest = await workbench.values("Report!B28:E35");
    expect(latest.map(([, , score]) => score)).toEqual(Array.from({ length: 8 }, () => 5));
  });

  test("its two charts draw the months of each score and the largest sectors, with names of 40 characters", async () => {
    const charts = workbench.page.locator("#charts");
    await charts
      .getByText(/Events by month and score/)
      .first()
      .waitFor({ state: "attached" });
    await charts
      .getByText(/Events by sector: the largest eight/)
      .first()
      .waitFor({ state: "attached" });
    const sectors = (await workbench.values("Charts!N2:N9")).flat().map(Number);
    expect(sectors).toEqual(sectors.toSorted((one, other) => one - other));
    expect(sectors.at(-1)).toBe(await number("Sectors!E2"));
    const drawn = (await charts.locator("svg text").allTextContents()).join(" ");
    for (const [sector] of await workbench.values("Charts!M2:M9"))
      // Of longer names the last word may be cut.
      for (const word of String(sector).slice(0, 40).split(" ").slice(0, -1)) expect(drawn).toContain(`${word} `);
    const months = await workbench.values("Report!B39:E50");
    expect(await workbench.values("Charts!A2:F13")).toEqual(
      months.map(([month, ...counts]) => [month, 0, 0, ...counts]),
    );
  });

  test("signing in changes nothing; one more click fetches all of it, and the same day has the same values", async () => {
    const pane = workbench.pane();
    await pane.getByRole("button", { name: "Use the demo account" }).click();
    const refresh = pane.getByRole("button", { name: /^Refresh this workbook/ });
    await refresh.waitFor();
    expect(await shown()).toEqual(saved);
    // Cells that tell of others know nothing of saved values: that is no problem.
    expect(await pane.getByText(/\bproblems?\b/).count()).toBe(0);
    const calls = await stage.during(async () => {
      await refresh.click();
      await until("the report says when its values were fetched", async () =>
        /^Values of [\d-]+ [\d:]+ UTC$/.test(String((await workbench.cell("Report!B2")).value)),
      );
      await workbench.settled();
    });
    expect(calls.routes["listEsgEvents"]).toBe(2);
    expect(await shown()).toEqual(saved);
    await refresh.waitFor({ state: "detached" });
  });

  test("another universe in the blue cell changes title, tiles and list", async () => {
    await workbench.enterAll({ "Report!M1": "Demo Portfolio" });
    expect((await workbench.cell("Report!B1")).value).toBe("Controversies in Demo Portfolio");
    const events = (await workbench.values("Events!A2:J10002")).filter(([date]) => date !== "");
    expect(await number("Report!B6")).toBe(events.length);
    expect(await shown()).not.toEqual(saved);
  });

  test("the next visit of this browser opens what was open, not the report again", async () => {
    await workbench.call("open", { name: "Mine", sheets: [{ name: "Sheet1", cells: { A1: "mine" } }] });
    const again = await stage.open("", { sameBrowserAs: workbench });
    expect((await again.cell("A1")).value).toBe("mine");
    await again.close();
  });
});
