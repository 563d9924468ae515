import fc from "fast-check";
import { FunctionNames } from "../../../src/addin/excel/function-names";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { type CopiedBlock, type ValuesCopy, valuesCopy } from "../../../src/ooxml/values-copy";
import { writeSettings } from "../../../src/ooxml/web-extensions";
import type { CellModel, SheetModel, WorkbookModel } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { partsOf } from "./compare-parts";
import { workbookOf } from "./models";

const addin = { id: "05c2e1c9-3e1d-406e-9a91-e9ac64854143", version: "1.0.0.0" };
const custom = ["ESG.EVENTS", "ENTITY.GET"];
const context = { custom, addin };
const about = {
  name: "About the data",
  widths: [20, 60],
  rows: (blocks: readonly CopiedBlock[]) => [
    { cells: ["About the data"], look: "title" as const },
    ...blocks.map(({ sheet, cell, formula }) => ({ cells: [`${sheet}!${cell}`, formula] })),
  ],
};
const names = new FunctionNames(custom, "", (name) => name, []);
const isOwnFunction = (call: string): boolean => names.read(call) !== undefined;
const kept = { namespace: "urn:test:kept", namePrefix: "_Kept." };
const copyOf = (bytes: Uint8Array): ValuesCopy =>
  valuesCopy(bytes, { custom, isOwnFunction, addin: { ids: [addin.id], settingsPrefix: "spillway." }, kept, about });
const write = (model: WorkbookModel): Uint8Array => writeWorkbook(model, context);
const sheetsOf = (bytes: Uint8Array): readonly SheetModel[] => readWorkbook(bytes, context).sheets;
const cellsOf = (sheet: SheetModel | undefined): readonly Partial<CellModel>[] =>
  (sheet?.cells ?? []).map(({ row, column, value, formula }) => ({
    row,
    column,
    ...(value !== undefined && { value }),
    ...(formula !== undefined && { formula }),
  }));

/** Changes parts of a file by hand. */
const withParts = (bytes: Uint8Array, changes: Readonly<Record<string, (text: string) => string>>): Uint8Array => {
  const parts = OoxmlPackage.read(bytes);
  for (const [name, change] of Object.entries(changes)) parts.set(name, change(parts.text(name)));
  return parts.write();
};

const spill: readonly CellModel[] = [
  { row: 0, column: 0, formula: '=ESG.EVENTS("EU Banks",3)', spill: "A1:B3", value: "Title" },
  { row: 0, column: 1, value: "Score", spilled: true },
  { row: 1, column: 0, value: "A bank & <others>", spilled: true },
  { row: 1, column: 1, value: 5, spilled: true },
  { row: 2, column: 0, value: "Another", spilled: true },
  { row: 2, column: 1, value: 4, spilled: true },
];

test("a formula of ours becomes its last value, its spilled cells too, and formulas of others stay", () => {
  const bytes = write(
    workbookOf({
      cells: [
        ...spill,
        { row: 4, column: 0, formula: "=SUM(B2:B3)", value: 9 },
        { row: 5, column: 0, formula: '=IFERROR(ENTITY.GET("x"),"none")', value: "none" },
      ],
    }),
  );
  const { bytes: copied, blocks, left } = copyOf(bytes);
  expect(cellsOf(sheetsOf(copied)[0])).toEqual([
    ...spill.map(({ row, column, value }) => ({ row, column, value })),
    { row: 4, column: 0, value: 9, formula: "=SUM(B2:B3)" },
    { row: 5, column: 0, value: "none" },
  ]);
  expect(blocks).toEqual([
    { sheet: "Sheet1", cell: "A1", range: "A1:B3", formula: '=ESG.EVENTS("EU Banks",3)', errors: [] },
    { sheet: "Sheet1", cell: "A6", range: "A6", formula: '=IFERROR(ENTITY.GET("x"),"none")', errors: [] },
  ]);
  expect(left).toEqual([]);
  expect(JSON.stringify(partsOf(copied))).not.toMatch(/_xldudf_|cm=/);
});

test("references to a spill of ours become ranges as absolute as they were, on other sheets too; other spills stay", () => {
  const own = { row: 9, column: 0, formula: "=SEQUENCE(2)", spill: "A10:A11", value: 1 };
  const bytes = write(
    workbookOf(
      {
        cells: [
          ...spill,
          { row: 5, column: 0, formula: "=ROWS(A1#)+ROWS($A$1#)", value: 6 },
          own,
          { row: 10, column: 0, value: 2, spilled: true },
          { row: 12, column: 0, formula: "=SUM(A10#)", value: 3 },
        ],
      },
      { name: "My list", cells: [{ row: 0, column: 0, formula: "=COUNTA(Sheet1!A1#)", value: 6 }] },
    ),
  );
  const [first, second] = sheetsOf(copyOf(bytes).bytes);
  const formulas = [...cellsOf(first), ...cellsOf(second)].flatMap(({ formula }) => formula ?? []);
  expect(formulas).toEqual(["=ROWS(A1:B3)+ROWS($A$1:$B$3)", "=SEQUENCE(2)", "=SUM(A10#)", "=COUNTA(Sheet1!A1:B3)"]);
});

test("shared formulas: of ours all become values; one that names a spill is shared no longer", () => {
  const cells = [0, 1, 2].map((row) => ({ row: row + 5, column: 0, value: 6, formula: "=1" }));
  const shared = (text: string): Uint8Array =>
    withParts(write(workbookOf({ cells: [...spill, ...cells] })), {
      "xl/worksheets/sheet1.xml": (xml) =>
        xml
          .replace("<f>1</f>", `<f t="shared" ref="A6:A8" si="0">${text}</f>`)
          .replaceAll("<f>1</f>", '<f t="shared" si="0"/>'),
    });
  const formulasAfter = (text: string): unknown[] =>
    cellsOf(sheetsOf(copyOf(shared(text)).bytes)[0])
      .filter(({ row }) => (row ?? 0) > 4)
      .map(({ formula, value }) => formula ?? value);
  expect(formulasAfter("_xldudf_ENTITY_GET(D6)")).toEqual([6, 6, 6]);
  expect(formulasAfter("ROWS(_xlfn.ANCHORARRAY($A$1))+D6")).toEqual([6, 7, 8].map((row) => `=ROWS($A$1:$B$3)+D${row}`));
  expect(formulasAfter("D6+1")).toEqual(["=D6+1", "=D7+1", "=D8+1"]);
});

test("names that name our functions go, and formulas that use them become values", () => {
  const model = workbookOf({
    cells: [
      ...spill,
      { row: 5, column: 0, formula: "=ROWS(Deals)", value: 3 },
      { row: 6, column: 0, formula: "=Rate*2", value: 4 },
    ],
  });
  const names = [
    { name: "Events", formula: 'ESG.EVENTS("EU Banks",3)' },
    { name: "Deals", formula: "Events" },
    { name: "Rate", formula: "2" },
    { name: "Found", formula: "Sheet1!$A$1#" },
  ];
  const bytes = withParts(write({ ...model, names }), {
    "xl/workbook.xml": (xml) =>
      xml.replace(
        "</definedNames>",
        '<definedName name="_xldudf_ESG_EVENTS" hidden="1">#NAME?</definedName></definedNames>',
      ),
  });
  const { bytes: copied } = copyOf(bytes);
  expect(readWorkbook(copied, context).names).toEqual([
    { name: "Rate", formula: "2" },
    { name: "Found", formula: "Sheet1!$A$1:$B$3" },
  ]);
  expect(cellsOf(sheetsOf(copied)[0]).slice(-2)).toEqual([
    { row: 5, column: 0, value: 3 },
    { row: 6, column: 0, value: 4, formula: "=Rate*2" },
  ]);
  expect(partsOf(copied)["xl/workbook.xml"]).not.toContain("_xldudf");
});

test("settings and task pane of the add-in go; those of another add-in stay", () => {
  const parts = OoxmlPackage.read(write({ ...workbookOf({ cells: spill }), settings: { recent: ["EU Banks"] } }));
  writeSettings(parts, { id: "11111111-1111-4111-8111-111111111111", version: "2.0" }, { theirs: 1 });
  const bytes = parts.write();
  const before = partsOf(bytes);
  const after = partsOf(copyOf(bytes).bytes);
  expect(JSON.stringify(before)).toContain(addin.id);
  expect(JSON.stringify(after)).not.toContain(addin.id);
  expect(JSON.stringify(after)).not.toContain("EU Banks".concat('\\"]'));
  expect(after["xl/webextensions/webextension2.xml"]).toBe(before["xl/webextensions/webextension2.xml"]);
  expect(after["xl/webextensions/taskpanes.xml"]?.match(/<wetp:taskpane /g)).toHaveLength(1);
  const byPrefix = { custom, isOwnFunction, addin: { ids: [], settingsPrefix: "spillway." }, kept, about };
  const stored = write({ ...workbookOf({ cells: spill }), settings: { "spillway.rowCap": 9 } });
  expect(Object.keys(partsOf(valuesCopy(stored, byPrefix).bytes)).join()).not.toContain("webextension");
  const alone = partsOf(copyOf(write({ ...workbookOf({ cells: spill }), settings: { recent: 1 } })).bytes);
  expect(Object.keys(alone).filter((name) => name.includes("webextension"))).toEqual([]);
  expect(alone["_rels/.rels"]).not.toContain("webextension");
});

test("what the add-in keeps in the workbook goes: its custom XML parts and its names; those of others stay", () => {
  const bytes = write({
    ...workbookOf({ cells: spill }),
    names: [
      { name: "_Kept.1", formula: "Sheet1!$A$1", hidden: true },
      { name: "Prices", formula: "Sheet1!$B$1" },
    ],
    customXml: [
      { xml: '<kept xmlns="urn:test:kept">=ESG.EVENTS("secret plan")</kept>' },
      { xml: '<a xmlns="urn:other"/>' },
    ],
  });
  const after = partsOf(copyOf(bytes).bytes);
  expect(JSON.stringify(after)).not.toContain("secret plan");
  expect(after["xl/workbook.xml"]).not.toContain("_Kept.");
  expect(after["xl/workbook.xml"]).toContain("Prices");
  expect(Object.values(after).filter((text) => text.includes('xmlns="urn:other"'))).toHaveLength(1);
});

test("everything else stays byte for byte: other parts, other sheets, and what surrounds the changed cells", () => {
  const sheets = [
    { cells: [...spill, { row: 3, column: 0, value: "own text" }, { row: 3, column: 1, formula: "=1+1", value: 2 }] },
    { name: "Other", cells: [{ row: 0, column: 0, formula: "=SUM(A2:A3)", value: 0 }] },
  ];
  const bytes = withParts(write(workbookOf(...sheets)), {
    "xl/worksheets/sheet1.xml": (xml) =>
      xml
        .replace("<sheetData>", "<!-- kept --><sheetData>")
        .replace('<row r="4"', '<row r="4" spans="1:9"  x14ac:dyDescent="0.3" xmlns:x14ac="urn:x"'),
  });
  const before = partsOf(bytes);
  const after = partsOf(copyOf(bytes).bytes);
  expect(after["xl/worksheets/sheet2.xml"]).toBe(before["xl/worksheets/sheet2.xml"]);
  const row = (text: string | undefined): string | undefined => /<row r="4".*?<\/row>/s.exec(text ?? "")?.[0];
  expect(row(after["xl/worksheets/sheet1.xml"])).toBe(row(before["xl/worksheets/sheet1.xml"]));
  expect(row(after["xl/worksheets/sheet1.xml"])).toContain("dyDescent");
  expect(Object.keys(before).filter((name) => !(name in after))).toEqual([]);
});

test("the copy has a sheet about the data behind the others, under a name that is free", () => {
  const [, second, third] = sheetsOf(copyOf(write(workbookOf({ cells: spill }, { name: "about the data" }))).bytes);
  expect(second?.name).toBe("about the data");
  expect(third?.name).toBe("About the data (2)");
  expect(third?.cells.map(({ value }) => value)).toEqual(["About the data", "Sheet1!A1", '=ESG.EVENTS("EU Banks",3)']);
});

test("errors among the values are told, and a rule that still names a function is told too", () => {
  const failed = { row: 0, column: 0, formula: '=ENTITY.GET("x")', value: { error: "#N/A" } };
  const { blocks, left } = copyOf(
    withParts(write(workbookOf({ cells: [failed] })), {
      "xl/worksheets/sheet1.xml": (xml) =>
        xml.replace(
          "</sheetData>",
          '</sheetData><conditionalFormatting sqref="B1"><cfRule type="expression" priority="1"><formula>_xldudf_ENTITY_GET(A1)=1</formula></cfRule></conditionalFormatting>',
        ),
    }),
  );
  expect(blocks.map(({ errors }) => errors)).toEqual([["#N/A"]]);
  expect(left).toEqual(["xl/worksheets/sheet1.xml"]);
});

test("for any workbook: values stay, no formula of ours is left, and formulas of others stay where they are", () => {
  const formula = fc.constantFrom(
    '=ESG.EVENTS("a<b",A1)',
    "=SUM(A1:B9)",
    '=1+LEN(ENTITY.GET("x"))',
    "=LET(x,A1,x*2)",
    undefined,
  );
  const value = fc.oneof(fc.string({ maxLength: 9 }), fc.integer(), fc.boolean(), fc.constant({ error: "#N/A" }));
  const cells = fc.uniqueArray(fc.tuple(fc.nat(20), fc.nat(9), formula, value), {
    selector: ([row, column]) => `${row} ${column}`,
    maxLength: 30,
  });
  fc.assert(
    fc.property(cells, (places) => {
      const models = places
        .map(([row, column, typed, given]): CellModel => ({
          row,
          column,
          value: given,
          ...(typed !== undefined && { formula: typed }),
        }))
        .toSorted((one, other) => one.row - other.row || one.column - other.column);
      const bytes = write(workbookOf({ cells: models }));
      const [before, after] = [bytes, copyOf(bytes).bytes].map((file) => cellsOf(sheetsOf(file)[0]));
      const isOwn = (text: string | undefined): boolean => /ESG\.EVENTS|ENTITY\.GET/.test(text ?? "");
      const expected = before?.flatMap(({ formula: typed, ...cell }) =>
        isOwn(typed)
          ? cell.value === undefined || cell.value === ""
            ? []
            : [cell]
          : [typed === undefined ? cell : { ...cell, formula: typed }],
      );
      expect(after).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});
