import { until } from "../support/until";
import { startStageWithReport, type Stage } from "./stage";
import { closeBrowser, type WorkbenchPage } from "./workbench/page";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStageWithReport();
  workbench = await stage.open("");
  const pane = workbench.pane();
  await pane.getByRole("button", { name: "Use the demo account" }).click();
  await pane.getByRole("button", { name: /^Refresh this workbook/ }).click();
  await workbench.settled();
}, 240_000);
afterAll(async () => {
  await stage.close();
  await closeBrowser();
});

const since = "2026-01-01";
const usual = { universe: "Holdings", since, score: 3 as string | number };

const setInputs = async (inputs: Partial<typeof usual>): Promise<void> => {
  const { universe, since: day, score } = { ...usual, ...inputs };
  await workbench.enterAll({ "Report!M1": universe, "Report!M2": day, "Report!M3": score });
  await workbench.settled();
};
const tiles = async (): Promise<readonly unknown[]> => {
  const [row = []] = await workbench.values("Report!B6:O6");
  return [0, 1, 4, 7, 10].map((column) => row[column]);
};
const text = async (address: string): Promise<string> => String((await workbench.cell(address)).value);
const events = async (): Promise<unknown[][]> =>
  (await workbench.values("Events!A2:J10002")).filter(([date]) => typeof date === "number");
const errorsOnPage = async (): Promise<readonly unknown[]> =>
  (await workbench.values("Report!A1:P98")).flat().filter((value) => /^#[A-Z]/.test(String(value)));

const dashes = Array.from({ length: 5 }, () => "–");

describe("The report says why it has no figures, and shows none,", () => {
  it.each<[string, Partial<typeof usual>, RegExp]>([
    ["for a universe that is misspelt", { universe: "EU Bnaks" }, /^Not complete: .*EU Bnaks/],
    ["for a score that does not exist", { score: 9 }, /^Not complete: minScore/],
    ["for a score of 0", { score: "zero" }, /^Not complete: minScore/],
    ["for a day that is none", { since: "'soon" }, /^Not complete: from/],
  ])("%s", async (name, inputs, reason) => {
    await setInputs(inputs);
    // QUERY.INFO follows the formula that it tells of in a calculation of its own.
    await until("the report says why", async () => reason.test(await text("Report!B2")));
    expect(await tiles()).toEqual(dashes);
    expect(await text("Report!B38")).toBe("–");
    expect(await text("Report!B37")).toMatch(/: \S/);
    expect((await workbench.values("Charts!A2:F13")).flat().filter((value) => value !== "")).toEqual([]);
    expect((await workbench.values("Charts!M2:N9")).flat().filter((value) => value !== "")).toEqual([]);
    expect(await errorsOnPage()).toEqual([]);
    await workbench.screenshot(`report ${name}`);
  });

  it("and shows them again once the inputs are right", async () => {
    await setInputs({});
    expect(await text("Report!B2")).toMatch(/^Values of [\d-]+ [\d:]+( to [\d-]+ [\d:]+)? UTC$/);
    expect((await tiles())[0]).toBe((await events()).length);
  });
});

describe("Figures, charts and months of the report follow its inputs", () => {
  it.each<[string, Partial<typeof usual>]>([
    ["a score of 1", { score: 1 }],
    ["a score of 5", { score: 5 }],
    ["no score", { score: "" }],
    ["a day two years ago", { since: "2025-03-01" }],
    ["a day in the middle of a month", { since: "2026-06-17" }],
    ["no day", { since: "" }],
    ["another universe", { universe: "EU Banks" }],
    ["a universe and day without events", { universe: "Demo Portfolio", since: "2026-11-18", score: 5 }],
  ])("%s", async (name, inputs) => {
    await setInputs(inputs);
    const rows = await events();
    const scores = rows.map(([, , , , score]) => Number(score));
    const [count, companies, severe, average] = await tiles();
    expect([count, companies, severe]).toEqual([
      rows.length,
      new Set(rows.map(([, company]) => company)).size,
      scores.filter((score) => score === 5).length,
    ]);
    if (rows.length === 0) expect(average).toBe("–");
    else expect(average).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 9);
    // The chart has the months from the first day on, twelve at most, and the scores that have events.
    const [names = [], ...months] = await workbench.values("Charts!A1:F13");
    const shown = months.filter(([month]) => month !== "");
    const first = Math.min(...shown.map(([month]) => Number(month)));
    const inChart = rows.filter(([date]) => Number(date) >= first);
    expect(shown.flatMap((month) => month.slice(1)).reduce((sum: number, each) => sum + Number(each), 0)).toBe(
      shown.length === 0 ? 0 : inChart.length,
    );
    expect(names.slice(1)).toEqual([1, 2, 3, 4, 5].map((score) => (scores.includes(score) ? score : "–")));
    if (inputs.since === "2026-06-17") {
      expect(shown.length).toBe(6);
      const labels = (await workbench.values("Charts!G2:G7")).flat();
      expect(labels).toEqual([
        "from 17 Jun",
        "Jul 26",
        "Aug 26",
        "Sep 26",
        "Oct 26",
        expect.stringMatching(/^to \d+ Nov$/),
      ]);
    }
    // The table of months counts every event once.
    const table = await workbench.values("Report!B38:H98");
    const total = table.find(([month]) => month === "Total");
    if (rows.length > 0) expect(total?.findLast((value) => value !== "")).toBe(rows.length);
    expect(await errorsOnPage()).toEqual([]);
    await workbench.screenshot(`report with ${name}`);
  });
});

it("Without the service the report says that it is not complete, and shows the same figures again later", async () => {
  await setInputs({});
  const before = await tiles();
  await workbench.page.context().setOffline(true);
  await workbench.enterAll({ "Report!M3": 4 });
  await workbench.settled();
  const [count] = await tiles();
  expect([count, await text("Report!B2")]).toEqual(["–", expect.stringMatching(/^Not complete: /) as string]);
  expect(await errorsOnPage()).toEqual([]);
  await workbench.screenshot("report without the service");
  await workbench.page.context().setOffline(false);
  await setInputs({});
  expect(await tiles()).toEqual(before);
});
