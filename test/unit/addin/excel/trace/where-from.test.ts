import { createWhereFrom, type WhereFrom } from "../../../../../src/addin/excel/trace/where-from";
import { mostFollowed } from "../../../../../src/addin/excel/trace/precedents";
import { LatestResults } from "../../../../../src/addin/excel/refresh/latest-results";
import { systemClock } from "../../../../../src/engine/clock";
import type { RequestLog } from "../../../../../src/engine/requests/request-log";
import { type SheetWithFunctions, sheetWithFunctions } from "../../../../support/sheet-with-functions";

let sheet: SheetWithFunctions;
let trace: (address: string) => Promise<WhereFrom>;
let isSupported = true;

const events = '=ESG.EVENTS("Holdings",3,,,,"title,score,entity.name,last_activity,dashboard_url","all")';

beforeAll(async () => {
  sheet = await sheetWithFunctions((set, version) => isSupported || `${set} ${version}` !== "ExcelApi 1.12");
  const { runtime, demo, names, answers } = sheet;
  for (const { universe_id, universe_name } of demo.universes)
    runtime.universes.add({ universe_id, name: universe_name, type: "PRIVATE" });
  ({ trace } = createWhereFrom(names, "", { clock: systemClock, requestLog: runtime.requestLog, answers }));
}, 60_000);

beforeEach(async () => {
  isSupported = true;
  await sheet.open("Sheet1", "Own data");
});

test("a cell that a user's own formula computed on another sheet leads to the formula of ours, its request and the record of its row", async () => {
  await sheet.enter({ "Sheet1!B2": events, "Own data!D1": "=Sheet1!C5*2" });
  const [shown] = await sheet.values("Sheet1!B5:F5");
  const before = sheet.sent.length;
  const { formula, sources, unknown } = await trace("'Own data'!D1");
  expect(formula).toBe("=Sheet1!C5*2");
  expect(unknown).toEqual([]);
  expect(sources).toMatchObject([{ address: "Sheet1!B2", formula: events, problem: undefined, rowsUsed: 1 }]);
  expect(sources[0]?.entries).toMatchObject([{ what: "ESG.EVENTS", status: "done", partial: false, source: "live" }]);
  expect(sources[0]?.records).toEqual([
    {
      address: "Sheet1!B5:F5",
      kind: "event",
      title: shown?.[0],
      company: shown?.[2],
      entityId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      facts: expect.arrayContaining([
        { label: "Score", value: String(shown?.[1]) },
        { label: "Last activity", value: expect.stringMatching(/^2026-01-\d\d \d\d:\d\d$/) as string },
      ]) as object[],
      links: [{ label: "Dashboard URL", href: shown?.[4] }],
    },
  ]);
  expect(sheet.sent.length).toBe(before);
});

test("a cell inside of a result leads to the formula that spills, and to its own row", async () => {
  await sheet.enter({ "Sheet1!B2": events });
  const [[title] = []] = await sheet.values("Sheet1!B4");
  const { formula, sources } = await trace("Sheet1!C4");
  expect(formula).toBe(events);
  expect(sources).toMatchObject([{ address: "Sheet1!B2", rowsUsed: 1, records: [{ title, address: "Sheet1!B4:F4" }] }]);
});

test("of a range the rows are counted without the header, and the first records are listed", async () => {
  await sheet.enter({ "Sheet1!B2": events, "Sheet1!H1": "=SUM(C2:C40)", "Sheet1!H2": "=ROWS(B2#)" });
  const { sources } = await trace("Sheet1!H1");
  expect(sources).toMatchObject([{ rowsUsed: 38, rowsWithoutRecord: 0 }]);
  expect(sources[0]?.records).toHaveLength(20);
  const all = (await sheet.values("Sheet1!B3:B400")).filter(([title]) => title !== "").length;
  expect((await trace("Sheet1!H2")).sources).toMatchObject([{ rowsUsed: all }]);
});

test("in a result that another function sorted, the record is the one that the row shows", async () => {
  const sorted = '=SORT(ESG.EVENTS("Holdings",3,,,,"title,score,dashboard_url","all","headers=no"),1)';
  await sheet.enter({ "Sheet1!B2": sorted, "Sheet1!H1": "=C3" });
  const [[title, , link] = []] = await sheet.values("Sheet1!B3:D3");
  const { sources } = await trace("Sheet1!H1");
  expect(sources).toMatchObject([{ records: [{ title, links: [{ href: link }] }], rowsWithoutRecord: 0 }]);
});

test("a row that shows no key and no values of a record is counted, never guessed", async () => {
  await sheet.enter({ "Sheet1!B2": '=UPPER(ESG.EVENTS("Holdings",3,,,,"title","all","headers=no"))' });
  expect((await trace("Sheet1!B4")).sources).toMatchObject([{ rowsUsed: 1, records: [], rowsWithoutRecord: 1 }]);
});

test("a formula of ours whose argument another one gives leads to both, and one with two functions to both requests", async () => {
  await sheet.enter({
    "Sheet1!A1": '=UNIVERSE.ID("Holdings")',
    "Sheet1!A2": "=UNIVERSE.COUNT(A1)",
    "Sheet1!A3": '=UNIVERSE.COUNT(UNIVERSE.ID("EU Banks"))',
  });
  expect((await trace("Sheet1!A2")).sources.map(({ address }) => address)).toEqual(["Sheet1!A2", "Sheet1!A1"]);
  const [both] = (await trace("Sheet1!A3")).sources;
  expect(both?.entries.map(({ what }) => what).toSorted()).toEqual(["UNIVERSE.COUNT", "UNIVERSE.ID"]);
});

test("a result that the row cap ended is a part, and says so", async () => {
  const { settings } = sheet.runtime;
  const before = settings.get();
  settings.set({ ...before, rowCap: 10 });
  await sheet.enter({ "Sheet1!B2": events.replace("3,", "2,"), "Sheet1!H1": "=SUM(C3:C5)" });
  settings.set(before);
  const [source] = (await trace("Sheet1!H1")).sources;
  expect(source?.problem).toMatch(/^10 rows shown, more exist/);
});

test("a formula that ended in an error says which, and one that asked for few rows that there are more", async () => {
  await sheet.enter({
    "Sheet1!B2": '=ESG.EVENTS("Holdings",9)',
    "Sheet1!D2": '=ESG.EVENTS("Holdings",3,,,,"title",5)',
  });
  const [wrong] = (await trace("Sheet1!B2")).sources;
  expect(wrong?.problem).toMatch(/^minScore must be/);
  const [few] = (await trace("Sheet1!D3")).sources;
  expect(few?.problem).toBeUndefined();
  expect(few?.cut).toMatch(/more/);
});

test("a formula that was not asked since the workbook was opened says that its values are saved ones", async () => {
  await sheet.enter({ "Sheet1!B2": events });
  const requestLog = { latestAt: () => undefined, entries: { get: () => [] } } as unknown as RequestLog;
  const later = createWhereFrom(sheet.names, "", { clock: systemClock, requestLog, answers: new LatestResults() });
  const [source] = (await later.trace("Sheet1!C4")).sources;
  expect(source).toMatchObject({ entries: [], records: [] });
  expect(source?.problem).toBe("Saved values: not refreshed since the workbook was opened.");
});

describe("what is not known is named:", () => {
  test("typed values", async () => {
    await sheet.enter({ "Sheet1!B2": events, "Sheet1!J1": 5, "Sheet1!J2": 7, "Sheet1!H1": "=C4*J1+J2" });
    const { unknown, sources } = await trace("Sheet1!H1");
    expect(sources).toHaveLength(1);
    expect(unknown).toEqual([
      "2 cells hold values that were typed or pasted: Sheet1!J1, Sheet1!J2. Where they come from is not known.",
    ]);
  });

  test("cells that INDIRECT or OFFSET compute, and other workbooks", async () => {
    await sheet.enter({ "Sheet1!H1": '=INDIRECT("C4")+OFFSET(A1,1,1)', "Sheet1!H2": "=H1+[Other.xlsx]Sheet1!A1" });
    const { unknown } = await trace("Sheet1!H2");
    expect(unknown).toContain(
      "1 formula uses INDIRECT or OFFSET: Sheet1!H1. The cells that these compute were not followed.",
    );
    expect(unknown).toContain("1 formula names another workbook, which was not followed: Sheet1!H2.");
  });

  test("a cell without any formula of ours, and an empty one", async () => {
    await sheet.enter({ "Sheet1!J1": 5, "Sheet1!H1": "=J1*2" });
    expect((await trace("Sheet1!H1")).unknown).toContain("No formula of Spillway is behind this cell.");
    expect((await trace("Sheet1!K9")).unknown).toEqual(["The cell is empty."]);
  });

  test("cells beyond the number that is followed", async () => {
    const rows = mostFollowed + 100;
    await Excel.run(async (context) => {
      const target = context.workbook.worksheets.getItem("Sheet1").getRange(`J1:J${rows}`);
      target.values = Array.from({ length: rows }, (_, row) => [row]);
      await context.sync();
    });
    await sheet.enter({ "Sheet1!H1": `=SUM(J1:J${rows})` });
    const { unknown } = await trace("Sheet1!H1");
    expect(unknown[0]).toMatch(/^Only the first \d,\d{3} of 5,101 cells were followed\./);
  });

  test("everything behind a formula, where Excel cannot tell its cells", async () => {
    isSupported = false;
    await sheet.enter({ "Sheet1!B2": events, "Sheet1!H1": "=C4*2" });
    expect(await trace("Sheet1!H1")).toMatchObject({
      sources: [],
      unknown: [expect.stringContaining("cannot tell which cells a formula uses,")],
    });
  });
});

describe("a formula whose argument has become wrong is not told to be complete", () => {
  const ofCell = events.replace('"Holdings"', "A1");

  test.each([
    ["a universe that does not exist", "Hodlings", /Hodlings/],
    ["a cell error", "=NA()", /#N\/A/],
    ["a blank cell that was a score", "Holdings", /minScore/],
  ])("%s", async (_, value, reason) => {
    await sheet.enter({ "Sheet1!A1": "Holdings", "Sheet1!A2": 3, "Sheet1!B2": ofCell.replace(",3,", ",A2,") });
    expect((await trace("Sheet1!B2")).sources).toMatchObject([{ problem: undefined }]);
    await sheet.enter({ "Sheet1!A1": value, ...(value === "Holdings" && { "Sheet1!A2": "high" }) });
    const [[shown] = []] = await sheet.values("Sheet1!B2");
    expect(shown).toMatch(/^#/);
    const { sources } = await trace("Sheet1!B2");
    expect(sources).toMatchObject([{ records: [], problem: expect.stringMatching(reason) as string }]);
  });
});
