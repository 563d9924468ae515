import { strToU8, zipSync } from "fflate";

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const strictMain = "http://purl.oclc.org/ooxml/spreadsheetml/main";
const strictRelations = "http://purl.oclc.org/ooxml/officeDocument/relationships";
const sheetml = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

type Parts = Readonly<Record<string, string>>;

/** A relation as `[id, kind, target]`. */
type RelationRow = readonly [string, string, string];

const relationsOf = (rows: readonly RelationRow[], base = relations): string =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows
    .map(
      ([id, kind, target]) =>
        `<Relationship Id="${id}" Type="${kind.includes(":") ? kind : `${base}/${kind}`}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

const contentTypes = (overrides: Parts): string =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>${Object.entries(
    overrides,
  )
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join("")}</Types>`;

const zip = (parts: Parts): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

const workbook = (sheets: string, after = ""): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}">${sheets}${after}</workbook>`;

const sheet = (inner: string): string =>
  `${declaration}<worksheet xmlns="${main}" xmlns:r="${relations}">${inner}</worksheet>`;

const oneSheet = '<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>';

/** The least that the standard demands: no styles, no texts, no addresses of rows and cells. */
const least = zip({
  "[Content_Types].xml": contentTypes({
    "xl/workbook.xml": `${sheetml}.sheet.main+xml`,
    "xl/worksheets/sheet1.xml": `${sheetml}.worksheet+xml`,
  }),
  "_rels/.rels": relationsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
  "xl/workbook.xml": workbook(oneSheet),
  "xl/_rels/workbook.xml.rels": relationsOf([["rId1", "worksheet", "worksheets/sheet1.xml"]]),
  "xl/worksheets/sheet1.xml": sheet(
    '<sheetData><row><c><v>1</v></c><c t="inlineStr"><is><r><t>in </t></r><r><rPr><b/></rPr><t>line</t></r></is></c></row><row><c t="b"><v>1</v></c></row></sheetData>',
  ),
});

/** The strict form, with prefixes, targets from the root, and a part in an unusual place. */
const strict = zip({
  "[Content_Types].xml": contentTypes({
    "book.xml": `${sheetml}.sheet.main+xml`,
    "pages/one.xml": `${sheetml}.worksheet+xml`,
    "pages/texts.xml": `${sheetml}.sharedStrings+xml`,
  }),
  "_rels/.rels": relationsOf([["a", "officeDocument", "/book.xml"]], strictRelations),
  "book.xml": `${declaration}<x:workbook xmlns:x="${strictMain}" xmlns:rel="${strictRelations}" conformance="strict"><x:workbookPr dateCompatibility="0"/><x:sheets><x:sheet name="Strict" sheetId="4" rel:id="s"/></x:sheets></x:workbook>`,
  "_rels/book.xml.rels": relationsOf(
    [
      ["s", "worksheet", "/pages/one.xml"],
      ["t", "sharedStrings", "pages/texts.xml"],
    ],
    strictRelations,
  ),
  "pages/one.xml": `${declaration}<x:worksheet xmlns:x="${strictMain}"><x:sheetData><x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c r="C2" t="d"><x:v>2026-05-17</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
  "pages/texts.xml": `${declaration}<x:sst xmlns:x="${strictMain}" count="1" uniqueCount="1"><x:si><x:t>strict</x:t></x:si></x:sst>`,
});

/** Formulas of every kind: shared, in braces, a data table, and a dynamic array as Excel writes it. */
const formulas = zip({
  "[Content_Types].xml": contentTypes({
    "xl/workbook.xml": `${sheetml}.sheet.main+xml`,
    "xl/worksheets/sheet1.xml": `${sheetml}.worksheet+xml`,
    "xl/metadata.xml": `${sheetml}.sheetMetadata+xml`,
    "xl/calcChain.xml": `${sheetml}.calcChain+xml`,
  }),
  "_rels/.rels": relationsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
  "xl/workbook.xml": workbook(
    oneSheet,
    '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">Sheet1!$A$1:$C$9</definedName><definedName name="Tax">0.19</definedName><definedName name="Twice">_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)</definedName></definedNames><calcPr calcId="191029"/>',
  ),
  "xl/_rels/workbook.xml.rels": relationsOf([
    ["rId1", "worksheet", "worksheets/sheet1.xml"],
    ["rId2", "sheetMetadata", "metadata.xml"],
    ["rId3", "calcChain", "calcChain.xml"],
  ]),
  "xl/metadata.xml": `${declaration}<metadata xmlns="${main}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`,
  "xl/calcChain.xml": `${declaration}<calcChain xmlns="${main}"><c r="A1" i="1"/></calcChain>`,
  "xl/worksheets/sheet1.xml": sheet(
    '<sheetData><row r="1"><c r="A1" cm="1"><f t="array" ref="A1:A2">_xlfn.SEQUENCE(2)</f><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1</f><v>1</v></c><c r="C1"><f t="array" ref="C1:C2">A1:A2*2</f><v>2</v></c><c r="D1"><f>SUM(_xlfn.ANCHORARRAY(A1))</f><v>3</v></c><c r="E1" cm="1"><f t="array" ref="E1">_xldudf_ESG_EVENTS("x",A1)</f><v>7</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>2</v></c><c r="C2"><v>4</v></c><c r="D2"><f t="dataTable" ref="D2:D3" dt2D="0" dtr="0" r1="A1"/><v>5</v></c></row><row r="3"><c r="B3"><f t="shared" si="0"/><v>0</v></c><c r="D3"><v>6</v></c><c r="F3" t="e"><f>A1:A2/0</f><v>#VALUE!</v></c></row></sheetData>',
  ),
});

/** What the workbench does not show: an image, a drawing, a comment, conditional formats, an extension, macros. */
const parts = zip({
  "[Content_Types].xml": contentTypes({
    "xl/workbook.xml": "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    "xl/worksheets/sheet1.xml": `${sheetml}.worksheet+xml`,
    "xl/comments1.xml": `${sheetml}.comments+xml`,
    "xl/drawings/drawing1.xml": "application/vnd.openxmlformats-officedocument.drawing+xml",
  }),
  "_rels/.rels": relationsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
  "xl/workbook.xml": workbook(oneSheet),
  "xl/_rels/workbook.xml.rels": relationsOf([
    ["rId1", "worksheet", "worksheets/sheet1.xml"],
    ["rId2", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"],
  ]),
  "xl/vbaProject.bin": "no real macros",
  "xl/worksheets/sheet1.xml": sheet(
    '<sheetPr codeName="Sheet1"><tabColor rgb="FF1072BA"/></sheetPr><dimension ref="A1"/><sheetData><row r="1" spans="1:1" x14ac:dyDescent="0.25" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"><c r="A1"><v>1</v></c></row></sheetData><conditionalFormatting sqref="A1"><cfRule type="cellIs" priority="1" operator="lessThan"><formula>3</formula></cfRule></conditionalFormatting><dataValidations count="1"><dataValidation type="whole" sqref="A1"><formula1>1</formula1><formula2>9</formula2></dataValidation></dataValidations><drawing r:id="rId1"/><extLst><ext uri="{x}"><a:b xmlns:a="urn:a">kept</a:b></ext></extLst>',
  ),
  "xl/worksheets/_rels/sheet1.xml.rels": relationsOf([
    ["rId1", "drawing", "../drawings/drawing1.xml"],
    ["rId2", "comments", "../comments1.xml"],
  ]),
  "xl/comments1.xml": `${declaration}<comments xmlns="${main}"><authors><author>A</author></authors><commentList><comment ref="A1" authorId="0"><text><t>note</t></text></comment></commentList></comments>`,
  "xl/drawings/drawing1.xml": `${declaration}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>`,
  "xl/drawings/_rels/drawing1.xml.rels": relationsOf([["rId1", "image", "../media/image1.png"]]),
  "xl/media/image1.png": "\u0089PNG",
});

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.000"/></numFmts><fonts count="2"><font><sz val="11"/><color theme="1"/><name val="Calibri"/></font><font><b/><sz val="11"/><color theme="4" tint="-0.25"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><gradientFill degree="90"><stop position="0"><color rgb="FFFFFFFF"/></stop><stop position="1"><color rgb="FF000000"/></stop></gradientFill></fill></fills><borders count="1"><border/></borders><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/><xf numFmtId="164" fontId="1" fillId="0" borderId="0" applyProtection="1"><alignment horizontal="justify" textRotation="45"/><protection locked="0"/></xf><xf numFmtId="14" fontId="0" fillId="2" borderId="0"/></cellXfs><dxfs count="1"><dxf><font><b/></font></dxf></dxfs></styleSheet>`;

/** Formats that the workbench shows in part: a gradient, a rotation, an unlocked cell, a colour of the theme. */
const formats = zip({
  "[Content_Types].xml": contentTypes({
    "xl/workbook.xml": `${sheetml}.sheet.main+xml`,
    "xl/worksheets/sheet1.xml": `${sheetml}.worksheet+xml`,
    "xl/styles.xml": `${sheetml}.styles+xml`,
  }),
  "_rels/.rels": relationsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
  "xl/workbook.xml": workbook(oneSheet),
  "xl/_rels/workbook.xml.rels": relationsOf([
    ["rId1", "worksheet", "worksheets/sheet1.xml"],
    ["rId2", "styles", "styles.xml"],
  ]),
  "xl/styles.xml": styles,
  "xl/worksheets/sheet1.xml": sheet(
    '<sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="2" topLeftCell="B3" activePane="bottomRight" state="frozen"/><selection pane="topRight"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="2" max="2" width="20.7" style="1" customWidth="1"/><col min="3" max="16384" width="9.14" style="2"/></cols><sheetData><row r="1" ht="30" customHeight="1" s="1" customFormat="1"><c r="A1" s="1"><v>1.5</v></c><c r="B1" s="2"><v>46000</v></c><c r="C1" s="1"/></row></sheetData>',
  ),
});

/** Several sheets: hidden, very hidden, and a chart in front; days from 1904; names of one sheet. */
const sheets = zip({
  "[Content_Types].xml": contentTypes({
    "xl/workbook.xml": `${sheetml}.sheet.main+xml`,
    "xl/chartsheets/sheet1.xml": `${sheetml}.chartsheet+xml`,
    ...Object.fromEntries([1, 2, 3].map((number) => [`xl/worksheets/sheet${number}.xml`, `${sheetml}.worksheet+xml`])),
  }),
  "_rels/.rels": relationsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
  "xl/workbook.xml": workbook(
    '<workbookPr date1904="1"/><bookViews><workbookView activeTab="2"/></bookViews><sheets><sheet name="Chart" sheetId="9" r:id="rId9"/><sheet name="One" sheetId="1" state="veryHidden" r:id="rId1"/><sheet name="Two" sheetId="2" r:id="rId2"/><sheet name="Three" sheetId="3" state="hidden" r:id="rId3"/></sheets>',
    '<definedNames><definedName name="Here" localSheetId="2">Two!$A$1</definedName><definedName name="_xlnm._FilterDatabase" localSheetId="3" hidden="1">Three!$A$1:$B$2</definedName></definedNames>',
  ),
  "xl/_rels/workbook.xml.rels": relationsOf([
    ["rId9", "chartsheet", "chartsheets/sheet1.xml"],
    ...[1, 2, 3].map((number): RelationRow => [`rId${number}`, "worksheet", `worksheets/sheet${number}.xml`]),
  ]),
  "xl/chartsheets/sheet1.xml": `${declaration}<chartsheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"/></sheetViews></chartsheet>`,
  ...Object.fromEntries(
    [1, 2, 3].map((number) => [
      `xl/worksheets/sheet${number}.xml`,
      sheet(`<sheetData><row r="1"><c r="A1"><v>${number}</v></c></row></sheetData>`),
    ]),
  ),
});

/** Data validation that is kept and not shown: each of its cells has another list. */
const lists = zip({
  "[Content_Types].xml": contentTypes({
    "xl/workbook.xml": `${sheetml}.sheet.main+xml`,
    "xl/worksheets/sheet1.xml": `${sheetml}.worksheet+xml`,
  }),
  "_rels/.rels": relationsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
  "xl/workbook.xml": workbook(oneSheet),
  "xl/_rels/workbook.xml.rels": relationsOf([["rId1", "worksheet", "worksheets/sheet1.xml"]]),
  "xl/worksheets/sheet1.xml": sheet(
    '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row></sheetData><dataValidations count="1"><dataValidation type="list" sqref="C1:C9"><formula1>D1:F1</formula1></dataValidation></dataValidations>',
  ),
});

/** A table with a row of totals, columns with formulas, formats and extensions, and the name of its sheet. */
const totals = zip({
  "[Content_Types].xml": contentTypes({
    "xl/workbook.xml": `${sheetml}.sheet.main+xml`,
    "xl/worksheets/sheet1.xml": `${sheetml}.worksheet+xml`,
    "xl/tables/table1.xml": `${sheetml}.table+xml`,
  }),
  "_rels/.rels": relationsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
  "xl/workbook.xml": workbook('<sheets><sheet name="Positions" sheetId="1" r:id="rId1"/></sheets>'),
  "xl/_rels/workbook.xml.rels": relationsOf([["rId1", "worksheet", "worksheets/sheet1.xml"]]),
  "xl/worksheets/sheet1.xml": sheet(
    [
      '<sheetData><row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str"><v>Value</v></c><c r="D1"><f>SUM(Positions[Value])</f><v>3</v></c></row>',
      '<row r="2"><c r="A2" t="str"><v>a</v></c><c r="B2"><v>1</v></c></row><row r="3"><c r="A3" t="str"><v>b</v></c><c r="B3"><v>2</v></c></row>',
      '<row r="4"><c r="A4" t="str"><v>Total</v></c><c r="B4"><f>SUBTOTAL(109,Positions[Value])</f><v>3</v></c></row></sheetData>',
      '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
    ].join(""),
  ),
  "xl/worksheets/_rels/sheet1.xml.rels": relationsOf([["rId1", "table", "../tables/table1.xml"]]),
  "xl/tables/table1.xml": `${declaration}<table xmlns="${main}" id="1" name="Positions" displayName="Positions" ref="A1:B4" totalsRowCount="1"><autoFilter ref="A1:B3"/><tableColumns count="2"><tableColumn id="1" name="Name" totalsRowLabel="Total"/><tableColumn id="2" name="Value" totalsRowFunction="sum" dataDxfId="0"><calculatedColumnFormula>1+1</calculatedColumnFormula></tableColumn></tableColumns></table>`,
});

/** Files written by hand from the standard (ECMA-376), by name. */
export const byHand: Readonly<Record<string, Uint8Array>> = {
  least,
  strict,
  formulas,
  parts,
  formats,
  sheets,
  lists,
  totals,
};
