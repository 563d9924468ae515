import fc from "fast-check";
import { cellName } from "../../../src/facts/addresses";
import { borderSides, borderStyles, type CellFormat } from "../../../src/ooxml/cell-format";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import type { CellModel, CellValue, ColumnsModel, WorkbookModel } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { sheetWith, workbookOf } from "./models";

const context = {
  custom: ["ESG.EVENTS"],
  addin: { id: "05c2e1c9-3e1d-406e-9a91-e9ac64854143", version: "1.0.0.0" },
  extraNamespace: "urn:test",
};

const withoutParts = (model: WorkbookModel): WorkbookModel =>
  JSON.parse(JSON.stringify(model, (key, member: unknown) => (key === "part" ? undefined : member))) as WorkbookModel;

const read = (bytes: Uint8Array): WorkbookModel => readWorkbook(bytes, context);
const again = (model: WorkbookModel): WorkbookModel => withoutParts(read(writeWorkbook(model, context)));

const partsOf = (bytes: Uint8Array): Record<string, string> => {
  const parts = OoxmlPackage.read(bytes);
  return Object.fromEntries(parts.names.map((name) => [name, parts.text(name)]));
};

const color = fc.integer({ min: 1, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);
const format: fc.Arbitrary<CellFormat> = fc.record(
  {
    bold: fc.constant(true),
    italic: fc.constant(true),
    underline: fc.constant(true),
    strike: fc.constant(true),
    font: fc.constantFrom("Arial", "Courier New", 'A "quoted" <font>'),
    size: fc.constantFrom(8, 10.5, 24),
    color,
    fill: color,
    numberFormat: fc.constantFrom("0.00%", "yyyy-mm-dd", "#,##0.00", '[Red]"<&>"0', "@"),
    align: fc.constantFrom("left", "center", "right"),
    vertical: fc.constantFrom("top", "center"),
    wrap: fc.constant(true),
    borders: fc
      .dictionary(
        fc.constantFrom(...borderSides),
        fc.record({ style: fc.constantFrom(...borderStyles), color }, { requiredKeys: ["style"] }),
      )
      .filter((borders) => Object.keys(borders).length > 0),
  },
  { requiredKeys: [] },
);
const text = fc.string({ minLength: 1, maxLength: 12, unit: "binary" });
const value: fc.Arbitrary<CellValue> = fc.oneof(
  text,
  fc.constantFrom(" spaces ", "_x0041_", "line\nbreak\r\n", "<a href='&amp;'>", "=no formula", "0012"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.boolean(),
  fc.constantFrom("#N/A", "#VALUE!", "#DIV/0!").map((error) => ({ error })),
);
const formula = fc.constantFrom(
  "=SUM(A1:B9)",
  "=1+2",
  '=ESG.EVENTS("a<b",A1)',
  "=LET(x,A1,x*2)",
  '="a"&"&"',
  "=@A1:A9",
);
const filled = <Model extends object>(models: readonly Model[]): Model[] =>
  models.filter((model) => Object.values(model).some((member) => member !== undefined && typeof member !== "number"));

const cells: fc.Arbitrary<CellModel[]> = fc
  .uniqueArray(fc.tuple(fc.nat(40), fc.nat(30)), { selector: ([row, column]) => cellName(row, column), maxLength: 25 })
  .chain((places) =>
    fc.tuple(
      ...places.map(([row, column]) =>
        fc
          .tuple(fc.option(value), fc.option(formula), fc.option(format))
          .map(([given, calculated, look]): CellModel => {
            const shown = look !== null && Object.keys(look).length > 0;
            return {
              row,
              column,
              ...(given !== null && { value: given }),
              ...(calculated !== null && { formula: calculated }),
              ...(shown && { format: look }),
            };
          }),
      ),
    ),
  )
  .map((given) =>
    given
      .filter((cell) => Object.keys(cell).length > 2)
      .toSorted((one, other) => one.row - other.row || one.column - other.column),
  );

const columns: fc.Arbitrary<ColumnsModel[]> = fc
  .array(
    fc.record(
      { width: fc.integer({ min: 100, max: 400 }), hidden: fc.constant(true as const) },
      { requiredKeys: ["width"] },
    ),
    {
      maxLength: 4,
    },
  )
  .map((given) => filled(given.map((one, index): ColumnsModel => ({ start: index * 3, end: index * 3 + 1, ...one }))));

const sheets = fc.record({ cells, columns, frozenRows: fc.nat(3), frozenColumns: fc.nat(3), protected: fc.boolean() });

describe("a workbook", () => {
  it("is read as it was written, whatever it contains", () => {
    fc.assert(
      fc.property(
        fc.array(sheets, { minLength: 1, maxLength: 3 }),
        fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()),
        fc.boolean(),
        (given, settings, dates1904) => {
          const named = given.map((one, index) => ({ ...one, name: `Sheet ${index + 1} & more` }));
          const model = { ...workbookOf(...named), active: given.length - 1, settings, dates1904 };
          expect(again(model)).toEqual(JSON.parse(JSON.stringify(model)));
        },
      ),
      { numRuns: 150 },
    );
  });

  it("without a change is written byte for byte, after a change with all other parts byte for byte", () => {
    fc.assert(
      fc.property(fc.array(sheets, { minLength: 2, maxLength: 3 }), (given) => {
        const bytes = writeWorkbook(workbookOf(...given.map((one, index) => ({ ...one, name: `S${index}` }))), context);
        const model = read(bytes);
        expect(partsOf(writeWorkbook(model, context, bytes))).toEqual(partsOf(bytes));
        const [first, ...others] = model.sheets;
        const next = { row: 99, column: 0, value: 7 };
        const changed = first && { ...model, sheets: [{ ...first, cells: [...first.cells, next] }, ...others] };
        const after = partsOf(writeWorkbook(changed ?? model, context, bytes));
        const before = partsOf(bytes);
        expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([first?.part]);
      }),
      { numRuns: 40 },
    );
  });

  it("keeps names, merged cells, tables, rows and what a program adds", () => {
    const model: WorkbookModel = {
      ...workbookOf(
        {
          name: "It's one",
          cells: [
            { row: 7, column: 0, value: "Name" },
            { row: 7, column: 1, value: "Weight" },
            { row: 8, column: 0, value: "Acme" },
            { row: 8, column: 1, value: 0.5 },
          ],
          rows: [
            { row: 3, height: 40 },
            { row: 4, hidden: true },
          ],
          merged: ["E1:F2"],
          tables: [{ name: "Weights", range: "A8:B9" }],
        },
        { name: "Hidden", hidden: true },
      ),
      names: [
        { name: "Rate", formula: "'It''s one'!$B$9" },
        { name: "Local", formula: "LET(x,1,x)", sheet: 1 },
      ],
      extra: { results: [1, "]]>"] },
    };
    expect(again(model)).toEqual(model);
  });

  it("stores a spill as Excel's dynamic array, with the values of its cells", () => {
    const spill: CellModel[] = [
      { row: 0, column: 0, formula: "=SEQUENCE(2)", value: 1, spill: "A1:A2" },
      { row: 0, column: 2, formula: "=SUM(A1#)", value: 3 },
      { row: 1, column: 0, value: 2, spilled: true },
    ];
    const bytes = writeWorkbook(workbookOf({ cells: spill }), context);
    const parts = partsOf(bytes);
    expect(parts["xl/worksheets/sheet1.xml"]).toContain(
      '<c r="A1" cm="1"><f t="array" ref="A1:A2">_xlfn.SEQUENCE(2)</f><v>1</v></c>',
    );
    expect(parts["xl/worksheets/sheet1.xml"]).toContain(">SUM(_xlfn.ANCHORARRAY(A1))</f>");
    expect(parts["xl/metadata.xml"]).toContain('<xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/>');
    expect(parts["xl/_rels/workbook.xml.rels"]).toContain("/sheetMetadata");
    expect(read(bytes).sheets[0]?.cells).toEqual(spill);
  });

  it("keeps a result that nobody can compute here, as long as its formula stays", () => {
    const bytes = writeWorkbook(
      workbookOf({
        cells: [
          { row: 0, column: 0, formula: "=GROUPBY(D1:D2,E1:E2,SUM)", value: "a", spill: "A1:A2" },
          { row: 1, column: 0, value: "b", spilled: true },
        ],
      }),
      context,
    );
    const [first] = read(bytes).sheets;
    const unknown = { row: 0, column: 0, formula: "=GROUPBY(D1:D2,E1:E2,SUM)", value: { error: "#NAME?" } };
    const model = { ...read(bytes), sheets: [sheetWith({ ...first, cells: [unknown] })] };
    expect(partsOf(writeWorkbook(model, context, bytes))).toEqual(partsOf(bytes));
  });

  it("loses the parts of a sheet that is deleted, and no others", () => {
    const table = [
      { row: 0, column: 0, value: "A" },
      { row: 1, column: 0, value: 1 },
    ];
    const bytes = writeWorkbook(
      workbookOf({ name: "Keep" }, { name: "Drop", cells: table, tables: [{ name: "T", range: "A1:A2" }] }),
      context,
    );
    expect(Object.keys(partsOf(bytes))).toContain("xl/tables/table1.xml");
    const model = read(bytes);
    const after = partsOf(writeWorkbook({ ...model, sheets: model.sheets.slice(0, 1) }, context, bytes));
    expect(Object.keys(after).filter((name) => /table|sheet2/.test(name))).toEqual([]);
    expect(after["[Content_Types].xml"]).not.toMatch(/table1|sheet2/);
  });
});
