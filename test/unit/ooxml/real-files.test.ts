import { FunctionNames } from "../../../src/addin/excel/function-names";
import { fileEnding } from "../../../src/ooxml/open-workbook";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { type ValuesCopy, valuesCopy } from "../../../src/ooxml/values-copy";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { partNames, partText, type RawWorkbook, rawWorkbook, sheetPart, workbookPart } from "./raw-workbook";

// Faults that files of other programs showed. Each file is made here, with nothing but what it takes.

const custom = ["ESG.EVENTS", "ENTITY.GET"];
const context = { custom };
const names = new FunctionNames(custom, "", (name) => name, []);
const about = { name: "About the data", widths: [20], rows: () => [{ cells: ["About the data"] }] };

const copyOf = (bytes: Uint8Array): ValuesCopy =>
  valuesCopy(bytes, {
    custom,
    isOwnFunction: (call) => names.read(call) !== undefined,
    addin: { ids: [], settingsPrefix: "spillway." },
    kept: { namespace: "urn:spillway:", namePrefix: "_Spillway." },
    about,
  });
const copied = (workbook: RawWorkbook, part = sheetPart(1)): string =>
  partText(copyOf(rawWorkbook(workbook)).bytes, part);

const data = (...rows: readonly string[]): string =>
  `<sheetData>${rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join("")}</sheetData>`;
const cell = (place: string, formula: string, value: string | number, attributes = ""): string =>
  `<c r="${place}"${attributes}><f>${formula}</f><v>${value}</v></c>`;
const spill = data(
  '<c r="A1" t="str"><f t="array" ref="A1:A3">_xldudf_ESG_EVENTS("x",3)</f><v>one</v></c>',
  '<c r="A2" t="str"><v>two</v></c>',
  '<c r="A3" t="str"><v>three</v></c>',
);
const saved = (bytes: Uint8Array): Uint8Array => writeWorkbook(readWorkbook(bytes, context), context, bytes);
const unchanged = (bytes: Uint8Array): void => {
  const [before, after] = [OoxmlPackage.read(bytes), OoxmlPackage.read(saved(bytes))];
  expect(after.names).toEqual(before.names);
  for (const name of before.names) expect({ name, text: after.text(name) }).toEqual({ name, text: before.text(name) });
};
const values = (bytes: Uint8Array): readonly unknown[] =>
  readWorkbook(bytes, context).sheets[0]?.cells.map(({ value }) => value) ?? [];
const formulas = (bytes: Uint8Array): readonly unknown[] =>
  readWorkbook(bytes, context).sheets[0]?.cells.flatMap(({ formula }) => formula ?? []) ?? [];

describe("a copy with values", () => {
  it("is made of a workbook with a module sheet of old Excel, which has no part", () => {
    const workbook =
      '<sheets><sheet name="S1" sheetId="1" r:id="rId1"/><sheet name="Module1" sheetId="2" state="veryHidden" r:id=""/></sheets>';
    const bytes = rawWorkbook({ sheets: [data(cell("A1", "_xldudf_ENTITY_GET(1)", 7))], workbook });
    const { bytes: copy, blocks } = copyOf(bytes);
    expect(blocks).toHaveLength(1);
    expect(partText(copy, workbookPart)).toContain('<sheet name="Module1" sheetId="2" state="veryHidden" r:id=""/>');
    unchanged(bytes);
  });

  it("has the ending that fits its content", () => {
    const macros = "application/vnd.ms-excel.sheet.macroEnabled.main+xml";
    const bytes = rawWorkbook({ sheets: [spill], workbookType: macros });
    expect(fileEnding(copyOf(bytes).bytes)).toBe(".xlsm");
  });

  it("has ranges in rules and charts that used a result, and says which parts it cannot change", () => {
    const list =
      '<dataValidations count="1"><dataValidation type="list" sqref="D1"><formula1>_xlfn.ANCHORARRAY($A$1)</formula1></dataValidation></dataValidations>';
    const rule =
      '<conditionalFormatting sqref="D1:D9"><cfRule type="expression" priority="1"><formula>COUNTIF(_xlfn.ANCHORARRAY($A$1),D1)&gt;0</formula></cfRule></conditionalFormatting>';
    const extension =
      '<extLst><ext uri="{1}"><x14:conditionalFormattings xmlns:x14="urn:x14" xmlns:xm="urn:xm"><xm:f>_xlfn.ANCHORARRAY(S1!$A$1)</xm:f></x14:conditionalFormattings></ext></extLst>';
    const chart = '<c:chartSpace xmlns:c="urn:c"><c:f>_xlfn.ANCHORARRAY(S1!$A$1)</c:f></c:chartSpace>';
    const own =
      '<conditionalFormatting sqref="E1"><cfRule type="expression" priority="2"><formula>_xldudf_ENTITY_GET(E1)=1</formula></cfRule></conditionalFormatting>';
    const workbook = {
      sheets: [spill + rule + list + extension, data() + own],
      parts: [
        {
          name: "xl/charts/chart1.xml",
          content: chart,
          type: "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
          from: sheetPart(1),
          kind: "drawing",
        },
      ],
    };
    const { bytes, left } = copyOf(rawWorkbook(workbook));
    const sheet = partText(bytes, sheetPart(1));
    expect(sheet).toContain("<formula1>$A$1:$A$3</formula1>");
    expect(sheet).toContain("<formula>COUNTIF($A$1:$A$3,D1)&gt;0</formula>");
    expect(sheet).toContain("<xm:f>S1!$A$1:$A$3</xm:f>");
    expect(partText(bytes, "xl/charts/chart1.xml")).toContain("<c:f>S1!$A$1:$A$3</c:f>");
    expect(left).toEqual([sheetPart(2)]);
  });

  it("says that a relative name still leads to a result that is gone", () => {
    const workbook =
      '<sheets><sheet name="S1" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="Rel">_xlfn.ANCHORARRAY(S1!A1)</definedName></definedNames>';
    expect(copyOf(rawWorkbook({ sheets: [spill], workbook })).left).toEqual([workbookPart]);
  });

  it("is made although other parts are no text, or in an encoding of Windows", () => {
    const custom1252 = Uint8Array.from(
      Array.from('<?xml version="1.0" encoding="windows-1252"?><ui>caf')
        .map((one) => one.charCodeAt(0))
        .concat(0xe9, 0x3c, 0x2f, 0x75, 0x69, 0x3e),
    );
    const parts = [
      { name: "customUI/customUI.xml", content: custom1252, from: "", kind: "extensibility" },
      {
        name: "xl/pivotCache/pivotCacheRecords1.xml",
        content: Uint8Array.from([0xff, 0x00, 0xfe]),
        from: workbookPart,
        kind: "pivot",
      },
    ];
    const { bytes, blocks } = copyOf(rawWorkbook({ sheets: [spill], parts }));
    expect(blocks).toHaveLength(1);
    expect([...OoxmlPackage.read(bytes).bytes("customUI/customUI.xml")]).toEqual([...custom1252]);
  });

  it.each([
    "ESG.EVENTS(1)",
    "_xlfn.ESG.EVENTS(1)",
    "_xludf.ESG.EVENTS(1)",
    "_xll.ESG.EVENTS(1)",
    "[1]!ESG.EVENTS(1)",
    "'C:\\a\\b.xlam'!ESG.EVENTS(1)",
    "_xldudf_TEST_ESG_EVENTS(1)",
    "#REF!(1)",
    "_xlfn.MAP(A2:A3,_xleta.ESG.EVENTS)",
    "1+_xldudf_ESG_EVENTS(1)",
  ])("has the value of %s", (formula) => {
    const sheet = copied({ sheets: [data(cell("A1", formula, 7))] });
    expect(sheet).toContain('<c r="A1"><v>7</v></c>');
  });

  it("keeps a function of another add-in", () => {
    expect(
      copied({ sheets: [data(cell("A1", "_xldudf_XLWINGS_ADD(1)", 7), cell("A2", "_xldudf_ESG_EVENTS(1)", 1))] }),
    ).toContain("<f>_xldudf_XLWINGS_ADD(1)</f>");
  });

  it("has a formula in CDATA as its value", () => {
    expect(copied({ sheets: [data('<c r="A1"><f><![CDATA[_xldudf_ESG_EVENTS("a<b")]]></f><v>7</v></c>')] })).toContain(
      '<c r="A1"><v>7</v></c>',
    );
  });

  it("keeps what a name of one sheet means there, where a name of the workbook is ours", () => {
    const workbook =
      '<sheets><sheet name="S1" sheetId="1" r:id="rId1"/><sheet name="S2" sheetId="2" r:id="rId2"/></sheets><definedNames><definedName name="Rate">_xldudf_ENTITY_GET("x")</definedName><definedName name="Rate" localSheetId="1">0.05</definedName></definedNames>';
    const { bytes } = copyOf(
      rawWorkbook({ sheets: [data(cell("A1", "Rate", 3)), data(cell("A1", "100*Rate", 5))], workbook }),
    );
    expect(partText(bytes, sheetPart(1))).toContain('<c r="A1"><v>3</v></c>');
    expect(partText(bytes, sheetPart(2))).toContain("<f>100*Rate</f>");
    expect(partText(bytes, workbookPart)).toContain('<definedName name="Rate" localSheetId="1">0.05</definedName>');
    expect(partText(bytes, workbookPart)).not.toContain("ENTITY_GET");
  });

  it.each([
    ["a data table of ours", cell("B1", "_xldudf_ENTITY_GET(A1)", 7), ""],
    [
      "a data table that uses ours by another cell",
      `${cell("B1", "C1*2", 7)}${cell("C1", "_xldudf_ENTITY_GET(A1)", 4)}`,
      "",
    ],
    ["a data table of others", cell("B1", "A1*2", 7), '<f t="dataTable" ref="B2:B3" dt2D="0" dtr="0" r1="A1"/>'],
  ])("of %s has its values or stays", (_, first, kept) => {
    const table = '<c r="A2"><v>1</v></c><c r="B2"><f t="dataTable" ref="B2:B3" dt2D="0" dtr="0" r1="A1"/><v>7</v></c>';
    const sheet = copied({ sheets: [data(first, table, '<c r="A3"><v>2</v></c><c r="B3"><v>8</v></c>')] });
    expect(sheet).toContain(`<c r="B2">${kept}<v>7</v></c>`);
    expect(sheet).toContain('<c r="B3"><v>8</v></c>');
  });

  it("has a total without its formula as no total", () => {
    const table =
      '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T1" displayName="T1" ref="A1:B3" totalsRowCount="1"><tableColumns count="2"><tableColumn id="1" name="K"/><tableColumn id="2" name="V" totalsRowFunction="custom"><calculatedColumnFormula>_xldudf_ENTITY_GET(T1[K])</calculatedColumnFormula><totalsRowFormula>_xldudf_ENTITY_GET(T1[V])</totalsRowFormula></tableColumn></tableColumns></table>';
    const parts = [{ name: "xl/tables/table1.xml", content: table, from: sheetPart(1), kind: "table" }];
    expect(copied({ sheets: [spill], parts }, "xl/tables/table1.xml")).toContain(
      '<tableColumn id="2" name="V"></tableColumn>',
    );
  });

  it("has nothing of rich values that no cell shows, and keeps those of others", () => {
    const metadata =
      '<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><metadataTypes count="1"><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE" count="2"><bk><extLst><ext uri="{1}"><r:rvb xmlns:r="urn:r" i="0"/></ext></extLst></bk><bk><extLst><ext uri="{1}"><r:rvb xmlns:r="urn:r" i="1"/></ext></extLst></bk></futureMetadata><valueMetadata count="2"><bk><rc t="1" v="0"/></bk><bk><rc t="1" v="1"/></bk></valueMetadata></metadata>';
    const parts = [
      { name: "xl/metadata.xml", content: metadata, from: workbookPart, kind: "sheetMetadata" },
      {
        name: "xl/richData/rdrichvalue.xml",
        content:
          '<rvData xmlns="urn:rv" count="3"><rv s="0"><v>Acme</v><v>unseen of ours</v></rv><rv s="1"><v>Stock</v><v>2</v></rv><rv s="0"><v>part</v><v>theirs</v></rv></rvData>',
        from: workbookPart,
        kind: "rdRichValue",
      },
      {
        name: "xl/richData/rdrichvaluestructure.xml",
        content:
          '<rvStructures xmlns="urn:rv"><s t="_entity"><k n="a" t="s"/><k n="b" t="s"/></s><s t="_entity"><k n="a" t="s"/><k n="b" t="r"/></s></rvStructures>',
        from: workbookPart,
        kind: "rdRichValueStructure",
      },
    ];
    const own = '<c r="A1" t="str" vm="1"><f>_xldudf_ENTITY_GET("x")</f><v>Acme</v></c>';
    const both = copyOf(
      rawWorkbook({ sheets: [data(own, '<c r="A2" t="str" vm="2"><f>STOCK(1)</f><v>Stock</v></c>')], parts }),
    );
    const kept = partText(both.bytes, "xl/richData/rdrichvalue.xml");
    expect(kept).not.toContain("unseen of ours");
    expect(kept).toContain('<rv s="1"><v>Stock</v><v>2</v></rv><rv s="0"><v>part</v><v>theirs</v></rv>');
    expect(partText(both.bytes, sheetPart(1))).toContain('<c r="A1" t="s"><v>');
    const alone = copyOf(rawWorkbook({ sheets: [data(own)], parts }));
    expect(partNames(alone.bytes).filter((name) => name.includes("richData"))).toEqual([]);
    expect(partText(alone.bytes, "xl/metadata.xml")).not.toMatch(/valueMetadata|rvb/);
  });

  it.each([
    ['<extra xmlns="urn:spillway:workbench">unseen</extra>'],
    ['<k:frozen xmlns:k="urn:spillway:frozen-formulas:1">unseen</k:frozen>'],
    ['<?xml version="1.0"?><!-- note --><x:y xmlns="urn:other" xmlns:x="urn:spillway:anything">unseen</x:y>'],
  ])("has no part of ours: %s", (content) => {
    const parts = [
      { name: "customXml/item1.xml", content, from: workbookPart, kind: "customXml" },
      {
        name: "customXml/item2.xml",
        content: '<o xmlns="urn:other" xmlns:s="urn:spillway:x">theirs</o>',
        from: workbookPart,
        kind: "customXml",
      },
    ];
    const { bytes } = copyOf(rawWorkbook({ sheets: [spill], parts }));
    expect(partNames(bytes).filter((name) => name.startsWith("customXml/item"))).toEqual(["customXml/item2.xml"]);
  });

  it("has no history of a shared workbook with formulas of ours", () => {
    const parts = [
      { name: "xl/revisions/revisionHeaders.xml", content: "<headers/>", from: workbookPart, kind: "revisionHeaders" },
      {
        name: "xl/revisions/revisionLog1.xml",
        content: '<revisions><nc r="A1"><f>_xldudf_ESG_EVENTS("unseen")</f></nc></revisions>',
        from: "xl/revisions/revisionHeaders.xml",
        kind: "revisionLog",
      },
    ];
    expect(
      partNames(copyOf(rawWorkbook({ sheets: [spill], parts })).bytes).filter((name) => name.includes("revision")),
    ).toEqual([]);
  });

  it("has a sheet that the workbook can find, where the prefix of relations is declared at each sheet only", () => {
    const parts = OoxmlPackage.read(rawWorkbook({ sheets: [spill] }));
    const relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
    const text = parts.text(workbookPart).replace(` ${relations}`, "").replace("<sheet ", `<sheet ${relations} `);
    parts.set(workbookPart, text);
    const copy = partText(copyOf(parts.write()).bytes, workbookPart);
    expect(copy.match(new RegExp(relations, "g"))).toHaveLength(2);
  });
});

describe("a workbook that is opened and saved", () => {
  it("keeps the levels of grouped columns, also when the width of one changes", () => {
    const columns =
      '<cols><col min="2" max="4" width="9.140625" outlineLevel="1"/><col min="5" max="5" width="20" customWidth="1"/></cols>';
    const bytes = rawWorkbook({ sheets: [columns + data('<c r="A1"><v>1</v></c>')] });
    unchanged(bytes);
    const model = readWorkbook(bytes, context);
    const [sheet] = model.sheets;
    const wide = { ...model, sheets: [{ ...sheet!, columns: [{ start: 2, end: 2, width: 100 }] }] };
    const written = partText(writeWorkbook(wide, context, bytes), sheetPart(1));
    expect(written.match(/outlineLevel="1"/g)).toHaveLength(3);
    expect(written).toMatch(/<col min="3" max="3"[^>]*customWidth="1" outlineLevel="1"\/>/);
  });

  it("shows no text where a cell names none", () => {
    const strings =
      '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>first</t></si></sst>';
    const parts = [{ name: "xl/sharedStrings.xml", content: strings, from: workbookPart, kind: "sharedStrings" }];
    expect(
      values(rawWorkbook({ sheets: [data('<c r="A1" t="s"><v></v></c><c r="B1" t="s"><v>0</v></c>')], parts })),
    ).toEqual(["first"]);
  });

  it.each([
    ["1900", "", [39_979, 0.5, 1, 1, 39_979.5]],
    ["1904", '<workbookPr date1904="1"/>', [38_517, 0.5, 1, -1_460, 38_517.5]],
  ])("reads dates, times and durations of strict files in the %s date system", (_, properties, expected) => {
    const texts = ["2009-06-15", "12:00:00.000", "PT24H0M0.000S", "1900-01-01", "2009-06-15T12:00:00"];
    const cells = texts
      .map((text, index) => `<c r="${String.fromCharCode(65 + index)}1" t="d"><v>${text}</v></c>`)
      .join("");
    const workbook = `${properties}<sheets><sheet name="S1" sheetId="1" r:id="rId1"/></sheets>`;
    expect(values(rawWorkbook({ sheets: [data(cells)], workbook }))).toEqual(expected);
  });

  it("is found in a zip file whose names have backslashes", () => {
    const bytes = rawWorkbook({ sheets: [data('<c r="A1"><v>7</v></c>')] });
    const text = Buffer.from(bytes)
      .toString("latin1")
      .replace(/xl\/worksheets\/sheet1\.xml/g, "xl\\worksheets\\sheet1.xml");
    expect(values(Buffer.from(text, "latin1"))).toEqual([7]);
  });

  it("keeps the columns of a table whose header has a line break", () => {
    const strings =
      '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>Two&#10;lines</t></si></sst>';
    const table =
      '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T1" displayName="T1" ref="A1:A2"><tableColumns count="1"><tableColumn id="1" name="Two_x000a_lines"/></tableColumns></table>';
    const parts = [
      { name: "xl/sharedStrings.xml", content: strings, from: workbookPart, kind: "sharedStrings" },
      { name: "xl/tables/table1.xml", content: table, from: sheetPart(1), kind: "table" },
    ];
    unchanged(rawWorkbook({ sheets: [data('<c r="A1" t="s"><v>0</v></c>', '<c r="A2"><v>1</v></c>')], parts }));
  });

  it("shows @ where a plain formula of old Excel takes one cell of a range, and writes none", () => {
    const bytes = rawWorkbook({
      sheets: [
        data(
          cell("B1", "ABS(A1:A3)+SUM(A1:A3)", 2),
          cell("B2", "SUMPRODUCT(A1:A3*2)", 2),
          cell("B3", "IF(A:A&gt;0,A1:A3,0)", 2),
        ),
      ],
    });
    expect(formulas(bytes)).toEqual(["=ABS(@A1:A3)+SUM(A1:A3)", "=SUMPRODUCT(A1:A3*2)", "=IF(@A:A>0,A1:A3,0)"]);
    const model = readWorkbook(bytes, context);
    const [sheet] = model.sheets;
    const next = sheet!.cells.map((one, index) => (index === 0 ? { ...one, formula: "=ABS(@A1:A4)", value: 4 } : one));
    const written = partText(
      writeWorkbook({ ...model, sheets: [{ ...sheet!, cells: next }] }, context, bytes),
      sheetPart(1),
    );
    expect(written).toContain("<f>SUMPRODUCT(A1:A3*2)</f>");
    expect(written).toContain("<f>IF(A:A&gt;0,A1:A3,0)</f>");
  });

  it("keeps the formula =#REF! a formula, and AGGREGATE in its form", () => {
    const bytes = rawWorkbook({
      sheets: [data('<c r="A1" t="e"><f>#REF!</f><v>#REF!</v></c>', cell("A2", "_xlfn.AGGREGATE(9,6,B1:B3)", 3))],
    });
    expect(formulas(bytes)).toEqual(["=#REF!", "=AGGREGATE(9,6,B1:B3)"]);
    const model = readWorkbook(bytes, context);
    const typed = model.sheets[0]!.cells.map((one) =>
      one.row === 0 ? { row: 0, column: 0, value: { error: "#REF!" } } : one,
    );
    const written = writeWorkbook({ ...model, sheets: [{ ...model.sheets[0]!, cells: typed }] }, context, bytes);
    expect(partText(written, sheetPart(1))).toContain("<f>#REF!</f>");
  });

  it("keeps white space and comments between the elements of its parts", () => {
    const parts = OoxmlPackage.read(rawWorkbook({ sheets: [data('<c r="A1"><v>1</v></c>')] }));
    parts.set(
      workbookPart,
      parts
        .text(workbookPart)
        .replace("<sheets>", "\n  <!-- sheets -->\n  <sheets>")
        .replace("</workbook>", "\n</workbook>"),
    );
    const bytes = parts.write();
    unchanged(bytes);
    const model = readWorkbook(bytes, context);
    const renamed = writeWorkbook({ ...model, sheets: [{ ...model.sheets[0]!, name: "New" }] }, context, bytes);
    expect(partText(renamed, workbookPart)).toContain('\n  <!-- sheets -->\n  <sheets><sheet name="New"');
  });

  it.each(["utf-16le", "latin1"] as const)("is read in %s", (encoding) => {
    const parts = OoxmlPackage.read(
      rawWorkbook({ sheets: [data('<c r="A1" t="inlineStr"><is><t>Größe</t></is></c>')] }),
    );
    const declared = { "utf-16le": "UTF-16", latin1: "ISO-8859-1" }[encoding];
    const text = parts.text(sheetPart(1)).replace(/encoding="[^"]*"/, `encoding="${declared}"`);
    parts.set(sheetPart(1), Buffer.from(text, encoding));
    expect(values(parts.write())).toEqual(["Größe"]);
  });
});
