import { freshWorkbench } from "./fresh-workbench";
import type { WorkbenchPage } from "./page";
import { runBatch } from "./run-batch";

describe("Range.valuesAsJson", () => {
  const opened = freshWorkbench();
  let bench: WorkbenchPage;
  beforeEach(() => {
    bench = opened();
  });

  const run = <Result>(batch: (context: Excel.RequestContext) => Promise<Result>): Promise<Result | string> =>
    runBatch(bench, batch, {});

  it("reads texts, numbers, truths, empty cells and errors with their types", async () => {
    await bench.enterAll({
      A1: "'5",
      B1: 5,
      C1: "TRUE",
      E1: "=1/0",
      F1: "=NA()",
      A3: "=SEQUENCE(2,2)",
      B4: "in the way",
    });
    const read = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const [row, blocked] = [sheet.getRange("A1:F1").load("valuesAsJson"), sheet.getRange("A3").load("valuesAsJson")];
      await context.sync();
      return [row.valuesAsJson[0], blocked.valuesAsJson[0]?.[0]] as unknown[];
    });
    expect(read).toEqual([
      [
        { type: "String", basicType: "String", basicValue: "5" },
        { type: "Double", basicType: "Double", basicValue: 5 },
        { type: "Boolean", basicType: "Boolean", basicValue: true },
        { type: "Empty", basicType: "Empty", basicValue: "" },
        { type: "Error", basicType: "Error", basicValue: "#DIV/0!", errorType: "Div0" },
        { type: "Error", basicType: "Error", basicValue: "#N/A", errorType: "NotAvailable" },
      ],
      {
        ...{ type: "Error", basicType: "Error", basicValue: "#SPILL!" },
        ...{ errorType: "Spill", errorSubType: "Collision", rowCount: 2, columnCount: 2 },
      },
    ]);
  });

  it("writes what it reads, texts as texts, and formats of numbers where a cell has none", async () => {
    const read = await run(async (context) => {
      const sheet = context.workbook.worksheets.getActiveWorksheet();
      const range = sheet.getRange("A1:F1");
      sheet.getRange("E1").numberFormat = [["0.00"]];
      const given: unknown = [
        [
          { type: "String", basicValue: "=1+1" },
          { type: "String", basicValue: "5%" },
          { type: "Boolean", basicValue: false },
          { type: "FormattedNumber", basicValue: 0.5, numberFormat: "0%" },
          { type: "FormattedNumber", basicValue: 0.5, numberFormat: "0%" },
          { type: "Error", errorType: "NotAvailable" },
        ],
      ];
      range.valuesAsJson = given as Excel.CellValue[][];
      await context.sync();
      range.load("values,text,numberFormat,valuesAsJson");
      await context.sync();
      const before = JSON.stringify(range.valuesAsJson);
      range.valuesAsJson = range.valuesAsJson;
      await context.sync();
      range.load("valuesAsJson");
      await context.sync();
      return [
        range.values[0],
        range.text[0],
        range.numberFormat[0],
        JSON.stringify(range.valuesAsJson) === before,
      ] as unknown[];
    });
    expect(read).toEqual([
      ["=1+1", "5%", false, 0.5, 0.5, "#N/A"],
      ["=1+1", "5%", "FALSE", "50%", "0.50", "#N/A"],
      ["General", "General", "General", "0%", "0.00", "General"],
      true,
    ]);
  });

  it("refuses what Excel refuses", async () => {
    const codes = await bench.pane().evaluate(async () => {
      const code = (values: unknown): Promise<string> =>
        Excel.run(async (context) => {
          context.workbook.worksheets.getActiveWorksheet().getRange("A1:A2").valuesAsJson =
            values as Excel.CellValue[][];
          await context.sync();
          return "no error";
        }).catch((error: unknown) => (error as { code?: string; message: string }).code ?? (error as Error).message);
      const five = { type: "Double", basicValue: 5 };
      return [
        await code([[five, five]]),
        await code([[five], [{ type: "Double", basicValue: "5" }]]),
        await code([[five], [{ type: "Surprise", basicValue: 5 }]]),
        await code([[five], [7]]),
        await code([[five], [{ type: "Error", errorType: "Spill" }]]),
        await code([[five], [{ type: "Entity", text: "x" }]]),
      ];
    });
    expect(codes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => "InvalidArgument"));
    expect(codes.slice(4)).toEqual(["NotImplemented", "NotImplemented"]);
    expect(await bench.values("A1:A2")).toEqual([[""], [""]]);
  });
});
