import { makeExcel } from "../../../src/workbench/excel/excel-global";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { startHost } from "./start-host";

const cells = { A1: "Name", A2: "a", A3: "b", B1: "Weight", B2: 1, B3: 2 };

describe("a protected sheet", () => {
  let host: OfficeHost;
  beforeAll(() => {
    host = startHost();
  });
  beforeEach(async () => {
    const filter = { address: "A1:B3", columns: [{ column: 0, values: ["a"] }], hiddenRows: [2] };
    await openWorkbookJson(host, { name: "Book", sheets: [{ name: "S", cells, filter, protected: true }] });
  });

  it.each<[string, (sheet: Excel.Worksheet) => unknown]>([
    ["values", (sheet) => (sheet.getRange("A2").values = [["x"]])],
    ["a conditional format", (sheet) => sheet.getRange("A1:A3").conditionalFormats.add("Custom")],
    ["a chart", (sheet) => sheet.charts.add("Line", sheet.getRange("A1:B3"))],
    ["a number format", (sheet) => (sheet.getRange("B2").numberFormat = [["0.0"]])],
  ])("refuses, from the object model, %s", async (_, change) => {
    const answer = (makeExcel(host) as typeof Excel).run(async (context) => {
      change(context.workbook.worksheets.getItem("S"));
      await context.sync();
    });
    await expect(answer).rejects.toMatchObject({ code: "AccessDenied" });
  });
});
