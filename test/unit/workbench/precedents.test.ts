import { readListAtCell } from "../../../src/addin/excel/sheet/ranges";
import { makeExcel } from "../../../src/workbench/excel/excel-global";
import { openWorkbookJson } from "../../../src/workbench/file/open-and-save";
import type { OfficeHost } from "../../../src/workbench/office/office-host";
import { startHost } from "./start-host";

let host: OfficeHost;

beforeAll(async () => {
  host = startHost();
  Object.assign(globalThis, { Excel: makeExcel(host) });
  await openWorkbookJson(host, {
    name: "Book",
    sheets: [
      { name: "Sheet1", cells: {} },
      { name: "Own data", cells: {} },
      {
        name: "Lists",
        cells: {
          ...{ A1: "Holdings of the fund", A3: "Name", B3: "ISIN", C3: "Weight" },
          ...{ A4: "Acme", B4: "US0378331005", C4: 0.4, A5: "Nord", C5: 0.6, A7: "Prices of yesterday" },
          ...{ H2: "Sud", H5: "Ost" },
        },
      },
    ],
  });
  await Excel.run(async (context) => {
    const sheet = context.workbook.worksheets.getItem("Sheet1");
    sheet.getRange("A1:B4").values = [
      ["Company", "Score"],
      ["Acme", 1],
      ["Nord", 2],
      ["Sud", 3],
    ];
    context.workbook.tables.add(sheet.getRange("A1:B4"), true).name = "Scores";
    context.workbook.names.add("Rates", sheet.getRange("D1:D2"));
    sheet.getRange("F1").formulas = [["=TEST.ROWS(3)"]];
    await context.sync();
  });
  for (let quiet = 0; quiet < 4; quiet = host.functions.unsettled ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
});

/** Enters a formula in Z1 and reads the addresses of its precedents, sheet by sheet. */
const precedents = (formula: string): Promise<readonly string[]> =>
  Excel.run(async (context) => {
    const cell = context.workbook.worksheets.getItem("Sheet1").getRange("Z1");
    cell.formulas = [[formula]];
    await context.sync();
    const found = cell.getDirectPrecedents().load({ addresses: true });
    await context.sync();
    return found.addresses;
  });

test.each([
  ["=B2*2", ["Sheet1!B2"]],
  ["=SUM(B2:B4,$D$1)+'Own data'!C3", ["Sheet1!B2:B4,Sheet1!D1", "'Own data'!C3"]],
  ["=B2+B2", ["Sheet1!B2"]],
  ["=SUM(D:D)", ["Sheet1!D:D"]],
  ["=SUM(Rates)", ["Sheet1!D1:D2"]],
  ["=SUM(Scores[Score])", ["Sheet1!B2:B4"]],
  ["=ROWS(F1#)", ["Sheet1!F1:G3"]],
  ['=INDIRECT("B2")+D1', ["Sheet1!D1"]],
  ["=A2:A4 A3:B3", ["Sheet1!A2:A4,Sheet1!A3:B3"]],
  ['=LOG10(B2)&"C9"&[Other.xlsx]Sheet1!D1', ["Sheet1!B2"]],
])("the direct precedents of %s are the areas that it names", async (formula, expected) => {
  expect(await precedents(formula)).toEqual(expected);
});

test("a cell without precedents is ItemNotFound, as in Excel", async () => {
  await expect(precedents("=1+1")).rejects.toMatchObject({ code: "ItemNotFound" });
  await expect(precedents("typed")).rejects.toMatchObject({ code: "ItemNotFound" });
});

/** The list that is taken where this cell of the sheet Lists is selected. */
const listAt = async (address: string): Promise<string | undefined> => {
  await Excel.run(async (context) => {
    context.workbook.worksheets.getItem("Lists").getRange(address).select();
    await context.sync();
  });
  return readListAtCell();
};

test.each(["A3", "A4", "B4", "C5"])(
  "the list at %s is the whole table around it, without a title or a note apart",
  async (cell) => {
    expect(await listAt(cell)).toBe("Lists!A3:C5");
  },
);

test("the list at a cell alone is its column, and there is none in a blank column, also beside a table", async () => {
  expect(await listAt("H2")).toBe("Lists!H2:H5");
  for (const blank of ["K2", "D3", "G1"]) expect(await listAt(blank)).toBeUndefined();
});
