import { ChangeMarks } from "../../../../../src/addin/excel/refresh/change-marks";
import { LatestResults } from "../../../../../src/addin/excel/refresh/latest-results";
import { compareAnswers } from "../../../../../src/formulas/changes/compare-answers";
import type { FormulaChanges } from "../../../../../src/formulas/changes/refresh-changes";
import { type Calculation, FormulaResult } from "../../../../../src/formulas/table/formula-result";
import { makeExcel } from "../../../../../src/workbench/excel/excel-global";
import { openWorkbookJson } from "../../../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../../../src/workbench/office/office-host";
import { startHost } from "../../../workbench/start-host";

type Row = readonly [id: string, score: number, title: string];

let host: OfficeHost;
let rows: readonly Row[] = [];

beforeAll(() => {
  host = startHost();
  Object.assign(globalThis, { Excel: makeExcel(host) });
  host.functions.define({ functions: [{ id: "TEST.EVENTS", name: "TEST.EVENTS", parameters: [] }] });
  host.functions.associate("TEST.EVENTS", () => [
    ["Score", "Title"],
    ...rows.map(([, score, title]) => [score, title]),
  ]);
});

/** Resolves when the functions have answered. */
const settled = async (): Promise<void> => {
  for (let quiet = 0; quiet < 4; quiet = host.functions.unsettled ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
};

const inExcel = async (change: (sheet: Excel.Worksheet) => unknown): Promise<void> => {
  await Excel.run(async (context) => {
    change(context.workbook.worksheets.getActiveWorksheet());
    await context.sync();
  });
  await settled();
};

const read = (address: string): Promise<unknown[][]> =>
  Excel.run(async (context) => {
    const range = context.workbook.worksheets.getActiveWorksheet().getRange(address).load({ values: true });
    await context.sync();
    return range.values as unknown[][];
  });

/** The places of all conditional formats, with the color that they give. */
const formats = (): readonly string[] => {
  const [sheet] = host.book.workbook.getSheets();
  return host.book.conditionalFormats
    .list(sheet?.getSheetId() ?? "")
    .map(({ ranges, rule }) => `${ranges.join(",")} ${"format" in rule ? (rule.format.fill ?? "") : ""}`)
    .toSorted();
};

const answerOf = (shown: readonly Row[]): Calculation => ({
  function: "TEST.EVENTS",
  query: "TEST.EVENTS()",
  incomplete: undefined,
  input: undefined,
  fetchedAt: undefined,
  total: undefined,
  partial: false,
  result: FormulaResult.ofTable(
    ["Score", "Title"],
    shown.map(([, score, title]) => [score, title]),
    {
      identity: { kind: "event", key: ["id"] },
      columns: [
        { name: "score", label: "Score", type: "integer" },
        { name: "title", label: "Title", type: "text" },
      ],
      origins: shown.map(([key]) => ({ key, entityId: undefined })),
    },
  ),
});

const before: readonly Row[] = [
  ["a", 1, "Strike"],
  ["b", 3, "Spill"],
  ["c", 2, "Audit"],
];
const after: readonly Row[] = [
  ["d", 2, "Permit"],
  ["a", 5, "Strike"],
  ["b", 3, "Spill"],
];

/** Shows the later rows with this formula, and compares them with the earlier ones. */
const refreshed = async (formula: string): Promise<{ readonly marks: ChangeMarks; readonly news: FormulaChanges }> => {
  rows = after;
  await openWorkbookJson(host, { name: "Book", sheets: [{ name: "Sheet1", cells: {} }] });
  await inExcel((sheet) => (sheet.getRange("B2").formulas = [[formula]]));
  const answers = new LatestResults();
  answers.note("Sheet1!B2", answerOf(after));
  const comparison = await compareAnswers(answerOf(before), answerOf(after), () => undefined);
  if (comparison === undefined) throw new Error("Nothing was compared.");
  const news = { address: "Sheet1!B2", function: "TEST.EVENTS", query: "TEST.EVENTS()", ...comparison };
  return { marks: new ChangeMarks(answers), news };
};

const [green, yellow] = ["#d5f2dc", "#ffe8a3"];

test("exactly the new row and the changed value are marked", async () => {
  const { marks, news } = await refreshed("=TEST.EVENTS()");
  expect(await marks.mark([news])).toEqual({ rows: 1, values: 1, notFound: 0, refused: [] });
  expect(formats()).toEqual([`B3:C3 ${green}`, `B4 ${yellow}`].toSorted());
});

test("in a result that another function has sorted, the marks are where the records stand now", async () => {
  const { marks, news } = await refreshed("=SORT(TEST.EVENTS(),2,1)");
  const shown = await read("B2:C5");
  const at = (title: string): number => 2 + shown.findIndex((row) => row[1] === title);
  expect(at("Permit")).not.toBe(3);
  await marks.mark([news]);
  expect(formats()).toEqual([`B${at("Permit")}:C${at("Permit")} ${green}`, `B${at("Strike")} ${yellow}`].toSorted());
  const [strike] = news.changes.filter(({ title }) => title === "Strike");
  expect(strike && (await marks.addressOf(news, strike))).toBe(`Sheet1!B${at("Strike")}`);
});

test("a record that the formula does not show is counted and marks nothing", async () => {
  const { marks, news } = await refreshed("=ROWS(TEST.EVENTS())");
  expect(await marks.mark([news])).toMatchObject({ rows: 0, values: 0, notFound: 2 });
  expect(formats()).toEqual([]);
});

test("marks leave without a trace: formats and rules of the user stay as they were", async () => {
  const { marks, news } = await refreshed("=TEST.EVENTS()");
  await inExcel((sheet) => {
    sheet.getRange("B3").format.fill.color = "#FF00FF";
    const own = sheet.getRange("B2:B9").conditionalFormats.add(Excel.ConditionalFormatType.custom);
    own.custom.rule.formula = "=B2>4";
    own.custom.format.fill.color = "#0000FF";
  });
  const own = formats();
  await marks.mark([news]);
  expect(formats()).toHaveLength(3);
  // A second marking replaces the first.
  await marks.mark([news]);
  expect(formats()).toHaveLength(3);
  // Another page, as after the workbook was saved with its marks and opened again.
  await new ChangeMarks(new LatestResults()).clear();
  expect(formats()).toEqual(own);
  const fill = await Excel.run(async (context) => {
    const format = context.workbook.worksheets.getActiveWorksheet().getRange("B3").format.fill.load({ color: true });
    await context.sync();
    return format.color;
  });
  expect(fill).toBe("#FF00FF");
});

test("a protected sheet is left alone and named", async () => {
  const { marks, news } = await refreshed("=TEST.EVENTS()");
  await inExcel((sheet) => sheet.protection.protect());
  const { refused, rows: marked } = await marks.mark([news]);
  await inExcel((sheet) => sheet.protection.unprotect());
  expect([marked, refused.length]).toEqual([0, 1]);
  expect(refused[0]).toContain("Sheet1");
  expect(formats()).toEqual([]);
});
