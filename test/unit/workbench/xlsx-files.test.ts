import fc from "fast-check";
import { checkWorkbook, type SheetFile, type WorkbookFile } from "../../../src/workbench/file/workbook-file";
import { readXlsx, type SheetResults, writeXlsx } from "../../../src/workbench/file/xlsx";

const context = {
  custom: ["ESG.EVENTS", "ENTITY.SEARCH"],
  addin: { id: "8f0c2f1e-6a0b-4c1d-9f57-3f1b1d7a52c4", version: "1.0.0.0" },
  extraNamespace: "urn:test",
};

const nothing: ReadonlyMap<string, SheetResults> = new Map();

/** What comes back, without what only a file of the other form has. */
const again = (file: WorkbookFile, shown = nothing): WorkbookFile => {
  const read = readXlsx(writeXlsx(file, shown, context), file.name, context);
  const left = (key: string, member: unknown): unknown => (key === "part" || key === "source" ? undefined : member);
  return JSON.parse(JSON.stringify(read, left)) as WorkbookFile;
};

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
const sheet: fc.Arbitrary<SheetFile> = fc
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
  .map(({ columns, formats, ...rest }) => ({ name: "", ...rest, formats: { ...columns, ...formats } }) as SheetFile);

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a workbook of the workbench", () => {
  it("comes back from an .xlsx file as it was", () => {
    fc.assert(
      fc.property(
        fc.array(sheet, { minLength: 1, maxLength: 3 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (given, settings) => {
          const sheets = given.map((one, index) => ({ ...one, name: `Sheet ${index + 1}` }));
          const file = { name: "Book", sheets, active: `Sheet ${sheets.length}`, settings, values: {} };
          expect(plain(again(file))).toEqual(plain(file));
          expect(() => checkWorkbook(again(file))).not.toThrow();
        },
      ),
      { numRuns: 150 },
    );
  });

  it("keeps names, and tables with the cells of their headers", () => {
    const file: WorkbookFile = {
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
    };
    expect(again(file)).toEqual(file);
  });
});

describe("results of custom functions", () => {
  const file = (formula: string): WorkbookFile => ({
    name: "Book",
    sheets: [{ name: "S", cells: { B2: formula }, formats: {}, widths: {} }],
    active: "S",
    settings: {},
    values: { "S!B2": [{ key: "k1", value: [[{ type: "Entity", text: "Acme" }, 1]] }] },
  });
  const shown = (first: string): ReadonlyMap<string, SheetResults> =>
    new Map([
      [
        "S",
        {
          values: new Map<string, string | number>([
            ["B2", first],
            ["C2", 1],
          ]),
          spills: new Map([["B2", "B2:C2"]]),
        },
      ],
    ]);

  it("come back with what cells cannot hold", () => {
    const given = file('=SUM(ESG.EVENTS("x"))');
    expect(again(given, shown("Acme")).values).toEqual(given.values);
  });

  it("are the values of the cells, if another program has calculated since", () => {
    const bytes = writeXlsx(file('=ESG.EVENTS("x")'), shown("Acme"), context);
    const read = readXlsx(bytes, "Book", context);
    const changed = writeXlsx({ ...read, values: read.values ?? {} }, shown("Beta"), { custom: context.custom });
    expect(readXlsx(changed, "Book", context).values).toEqual({ "S!B2": [{ key: "*", value: [["Beta", 1]] }] });
  });

  it("are called for anew where the file has no result of ours", () => {
    const bytes = writeXlsx({ ...file('=SUM(ESG.EVENTS("x"))'), values: {} }, shown("3"), context);
    expect(readXlsx(bytes, "Book", context).values).toEqual({});
  });
});

it("columns up to the last one of a sheet are not opened one by one, and stay in the file", () => {
  const all = writeXlsx(
    { name: "B", sheets: [{ name: "S", cells: {}, rest: { start: 2, end: 16_383, width: 100 } }] },
    nothing,
    context,
  );
  const read = readXlsx(all, "B", context);
  expect(read.sheets[0]).toMatchObject({ widths: {}, defaultWidth: 100, rest: { start: 2, end: 16_383, width: 100 } });
  expect(writeXlsx(read, nothing, context)).toEqual(all);
});
