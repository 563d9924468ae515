import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import type { SheetModel, WorkbookModel } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { byHand } from "./by-hand";
import { afterOneCell, partsOf } from "./compare-parts";

const context = { custom: ["ESG.EVENTS"] };
const folder = path.join(__dirname, "files");
const files: readonly (readonly [string, Uint8Array])[] = [
  ...Object.entries(byHand).map(([name, bytes]) => [`by hand: ${name}`, bytes] as const),
  ...readdirSync(folder)
    .filter((name) => name.endsWith(".xlsx"))
    .map((name) => [name, new Uint8Array(readFileSync(path.join(folder, name)))] as const),
];

const open = (name: string): WorkbookModel =>
  readWorkbook(files.find(([one]) => one === name)?.[1] ?? new Uint8Array(), context);
const first = (name: string): SheetModel => open(name).sheets[0] ?? ({} as SheetModel);
const cellsOf = (sheet: SheetModel): unknown[] => sheet.cells.map(({ row, column, ...cell }) => [row, column, cell]);

it("there are eight files by hand and six by openpyxl", () => {
  expect(files.filter(([name]) => name.startsWith("by hand"))).toHaveLength(8);
  expect(files.filter(([name]) => name.startsWith("openpyxl"))).toHaveLength(6);
});

describe.each(files)("%s", (_, bytes) => {
  it("is written back part by part, byte for byte", () => {
    expect(partsOf(writeWorkbook(readWorkbook(bytes, context), context, bytes))).toEqual(partsOf(bytes));
  });

  it("keeps everything else when one cell changes", () => {
    const { before, after, changed } = afterOneCell(bytes, context);
    expect(after).toEqual(before);
    expect(changed).toBe("new here");
  });
});

describe("what is read", () => {
  it("needs no addresses and no styles", () => {
    expect(cellsOf(first("by hand: least"))).toEqual([
      [0, 0, { value: 1 }],
      [0, 1, { value: "in line" }],
      [1, 0, { value: true }],
    ]);
  });

  it("may be in the strict form, with prefixes", () => {
    expect(cellsOf(first("by hand: strict"))).toEqual([
      [1, 1, { value: "strict" }],
      [1, 2, { value: 46_159 }],
    ]);
  });

  it("has formulas as they are typed, and the cells that they fill", () => {
    expect(cellsOf(first("by hand: formulas"))).toEqual([
      [0, 0, { formula: "=SEQUENCE(2)", value: 1, spill: "A1:A2" }],
      [0, 1, { formula: "=A1*$A$1", value: 1 }],
      [0, 2, { formula: "=A1:A2*2", value: 2, spill: "C1:C2" }],
      [0, 3, { formula: "=SUM(A1#)", value: 3 }],
      [0, 4, { formula: '=ESG.EVENTS("x",A1)', value: 7 }],
      [1, 0, { value: 2, spilled: true }],
      [1, 1, { formula: "=A2*$A$1", value: 2 }],
      [1, 2, { value: 4, spilled: true }],
      [1, 3, { value: 5 }],
      [2, 1, { formula: "=A3*$A$1", value: 0 }],
      [2, 3, { value: 6 }],
      [2, 5, { formula: "=@A1:A2/0", value: { error: "#VALUE!" } }],
    ]);
    expect(open("by hand: formulas").names).toEqual([
      { name: "Tax", formula: "0.19" },
      { name: "Twice", formula: "LAMBDA(x,x*2)" },
    ]);
  });

  it("has formats with colours of the theme, sizes and frozen panes", () => {
    expect(first("by hand: formats")).toMatchObject({
      frozenRows: 2,
      frozenColumns: 1,
      rows: [{ row: 0, height: 40 }],
      columns: [
        { start: 1, end: 1, width: 145, format: { numberFormat: "0.000" } },
        { start: 2, end: 16_383, format: { numberFormat: "m/d/yyyy" } },
      ],
      cells: [{ format: { bold: true, numberFormat: "0.000", color: "#2f5597" } }, {}, {}],
    });
  });

  it("leaves out a sheet that is a chart, and knows which sheet is in front", () => {
    const { sheets, active, dates1904, names } = open("by hand: sheets");
    expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ["One", true],
      ["Two", undefined],
      ["Three", true],
    ]);
    expect({ active, dates1904, names }).toEqual({
      active: 1,
      dates1904: true,
      names: [{ name: "Here", formula: "Two!$A$1", sheet: 1 }],
    });
  });

  it("has tables, merged cells and formats of openpyxl", () => {
    expect(first("openpyxl-table.xlsx")).toMatchObject({ tables: [{ name: "SalesTable", range: "A1:B3" }] });
    expect(first("openpyxl-formats.xlsx")).toMatchObject({
      merged: ["D1:F3"],
      frozenRows: 1,
      frozenColumns: 1,
      rows: [
        { row: 2, height: 80 },
        { row: 4, hidden: true },
      ],
    });
    expect(first("openpyxl-formats.xlsx").cells[0]?.format).toEqual({
      bold: true,
      italic: true,
      underline: true,
      font: "Arial",
      size: 14,
      color: "#1f4e78",
    });
    expect(first("openpyxl-notes.xlsx").protected).toBe(true);
  });
});

describe("what is changed", () => {
  const change = (name: string, next: (model: WorkbookModel) => WorkbookModel): Record<string, string> => {
    const bytes = files.find(([one]) => one === name)?.[1] ?? new Uint8Array();
    const parts = OoxmlPackage.read(writeWorkbook(next(readWorkbook(bytes, context)), context, bytes));
    return Object.fromEntries(parts.names.map((part) => [part, parts.text(part)]));
  };
  const inFirst = (model: WorkbookModel, next: (sheet: SheetModel) => SheetModel): WorkbookModel => ({
    ...model,
    sheets: model.sheets.map((sheet, index) => (index === 0 ? next(sheet) : sheet)),
  });

  it("keeps what a format does not show: rotation and protection", () => {
    const parts = change("by hand: formats", (model) =>
      inFirst(model, (sheet) => ({
        ...sheet,
        cells: sheet.cells.map((cell, index) =>
          index === 0 ? { ...cell, format: { ...cell.format, italic: true } } : cell,
        ),
      })),
    );
    expect(parts["xl/styles.xml"]).toContain(
      '<alignment horizontal="justify" textRotation="45"/><protection locked="0"/></xf></cellXfs>',
    );
    expect(parts["xl/styles.xml"]).toContain("<gradientFill");
  });

  it("gives the other cells of a shared formula their own when its first cell goes", () => {
    const parts = change("by hand: formulas", (model) =>
      inFirst(model, (sheet) => ({
        ...sheet,
        cells: sheet.cells.filter(({ row, column }) => row !== 0 || column !== 1),
      })),
    );
    expect(parts["xl/worksheets/sheet1.xml"]).not.toContain('t="shared"');
    expect(parts["xl/worksheets/sheet1.xml"]).toContain('<c r="B2"><f>A2*$A$1</f><v>2</v></c>');
    expect(parts["xl/worksheets/sheet1.xml"]).toContain('<f t="array" ref="C1:C2">A1:A2*2</f>');
    expect(parts["xl/calcChain.xml"]).toBeUndefined();
  });

  it("moves the names of sheets with them, and keeps the chart in front", () => {
    const parts = change("by hand: sheets", (model) => ({
      ...model,
      sheets: model.sheets.toReversed(),
      names: [],
      active: 0,
    }));
    expect(parts["xl/workbook.xml"]).toMatch(
      /name="Chart".*name="Three" sheetId="3" state="hidden".*name="Two".*name="One" sheetId="1" state="veryHidden"/,
    );
    expect(parts["xl/workbook.xml"]).toContain('name="_xlnm._FilterDatabase" localSheetId="1"');
  });

  it("keeps a chart in front that the workbench does not show, until another sheet is chosen", () => {
    const inFront = new Uint8Array(
      zipSync(
        Object.fromEntries(
          Object.entries(unzipSync(byHand["sheets"] ?? new Uint8Array())).map(([name, part]) => [
            name,
            name === "xl/workbook.xml" ? strToU8(strFromU8(part).replace('activeTab="2"', 'activeTab="0"')) : part,
          ]),
        ),
      ),
    );
    const model = readWorkbook(inFront, context);
    expect(partsOf(writeWorkbook(model, context, inFront))).toEqual(partsOf(inFront));
    const moved = writeWorkbook({ ...model, sheets: model.sheets.toReversed(), active: 2 }, context, inFront);
    expect(partsOf(moved)["xl/workbook.xml"]).toContain('activeTab="0"');
    const chosen = partsOf(writeWorkbook({ ...model, active: 1 }, context, inFront));
    expect(chosen["xl/workbook.xml"]).toContain('activeTab="2"');
  });

  it("reads a table without its row of totals, and keeps totals and formulas of columns when it grows and gets new names", () => {
    expect(first("by hand: totals").tables).toEqual([{ name: "Positions", range: "A1:B3" }]);
    const parts = change("by hand: totals", (model) =>
      inFirst(model, (sheet) => ({
        ...sheet,
        cells: sheet.cells.map((cell) => (cell.value === "Name" ? { ...cell, value: "Company" } : cell)),
        tables: [{ name: "Positions", range: "A1:B9" }],
      })),
    );
    expect(parts["xl/tables/table1.xml"]).toMatch(
      /ref="A1:B10".*<autoFilter ref="A1:B9"\/>.*<tableColumn id="1" totalsRowLabel="Total" name="Company"\/><tableColumn id="2" name="Value" totalsRowFunction="sum" dataDxfId="0"><calculatedColumnFormula>1\+1</,
    );
  });

  it("writes a table's new columns and a renamed table", () => {
    const parts = change("openpyxl-table.xlsx", (model) =>
      inFirst(model, (sheet) => ({
        ...sheet,
        cells: [...sheet.cells, { row: 0, column: 2, value: "Share" }].toSorted(
          (one, other) => one.row - other.row || one.column - other.column,
        ),
        tables: [{ name: "SalesTable", range: "A1:C3" }],
      })),
    );
    expect(parts["xl/tables/table1.xml"]).toMatch(
      /ref="A1:C3".*<tableColumns count="3"><tableColumn id="1" name="Name"\/>.*name="Share"/,
    );
  });
});
