import { readFileSync } from "node:fs";
import { OoxmlPackage } from "../../src/ooxml/package";
import { readWorkbook } from "../../src/ooxml/read-workbook";
import { until } from "../support/until";
import { openView } from "./open-view";
import { listOfEvents, signIn, startStage, type Stage } from "./stage";
import { runBatch } from "./workbench/run-batch";
import type { WorkbenchPage } from "./workbench/page";

// A number that carries its source is a number to everything that a workbook does with numbers.

const withSource = (formula: string): string => `${formula.slice(0, -1)},"source=yes")`;
/** Four events: header, company, score, title. */
const events = withSource(listOfEvents);

let stage: Stage;
let workbench: WorkbenchPage;
/** What the same cells show without sources. */
let plain: unknown[][];
let companies: readonly string[];

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open();
  await signIn(workbench);
  companies = stage.demo.entities.flatMap(({ isin }) => isin ?? []).slice(0, 5);
  await workbench.enterAll({ A1: listOfEvents });
  plain = await workbench.values("A1:C5");
  await workbench.enterAll({ A1: events, G1: "Company", H1: "Employees" });
  await workbench.enterAll(
    Object.fromEntries(
      companies.flatMap((company, at) => [
        [`G${at + 2}`, company],
        [`H${at + 2}`, `=ENTITY.GET(G${at + 2},"employee_count","headers=no; source=yes")`],
      ]),
    ),
  );
}, 240_000);
afterAll(() => stage.close());

const button = (name: string) => workbench.pane().getByRole("button", { name, exact: true });
const tool = (name: string) =>
  workbench.page.locator("#sheet [data-u-comp=headerbar]").getByLabel(name, { exact: true }).first();
const item = (name: string) => workbench.page.getByText(name, { exact: true }).locator("visible=true").first();
const employees = async (): Promise<unknown[]> => (await workbench.values("H2:H6")).flat();
const cleared = (range: string): Readonly<Record<string, string>> => {
  const [first = 0, last = 0] = range.match(/\d+/g)?.map(Number) ?? [];
  return Object.fromEntries(Array.from({ length: last - first + 1 }, (_, at) => [`${range[0]}${first + at}`, ""]));
};
/** The numbers of a column of a file, below its header. */
const numbersIn = (
  cells: readonly { readonly row: number; readonly column: number; readonly value?: unknown }[],
  at: number,
): readonly unknown[] => cells.filter(({ row, column: place }) => place === at && row > 0).map(({ value }) => value);
const column = (rows: readonly unknown[][], at: number): unknown[] => rows.slice(1).map((row) => row[at]);
const ascending = (numbers: readonly unknown[]): number[] => numbers.map(Number).toSorted((one, other) => one - other);

test("functions of Excel count, compare and sort them as numbers", async () => {
  const scores = column(plain, 1).map(Number);
  await workbench.enterAll({
    K1: "=COUNT(B2:B5)",
    K2: "=SUM(B2:B5)",
    K3: "=MAX(B2:B5)-MIN(B2:B5)",
    K4: '=COUNTIF(B2:B5,">=3")',
    K5: "=AND(ISNUMBER(B2),NOT(ISTEXT(B2)))",
    K6: "=LARGE(B2:B5,1)",
    M1: "=SORT(A2:C5,2,-1)",
    Q1: '=FILTER(B2:B5,B2:B5>=3,"none")',
  });
  const sum = scores.reduce((total, score) => total + score, 0);
  const most = Math.max(...scores);
  expect((await workbench.values("K1:K6")).flat()).toEqual([4, sum, most - Math.min(...scores), 4, true, most]);
  expect(await workbench.values("A1:C5")).toEqual(plain);
  expect((await workbench.values("N1:N4")).flat()).toEqual(ascending(scores).toReversed());
  expect((await workbench.values("Q1:Q4")).flat()).toEqual(scores);
  await workbench.enterAll({ M1: "", Q1: "" });
});

test("a column of them is sorted by value, and each keeps the source of its own row", async () => {
  const before = await employees();
  expect(before.map((number) => typeof number)).toEqual(companies.map(() => "number"));
  expect(before).not.toEqual(ascending(before));
  await workbench.call("select", "H2");
  await tool("Sort").click();
  await item("Ascending").click();
  await until(
    "the column is sorted",
    async () => JSON.stringify(await employees()) === JSON.stringify(ascending(before)),
  );
  await workbench.enterAll({ K1: "=H2.source", K2: "=H6.source", ...cleared("K3:K6") });
  const [[least], , , , [most]] = (await workbench.values("G2:G6")) as [
    [string],
    [string],
    [string],
    [string],
    [string],
  ];
  expect((await workbench.values("K1:K2")).flat()).toEqual([
    expect.stringMatching(new RegExp(`^ENTITY\\.GET ${least}, `)),
    expect.stringMatching(new RegExp(`^ENTITY\\.GET ${most}, `)),
  ]);
}, 60_000);

test("a chart draws them, and the file of the workbook has them as numbers in cells and in the chart", async () => {
  const scores = column(plain, 1).map(Number);
  await runBatch(
    workbench,
    async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const chart = sheet.charts.add("ColumnClustered", sheet.getRange("B1:B5"));
      chart.name = "Scores";
      chart.setPosition("E10", "K22");
      await context.sync();
    },
    {},
  );
  const description = workbench.page.getByRole("group", { name: /^Scores/ }).locator("p[hidden]");
  const drawn = `4 values from ${Math.min(...scores)} to ${Math.max(...scores)}`;
  await until("the chart is drawn", async () => (await description.textContent())?.includes(drawn) === true);
  const bytes = new Uint8Array(Buffer.from(await workbench.call("saveXlsx"), "base64"));
  const [sheet] = readWorkbook(bytes, { custom: [] }).sheets;
  expect(numbersIn(sheet?.cells ?? [], 1)).toEqual(scores);
  expect(numbersIn(sheet?.cells ?? [], 7)).toEqual(await employees());
  const parts = OoxmlPackage.read(bytes);
  const chart = parts.names.find((name) => name.startsWith("xl/charts/chart")) ?? "";
  const cached = [...parts.text(chart).matchAll(/<c:numCache>.*?<\/c:numCache>/gs)].map(([cache]) =>
    [...cache.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, value]) => Number(value)),
  );
  expect(cached).toEqual([scores]);
}, 60_000);

test("a copy for others has them as numbers", async () => {
  await openView(workbench.pane(), "Editions");
  await button("Hand out: Now").click();
  await button("Make a copy").click();
  const coming = workbench.page.waitForEvent("download");
  await button("Download").click();
  const bytes = new Uint8Array(readFileSync(await (await coming).path()));
  const [sheet] = readWorkbook(bytes, { custom: [] }).sheets;
  expect(numbersIn(sheet?.cells ?? [], 1)).toEqual(column(plain, 1));
  expect(numbersIn(sheet?.cells ?? [], 7)).toEqual(await employees());
  expect(sheet?.cells.filter(({ formula, column: at }) => formula !== undefined && at < 8)).toEqual([]);
}, 60_000);

test("frozen they are the same numbers, and thawed they carry their source again, without a call", async () => {
  const before = await workbench.values("A1:H6");
  await workbench.enterAll({ K1: "=B2.source", K2: "=H2.record", K3: "=B2*2" });
  const sources = await workbench.values("K1:K3");
  const { total } = await stage.during(async () => {
    await button("Freeze workbook").click();
    await workbench.pane().getByText("6 formulas are frozen.").waitFor();
    await workbench.settled();
    expect(await workbench.values("A1:H6")).toEqual(before);
    expect((await workbench.read("A1:H6")).flat().filter(({ formula }) => formula !== undefined)).toEqual([]);
    expect((await workbench.values("K1:K2")).flat()).toEqual(["#FIELD!", "#FIELD!"]);
    await button("Thaw all").click();
    await workbench.pane().getByText("6 formulas are back.").waitFor();
    await workbench.settled();
  });
  expect(total).toBe(0);
  expect(await workbench.values("A1:H6")).toEqual(before);
  expect(await workbench.values("K1:K3")).toEqual(sources);
}, 60_000);

test("a workbook that is opened from its file shows the same numbers, and their sources again, without a call", async () => {
  const before = await workbench.values("A1:H6");
  const sources = await workbench.values("K1:K3");
  const file = await workbench.call("saveXlsx");
  const { total } = await stage.during(async () => {
    await workbench.call("openXlsx", file, "Numbers");
    await workbench.settled();
  });
  expect(total).toBe(0);
  expect(await workbench.values("A1:H6")).toEqual(before);
  expect(await workbench.values("K1:K3")).toEqual(sources);
}, 60_000);
