import fc from "fast-check";
import type { ColumnsModel } from "../../../src/ooxml/workbook-model";
import type { StoredWorkbook } from "../../../src/workbench/file/stored-workbook";
import { checkLimits } from "../../../src/workbench/file/stored-workbook";
import { toSnapshot } from "../../../src/workbench/file/to-snapshot";
import { readWorkbookJson, type SheetJson, type WorkbookJson } from "../../../src/workbench/file/workbook-json";
import { readXlsx, writeXlsx } from "../../../src/workbench/file/xlsx";

const context = {
  custom: ["ESG.EVENTS", "ENTITY.SEARCH"],
  addin: { id: "8f0c2f1e-6a0b-4c1d-9f57-3f1b1d7a52c4", version: "1.0.0.0" },
  extraNamespace: "urn:test",
};

/** What comes back. */
const again = (workbook: StoredWorkbook): StoredWorkbook =>
  readXlsx(writeXlsx(workbook, context), workbook.name, context);

/** A workbook without what only that of an .xlsx file has, and with its columns one by one. */
const plain = (workbook: StoredWorkbook): unknown =>
  JSON.parse(
    JSON.stringify({
      ...workbook,
      source: undefined,
      sheets: workbook.sheets.map((one) => ({ ...one, part: undefined, columns: one.columns.flatMap(eachColumn) })),
    }),
  );

const eachColumn = (columns: ColumnsModel): ColumnsModel[] =>
  Array.from({ length: columns.end - columns.start + 1 }, (__, index) => {
    const column = columns.start + index;
    return { ...columns, start: column, end: column };
  });

const content = fc.oneof(
  fc.constantFrom("text", "'0012", "'=no formula", "'2026-01-02", "two\nlines", "'TRUE", "''quoted"),
  fc.constantFrom("=SUM(A1:B9)", '=ESG.EVENTS("a<b",A1,,8)', "=A3#", "=#N/A", '=LET(x,1,x&"&")', "='It''s'!A1"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
);
const address = fc
  .tuple(fc.constantFrom("A", "B", "Z", "AB"), fc.integer({ min: 1, max: 60 }))
  .map((parts) => parts.join(""));
const format = fc.constantFrom<object>(
  { bold: true, fill: "#e3f1f2" },
  { numberFormat: "0.0%" },
  { italic: true, underline: true, strike: true, color: "#ff0000", size: 14, font: "Arial" },
  {
    align: "right",
    vertical: "top",
    wrap: true,
    borders: { left: { style: "thin" }, top: { style: "double", color: "#00ff00" } },
  },
);
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const sheet: fc.Arbitrary<SheetJson> = fc
  .record({
    cells: fc.dictionary(address, content, { maxKeys: 20 }),
    formats: fc.dictionary(address, format, { maxKeys: 8 }),
    columns: fc.dictionary(fc.constantFrom("C:C", "D:D"), format),
    widths: fc.dictionary(fc.constantFrom("A", "B", "AA"), fc.integer({ min: 89, max: 400 })),
    heights: optional(fc.dictionary(fc.constantFrom("1", "7"), fc.integer({ min: 4, max: 200 }), { minKeys: 1 })),
    hiddenRows: optional(fc.constant([3, 4])),
    hiddenColumns: optional(fc.constant(["F"])),
    frozenRows: optional(fc.integer({ min: 1, max: 4 })),
    frozenColumns: optional(fc.integer({ min: 1, max: 4 })),
    protected: optional(fc.constant(true)),
    defaultWidth: optional(fc.constant(64)),
    merged: optional(fc.constant(["H1:I2"])),
  })
  .map(({ columns, formats, ...rest }) => ({ name: "", ...rest, formats: { ...columns, ...formats } }) as SheetJson);

describe("a workbook of the workbench", () => {
  it("comes back from an .xlsx file as it was", () => {
    fc.assert(
      fc.property(
        fc.array(sheet, { minLength: 1, maxLength: 3 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (given, settings) => {
          const sheets = given.map((one, index) => ({ ...one, name: `Sheet ${index + 1}` }));
          const file = readWorkbookJson(
            JSON.parse(JSON.stringify({ name: "Book", sheets, active: `Sheet ${sheets.length}`, settings })),
          );
          expect(plain(again(file))).toEqual(plain(file));
          expect(() => checkLimits(again(file))).not.toThrow();
        },
      ),
      { numRuns: 150 },
    );
  });

  it("keeps names, and tables with the cells of their headers", () => {
    const file = readWorkbookJson({
      name: "Book",
      sheets: [
        {
          name: "A b",
          cells: { A1: "Name", A2: "x" },
          formats: {},
          widths: {},
          tables: [{ name: "T", address: "A1:A2" }],
        },
        { name: "B", cells: {}, formats: {}, widths: {} },
      ],
      active: "A b",
      settings: {},
      values: {},
      names: [
        { name: "Half", formula: "'A b'!$A$2" },
        { name: "Mine", formula: "1/2", sheet: "B" },
      ],
    });
    expect(plain(again(file))).toEqual(plain(file));
  });
});

describe("results of custom functions", () => {
  /** A formula with a saved result and what it shows, unless nothing is saved. */
  const file = (formula: string, first: string, more: Partial<WorkbookJson> = {}): StoredWorkbook =>
    readWorkbookJson({
      name: "Book",
      sheets: [
        {
          name: "S",
          cells: { B2: formula },
          shown: { values: { B2: first, C2: 1 }, spills: { B2: "B2:C2" } },
        },
      ],
      values: { "S!B2": [{ key: "k1", value: [[{ type: "Entity", text: "Acme" }, 1]] }] },
      ...more,
    });

  it("come back with what cells cannot hold", () => {
    const given = file('=SUM(ESG.EVENTS("x"))', "Acme");
    expect(again(given).values).toEqual(given.values);
  });

  it("are the values of the cells, if another program has calculated since", () => {
    const bytes = writeXlsx(file('=ESG.EVENTS("x")', "Acme"), context);
    const [sheet] = readXlsx(bytes, "Book", context).sheets;
    const other = file('=ESG.EVENTS("x")', "Beta");
    const sheets = other.sheets.map((one) => ({ ...one, part: sheet?.part ?? "" }));
    const changed = writeXlsx({ ...other, sheets, source: bytes }, { custom: context.custom });
    expect(readXlsx(changed, "Book", context).values).toEqual({ "S!B2": [{ key: "*", value: [["Beta", 1]] }] });
  });

  it("are called for anew where the file has no result of ours", () => {
    const bytes = writeXlsx(file('=SUM(ESG.EVENTS("x"))', "3", { values: {} }), context);
    expect(readXlsx(bytes, "Book", context).values).toEqual({});
  });
});

it("columns up to the last one of a sheet are not opened one by one, and stay in the file", () => {
  const rest = { start: 2, end: 16_383, width: 100 };
  const all = writeXlsx(readWorkbookJson({ name: "B", sheets: [{ name: "S", cells: {}, rest }] }), context);
  const read = readXlsx(all, "B", context);
  expect(read.sheets[0]?.columns).toEqual([rest]);
  expect(toSnapshot(read, "b").sheets?.["sheet-1"]).toMatchObject({ columnData: {}, defaultColumnWidth: 100 });
  expect(writeXlsx(read, context)).toEqual(all);
});
