import { pipeSize, toExcelMatrix } from "../../../../../src/addin/excel/functions/cell-values";
import { addSources } from "../../../../../src/addin/excel/functions/number-sources";
import { FormulaResult } from "../../../../../src/formulas/table/formula-result";
import { type SheetWithFunctions, sheetWithFunctions } from "../../../../support/sheet-with-functions";

let sheet: SheetWithFunctions;
/** What the host has: the version of ExcelApi. */
let excelApi = 20;

const fields = '"title,score,last_activity,dashboard_url,entity.name"';
const events = `=ESG.EVENTS("Holdings",4,,,,${fields},3,"source=yes")`;

beforeAll(async () => {
  sheet = await sheetWithFunctions((set, version) => set !== "ExcelApi" || Number(version.split(".")[1]) <= excelApi);
  const { runtime, demo } = sheet;
  for (const { universe_id, universe_name } of demo.universes)
    runtime.universes.add({ universe_id, name: universe_name, type: "PRIVATE" });
}, 60_000);

afterAll(() => sheet.service.close());

beforeEach(async () => {
  excelApi = 20;
  await sheet.open("Sheet1", "Own data");
});

const jsonOf = (address: string): Promise<readonly unknown[][]> =>
  Excel.run(async (context) => {
    const [name = "", cells = ""] = address.split("!");
    const range = context.workbook.worksheets.getItem(name).getRange(cells).load({ valuesAsJson: true });
    await context.sync();
    return range.valuesAsJson;
  });

const valueOf = async (address: string): Promise<unknown> => (await sheet.values(address))[0]?.[0];

test("a number carries its source, and is the same number as without", async () => {
  await sheet.enter({ "Sheet1!A1": events, "Own data!A1": events.replace("source=yes", "source=no") });
  expect(await sheet.values("Sheet1!A1:E4")).toEqual(await sheet.values("Own data!A1:E4"));
  const [[title, score, date, link] = []] = await sheet.values("Sheet1!A2:D2");
  const [[titleCell, scoreCell, dateCell] = []] = await jsonOf("Sheet1!A2:C2");
  const text = (basicValue: unknown): object => ({ type: "String", basicValue });
  const properties = {
    source: text(expect.stringMatching(/^event [0-9a-f-]{36}, (live|memory)$/)),
    fetched_at: { type: "FormattedNumber", basicValue: expect.any(Number) as number, numberFormat: "yyyy-mm-dd hh:mm" },
    query: text(expect.stringMatching(/^ESG\.EVENTS\("Holdings"/)),
    record: text(expect.stringMatching(/^[0-9a-f-]{36}$/)),
    company: text(expect.stringMatching(/^[0-9a-f-]{36}$/)),
    link: text(link),
    warning: text(""),
  };
  expect(scoreCell).toMatchObject({ type: "Double", basicValue: score, properties });
  expect(dateCell).toMatchObject({ type: "Double", basicValue: date, numberFormat: "yyyy-mm-dd hh:mm", properties });
  expect(titleCell).toEqual({ type: "String", basicType: "String", basicValue: title });
});

test("formulas read the source of a number in a result, and compute with the number", async () => {
  await sheet.enter({
    "Sheet1!A1": events,
    "Own data!A1": "=Sheet1!B2.source",
    "Own data!A2": '=FIELDVALUE(Sheet1!B2:B3,"record")',
    "Own data!B1": "=Sheet1!B2.Fetched_At-Sheet1!B2.fetched_at",
    "Own data!B2": "=SUM(Sheet1!B2:B4)-Sheet1!B2-Sheet1!B3-Sheet1!B4",
    "Own data!B3": "=Sheet1!B2.nothing",
    "Own data!B4": "=Sheet1!A2.source",
    "Own data!C1": "=Sheet1!B2*2",
  });
  const [[score] = []] = await sheet.values("Sheet1!B2");
  expect(await valueOf("Own data!A1")).toMatch(/^event [0-9a-f-]{36}, (live|memory)$/);
  expect(await sheet.values("Own data!A2:A3")).toEqual([
    [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    [expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ]);
  expect(await sheet.values("Own data!B1:B4")).toEqual([[0], [0], ["#FIELD!"], ["#FIELD!"]]);
  expect(await valueOf("Own data!C1")).toBe(Number(score) * 2);
});

test("a formula that reads a source is calculated again when its cell gets a value, and when it gets the formula back", async () => {
  await sheet.enter({
    "Sheet1!A1": events,
    "Own data!A1": "=Sheet1!B2.record",
    "Own data!A2": "=1&Sheet1!$B$2.record",
  });
  const before = await sheet.values("Own data!A1:A2");
  const [[score] = []] = await sheet.values("Sheet1!B2");
  await sheet.enter({ "Sheet1!A1": "", "Sheet1!B2": Number(score) });
  expect(await sheet.values("Own data!A1:A2")).toEqual([["#FIELD!"], ["#FIELD!"]]);
  await sheet.enter({ "Sheet1!B2": "", "Sheet1!A1": events });
  expect(await sheet.values("Own data!A1:A2")).toEqual(before);
});

test("a company's card gives its fields in the same way", async () => {
  const isin = sheet.demo.entities[0]?.isin ?? "";
  await sheet.enter({ "Sheet1!A1": `=ENTITY.CARD("${isin}")`, "Sheet1!B1": "=A1.ISIN", "Sheet1!C1": "=A1.Colour" });
  expect(await sheet.values("Sheet1!B1:C1")).toEqual([[isin, "#FIELD!"]]);
});

test("a row beside a list names the cell of the list, and a single value its formula", async () => {
  const { isin, id } = sheet.demo.entities[0] ?? { isin: "", id: "" };
  await sheet.enter({
    "Sheet1!A1": isin,
    "Sheet1!B1": '=ENTITY.GET(A1:A2,"employee_count","source=yes")',
    "Sheet1!C1": "=B1.source",
    "Sheet1!D1": '=UNIVERSE.COUNT("Holdings",,,"source=yes")',
    "Sheet1!E1": "=D1.source",
    "Sheet1!F1": "=B1.company",
  });
  expect(await valueOf("Sheet1!C1")).toMatch(new RegExp(`^ENTITY\\.GET ${isin}, (live|memory)$`));
  expect(await valueOf("Sheet1!E1")).toMatch(/^UNIVERSE\.COUNT, (live|memory)$/);
  expect([id, ""]).toContain(await valueOf("Sheet1!F1"));
});

test("a part that nobody asked for says so in each of its numbers", async () => {
  const before = sheet.runtime.settings.get();
  sheet.runtime.settings.set({ ...before, rowCap: 2 });
  try {
    await sheet.enter({
      "Sheet1!A1": `=ESG.EVENTS("Holdings",2,,,,"title,score",,"source=yes")`,
      "Sheet1!D1": "=B2.warning",
    });
    expect(await valueOf("Sheet1!D1")).toMatch(/more exist/);
  } finally {
    sheet.runtime.settings.set(before);
  }
});

test("a host without properties gets plain numbers, and one without formats in them plain dates", async () => {
  excelApi = 15;
  await sheet.enter({ "Sheet1!A1": events });
  const [[score, date] = []] = await jsonOf("Sheet1!B2:C2");
  expect(score).toEqual({ type: "Double", basicType: "Double", basicValue: expect.any(Number) as number });
  expect(date).toMatchObject({ type: "FormattedNumber" });
  excelApi = 18;
  await sheet.enter({ "Own data!A1": events });
  const [[withSource, plainDate] = []] = await jsonOf("Own data!B2:C2");
  expect(withSource).toHaveProperty("properties.source");
  expect(plainDate).toMatchObject({ type: "FormattedNumber" });
  expect(plainDate).not.toHaveProperty("properties");
});

test("a result that is too large with its sources says how many rows fit, and what to leave out", async () => {
  await sheet.enter({ "Sheet1!A1": '=UNIVERSE.COUNT("Holdings")' });
  const entry = sheet.runtime.requestLog.latestAt("Sheet1!A1");
  if (entry === undefined) throw new Error("The formula has no entry.");
  const matrix = Array.from({ length: 1_000 }, (_, row) => ["A company", row]);
  const host = { maxCharacters: 100_000, maxCells: 5_000_000, yieldToHost: () => undefined };
  await expect(addSources(FormulaResult.ofCells(matrix), entry, host)).rejects.toThrow(
    /^The numbers with their source take 0\.\d MB\. Excel accepts 0\.1 MB here, about [1-9]\d\d rows\. Leave source=yes out/,
  );
  const fitting = await addSources(FormulaResult.ofCells(matrix.slice(0, 100)), entry, host);
  expect(pipeSize(fitting)).toBeGreaterThanOrEqual(JSON.stringify(toExcelMatrix(fitting.cells)).length);
});
