import { type Audit, type AuditScope, createAudit } from "../../../../../src/addin/excel/trace/audit";
import type { FrozenFormula } from "../../../../../src/addin/excel/freeze/frozen-book";
import { writeReport } from "../../../../../src/addin/excel/sheet/report-sheet";
import { auditReport } from "../../../../../src/addin/taskpane/features/workbook/audit-report";
import { systemClock } from "../../../../../src/engine/clock";
import type { RequestLog } from "../../../../../src/engine/requests/request-log";
import { functions } from "../../../../../src/formulas/functions";
import { type SheetWithFunctions, sheetWithFunctions } from "../../../../support/sheet-with-functions";

let sheet: SheetWithFunctions;
let audit: (scope: AuditScope, frozen?: readonly FrozenFormula[]) => Promise<Audit>;

const events = '=ESG.EVENTS("Holdings",3,,,,"title,score,entity.name","all")';
const partial = '=ESG.EVENTS("Holdings",2,,,,"title,score")';
const made = Date.UTC(2026, 10, 24, 9, 30);

beforeAll(async () => {
  sheet = await sheetWithFunctions();
  const { runtime, demo, names } = sheet;
  for (const { universe_id, universe_name } of demo.universes)
    runtime.universes.add({ universe_id, name: universe_name, type: "PRIVATE" });
  audit = (scope, frozen = []) =>
    createAudit(names, "", { clock: systemClock, requestLog: runtime.requestLog, frozen }).read(scope);
}, 60_000);

beforeEach(() => sheet.open("Sheet1", "Own data"));

const select = (name: string, address: string): Promise<void> =>
  Excel.run(async (context) => {
    const found = context.workbook.worksheets.getItem(name);
    found.activate();
    found.getRange(address).select();
    await context.sync();
  });

const addressesOf = ({ formulas }: Audit): readonly string[] => formulas.map(({ address }) => address);

test("a workbook, a sheet and a selection each list their own formulas, without a call", async () => {
  await sheet.enter({ "Sheet1!B2": events, "Own data!A1": '=UNIVERSE.COUNT("Holdings")', "Own data!A2": "=1+1" });
  await select("Own data", "A1:B9");
  const before = sheet.sent.length;
  expect(addressesOf(await audit("workbook"))).toEqual(["Sheet1!B2", "'Own data'!A1"]);
  expect(addressesOf(await audit("sheet"))).toEqual(["'Own data'!A1"]);
  expect(addressesOf(await audit("selection"))).toEqual(["'Own data'!A1"]);
  expect(sheet.sent.length).toBe(before);
});

test("of selected cells the formulas behind each are listed, over sheets and spills, and what was not followed", async () => {
  await sheet.enter({
    "Sheet1!B2": events,
    "Own data!A1": "=SUM(Sheet1!C3:C9)",
    "Own data!A2": '=A1*2+INDIRECT("A1")',
    "Own data!A3": "=5*2",
  });
  await select("Own data", "A1:A3");
  const found = await audit("selection");
  expect(found.area).toBe("'Own data'!A1:A3");
  expect(addressesOf(found)).toEqual(["Sheet1!B2"]);
  expect(found.cells).toEqual([
    { address: "'Own data'!A1", formula: "=SUM(Sheet1!C3:C9)", sources: ["Sheet1!B2"], unknown: [] },
    {
      address: "'Own data'!A2",
      formula: '=A1*2+INDIRECT("A1")',
      sources: ["Sheet1!B2"],
      unknown: [expect.stringContaining("INDIRECT or OFFSET: 'Own data'!A2") as string],
    },
    {
      address: "'Own data'!A3",
      formula: "=5*2",
      sources: [],
      unknown: ["No formula of Spillway is behind this cell."],
    },
  ]);
});

test("a selected cell inside of a result stands for its formula", async () => {
  await sheet.enter({ "Sheet1!B2": events });
  await select("Sheet1", "C5");
  expect(addressesOf(await audit("selection"))).toEqual(["Sheet1!B2"]);
});

test("saved values, a part that nobody asked for, an error and a defined name are named", async () => {
  const { settings, requestLog } = sheet.runtime;
  const before = settings.get();
  settings.set({ ...before, rowCap: 10 });
  await sheet.enter({ "Sheet1!B2": partial, "Sheet1!H2": '=ESG.EVENTS("Holdings",9)' });
  settings.set(before);
  const { formulas } = await audit("workbook");
  expect(formulas.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^10 rows shown, more exist/),
    expect.stringMatching(/^minScore must be/),
  ]);
  await Excel.run(async (context) => {
    context.workbook.names.add("Severe", '=ESG.EVENTS("Holdings",5)');
    await context.sync();
  });
  expect((await audit("workbook")).notes).toEqual([expect.stringContaining("Spillway functions: Severe.")]);
  const empty = { latestAt: () => undefined, entries: { get: () => [] } } as unknown as RequestLog;
  const later = createAudit(sheet.names, "", { clock: systemClock, requestLog: empty, frozen: [] });
  expect((await later.read("workbook")).formulas.map(({ problem }) => problem)).toEqual([
    "Saved values: not refreshed since the workbook was opened.",
    "Saved values: not refreshed since the workbook was opened.",
  ]);
  expect(requestLog.entries.get().length).toBeGreaterThan(0);
});

test("the sheet begins with the warnings, tells each formula in words with its requests and times, and holds no formula", async () => {
  const { settings } = sheet.runtime;
  const before = settings.get();
  settings.set({ ...before, rowCap: 10 });
  await sheet.enter({ "Sheet1!B2": partial });
  settings.set(before);
  await sheet.enter({ "Sheet1!H2": events, "Sheet1!N1": "=SUM(I3:I9)" });
  await select("Sheet1", "A1:N20");
  const frozen: FrozenFormula = {
    id: 1,
    address: "Sheet1!N5:N9",
    formula: '=UNIVERSE.ENTITIES("Holdings")',
    frozenAt: made,
    fetchedAt: made,
    changed: [],
    isProtected: false,
  };
  const sent = sheet.sent.length;
  const found = await audit("selection", [frozen, { ...frozen, address: "'Own data'!A1" }]);
  const address = await writeReport(auditReport("selection", found, functions, made), false);
  expect(address).toBe("'Audit sheet'!A1");
  expect(sheet.sent.length).toBe(sent);
  const { values, formulas, formats } = await Excel.run(async (context) => {
    const range = context.workbook.worksheets
      .getItem("Audit sheet")
      .getUsedRange()
      .load({ values: true, formulas: true, numberFormat: true });
    await context.sync();
    return {
      values: range.values as unknown[][],
      formulas: range.formulas as unknown[][],
      formats: range.numberFormat,
    };
  });
  const rowOf = (text: string): number => values.findIndex(([first]) => first === text);
  expect(values[1]?.[0]).toContain("does not update");
  expect(values[rowOf("Made (UTC)")]?.[1]).toBe("2026-11-24 09:30");
  expect(values[rowOf("Cells")]?.[1]).toBe("Sheet1!B1:N20");
  const warning = rowOf("Read this first");
  const list = rowOf("3 Spillway formulas");
  expect(warning).toBeGreaterThan(0);
  expect(list).toBeGreaterThan(warning);
  expect(values[warning + 2]).toEqual(
    expect.arrayContaining(["Sheet1", "B2", expect.stringMatching(/^10 rows shown, more exist/)]),
  );
  const [, complete, frozenRow] = values.slice(list + 2);
  expect(complete).toEqual([
    "Sheet1",
    "H2",
    "Complete",
    expect.stringMatching(/^(live|from memory)$/),
    expect.any(Number),
    expect.any(Number),
    expect.any(Number),
    "ESG.EVENTS",
    expect.stringContaining("ESG events"),
    expect.stringContaining("Universe: Holdings; Lowest score: 3"),
    events,
    "",
    "",
    expect.stringContaining("GET /v3/universes/{universe_id}/esg/events"),
  ]);
  expect(formats[list + 3]?.[4]).toBe("yyyy-mm-dd hh:mm");
  expect(frozenRow).toEqual(expect.arrayContaining(["N5:N9", "Frozen on 2026-11-24 09:30.", "UNIVERSE.ENTITIES"]));
  expect(values[rowOf("1 cell that another formula computes") + 2]).toEqual(
    expect.arrayContaining(["N1", "=SUM(I3:I9)", "Sheet1!H2"]),
  );
  expect(formulas).toEqual(values);
});
