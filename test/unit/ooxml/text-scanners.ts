import { FunctionNames } from "../../../src/addin/excel/function-names";
import { MentionFinder } from "../../../src/data/enrich/mentions";
import { scoreSentiment } from "../../../src/data/enrich/sentiment";
import { splitSentences } from "../../../src/data/enrich/sentences";
import { foldText } from "../../../src/facts/folded-text";
import { quoteSheet } from "../../../src/facts/sheet-names";
import { nameMatch, similarNamePatterns } from "../../../src/formulas/arguments/company-names";
import { readDate } from "../../../src/formulas/arguments/dates";
import { searchFor } from "../../../src/formulas/arguments/entities";
import { optionPairs } from "../../../src/formulas/arguments/options";
import { readAddressFormula } from "../../../src/gateway/tables/table-formula";
import { calledFunctions, tokenize } from "../../../src/ooxml/formula-tokens";
import {
  formulaUses,
  fromFileFormula,
  mapCalls,
  mapReferences,
  mapSpillReferences,
  mayBeArray,
  toFileFormula,
} from "../../../src/ooxml/formulas";
import { moveFormula } from "../../../src/ooxml/moved-formulas";
import { readTablePart } from "../../../src/ooxml/structured-references";
import { valuesCopy } from "../../../src/ooxml/values-copy";
import { conditionalCost } from "../../../src/workbench/file/conditional-cost";
import { measureCost } from "../../../src/workbench/file/formula-cost";
import { readRows } from "../../../src/workbench/univer/clipboard-text";
import { parseEntry } from "../../../src/workbench/univer/entry";
import { declaredFormats, readPastedCell } from "../../../src/workbench/univer/pasted-cells";
import type { RawWorkbook } from "./raw-workbook";

const names = { custom: ["ESG.EVENTS"] };
const size = { rows: 100, columns: 100 };

const finder = new MentionFinder([{ id: "1", names: ["Arakov Bank Oyj"] }]);

/** What reads a text of others: of a formula, a cell, the clipboard, a document. */
export const textScanners: Readonly<Record<string, (text: string) => unknown>> = {
  tokenize,
  calledFunctions: (text) => calledFunctions(`=${text}`),
  toFileFormula: (text) => toFileFormula(text, names),
  fromFileFormula: (text) => fromFileFormula(text, names),
  mapCalls: (text) => mapCalls(text, (name) => name),
  mapReferences: (text) => mapReferences(text, (one) => one),
  mapSpillReferences: (text) => mapSpillReferences(text, () => undefined),
  moveFormula: (text) => moveFormula(text, 1, 1),
  mayBeArray,
  formulaUses,
  readTablePart: (text) => readTablePart(`[${text}]`),
  quoteSheet,
  measureCost: (text) => measureCost(`=${text}`, size),
  conditionalCost: (text) =>
    conditionalCost({ id: "1", ranges: ["A1:B2"], rule: { type: "expression", formula: text, format: {} } }, size),
  readAddressFormula: (text) => readAddressFormula(`=${text}`),
  parseEntry,
  readPastedRows: (text) => readRows(text),
  readPastedCell: (text) => readPastedCell({ text, format: "0.00" }, {}),
  declaredFormats,
  searchFor: (text) => searchFor(text),
  optionPairs,
  readDate: (text) => readDate(text, { name: "from", now: 0 }),
  foldText,
  nameMatch: (text) => nameMatch(text, { name: "Arakov Bank Oyj", aliases: ["Arakov"] }),
  similarNamePatterns,
  splitSentences: (text) => splitSentences(text),
  findMentions: (text) => finder.find(text),
  scoreSentiment,
};

/** What scanners of texts stumble over, to be repeated. */
export const textPieces = [
  "'",
  "''a",
  "a='b'",
  '"',
  '""a',
  "[",
  "[@",
  "(",
  "A1:",
  "A1#",
  "a.",
  "_xlfn.SINGLE(",
  "a ",
  "1e",
  "Tab[",
  "'a'!",
  "{",
  "$A$1,",
  "-",
  " ",
  "\u0301",
  "mso-number-format:'",
  'A1\t"',
  "A. ",
  "Dr. ",
  "\n",
  "A",
];

const sheetData = '<sheetData><row r="1"><c r="A1"><f>_xldudf_ESG_EVENTS(1)</f><v>1</v></c></row></sheetData>';
const sheet = (after: string): RawWorkbook => ({ sheets: [sheetData + after] });
const part =
  (kind: string, name: string, root: (text: string) => string) =>
  (text: string): RawWorkbook => ({
    sheets: [sheetData],
    parts: [{ name, content: root(text), from: "xl/worksheets/sheet1.xml", kind }],
  });
const cdata = (text: string): string => `<a><![CDATA[${text}]]></a>`;

/** Where a file has text of others. */
export const places: Readonly<Record<string, (text: string) => RawWorkbook>> = {
  "extension list": (text) => sheet(`<extLst><ext uri="x">${cdata(text)}</ext></extLst>`),
  "comment in a sheet": (text) => sheet(`<!--${text.replaceAll("--", "__")}-->`),
  "conditional format": (text) =>
    sheet(
      `<conditionalFormatting sqref="A1"><cfRule type="expression" priority="1"><formula><![CDATA[${text}]]></formula></cfRule></conditionalFormatting>`,
    ),
  "data validation": (text) =>
    sheet(
      `<dataValidations count="1"><dataValidation type="custom" sqref="A1"><formula1><![CDATA[${text}]]></formula1></dataValidation></dataValidations>`,
    ),
  drawing: part("drawing", "xl/drawings/drawing1.xml", cdata),
  notes: part("comments", "xl/comments1.xml", cdata),
  "shapes of notes": part("vmlDrawing", "xl/drawings/vmlDrawing1.vml", cdata),
  "another part": part("other", "xl/other1.xml", cdata),
};
export const markup = [
  "<f ",
  "<f>",
  "<cNvPr ",
  "<x:Visible",
  "<x14:conditionalFormatting ",
  "<conditionalFormatting>",
  "<cfRule ",
  '<c r="',
  "<ext><conditionalFormattings>",
  "<dataBar ",
  " ref=",
  "width:",
  "'",
  "<sst ",
  " ",
];

const own = new FunctionNames(names.custom, "", (name) => name, []);
export const copyOf = (bytes: Uint8Array): unknown =>
  valuesCopy(bytes, {
    ...names,
    isOwnFunction: (call) => own.read(call) !== undefined,
    addin: { ids: [], settingsPrefix: "spillway." },
    kept: { namespace: "urn:spillway:", namePrefix: "_Spillway." },
    about: { name: "About the data", widths: [20], rows: () => [{ cells: ["About the data"] }] },
  });
export const doctorContext = {
  functions: [{ name: "ESG.EVENTS", result: "matrix" as const }],
  namespace: "",
  nameInCells: (name: string) => name,
  renamed: [],
  ids: [],
};

const repeat = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("");
const cellsDown = (count: number, cell: (row: number) => string): string =>
  `<sheetData>${repeat(count, (index) => `<row r="${index + 1}">${cell(index + 1)}</row>`)}</sheetData>`;
const fromWorkbook = (kind: string, name: string, content: string) => ({
  name,
  content,
  from: "xl/workbook.xml",
  kind,
});
const styled = (count: number, lists: string, xf: (index: number) => string): RawWorkbook => ({
  sheets: [cellsDown(count, (row) => `<c r="A${row}" s="${row - 1}"><v>1</v></c>`)],
  parts: [
    fromWorkbook("styles", "xl/styles.xml", `<styleSheet>${lists}<cellXfs>${repeat(count, xf)}</cellXfs></styleSheet>`),
  ],
});
const relationsOf = (part: string, count: number, kind: string, target: string, mode = "") => ({
  name: part,
  content: `<Relationships>${repeat(count, (index) => `<Relationship Id="m${index}" Type="urn:x/${kind}" Target="${target}"${mode}/>`)}</Relationships>`,
});
const wide = (count: number): string => "<x/>".repeat(10 * count);

/** Files in which many things name one large thing, or of which a writer changes many things, by how many there are. */
export const multiplied: Readonly<Record<string, (count: number) => RawWorkbook>> = {
  "formats of one font": (count) =>
    styled(count, `<fonts><font>${wide(count)}</font></fonts>`, (index) => `<xf numFmtId="${index}" fontId="0"/>`),
  "formats of one border": (count) =>
    styled(count, `<borders><border>${wide(count)}</border></borders>`, (index) => `<xf numFmtId="${index}"/>`),
  "patterns of numbers": (count) =>
    styled(
      count,
      `<numFmts>${repeat(count, (index) => `<numFmt numFmtId="${index + 200}" formatCode="0.${index}"/>`)}</numFmts>`,
      (index) => `<xf numFmtId="${index + 200}"><protection locked="0"/></xf>`,
    ),
  "rules of one difference": (count) => ({
    sheets: [
      sheetData +
        repeat(
          count,
          (index) =>
            `<conditionalFormatting sqref="A1"><cfRule type="expression" dxfId="0" priority="${index + 1}"><formula>1</formula></cfRule></conditionalFormatting>`,
        ),
    ],
    parts: [fromWorkbook("styles", "xl/styles.xml", `<styleSheet><dxfs><dxf>${wide(count)}</dxf></dxfs></styleSheet>`)],
  }),
  links: (count) => ({
    sheets: [
      `${sheetData}<hyperlinks>${repeat(count, (index) => `<hyperlink ref="B${index + 1}" r:id="m${index}"/>`)}</hyperlinks>`,
    ],
    parts: [
      relationsOf(
        "xl/worksheets/_rels/sheet1.xml.rels",
        count,
        "hyperlink",
        "https://a.example/",
        ' TargetMode="External"',
      ),
    ],
  }),
  "charts beyond many columns": (count) => ({
    sheets: [
      `<cols>${repeat(count, (index) => `<col min="${index + 1}" max="${index + 1}" width="0" hidden="1"/>`)}</cols>${sheetData}<drawing r:id="rId2"/>`,
    ],
    parts: [
      {
        name: "xl/drawings/drawing1.xml",
        content: `<xdr:wsDr>${repeat(
          Math.ceil(count / 20),
          (index) =>
            `<xdr:absoluteAnchor><xdr:pos x="99999999999" y="0"/><xdr:ext cx="9" cy="9"/><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId${index + 1}"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:absoluteAnchor>`,
        )}</xdr:wsDr>`,
        from: "xl/worksheets/sheet1.xml",
        kind: "drawing",
      },
      ...Array.from({ length: Math.ceil(count / 20) }, (_, index) => ({
        name: `xl/charts/chart${index}.xml`,
        content:
          '<c:chartSpace><c:chart><c:plotArea><c:barChart><c:barDir val="col"/><c:ser><c:val><c:numRef><c:f>S1!$A$1</c:f></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/></c:catAx><c:valAx><c:axId val="2"/></c:valAx></c:plotArea></c:chart></c:chartSpace>',
        from: "xl/drawings/drawing1.xml",
        kind: "chart",
      })),
    ],
  }),
  "errors of one structure": (count) => ({
    sheets: [sheetData],
    parts: [
      fromWorkbook(
        "sheetMetadata",
        "xl/metadata.xml",
        `<metadata><metadataTypes><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE"><bk><rvb i="0"/></bk></futureMetadata><valueMetadata>${'<bk><rc t="1" v="0"/></bk>'.repeat(count)}</valueMetadata></metadata>`,
      ),
      fromWorkbook("rdRichValue", "xl/richData/rdrichvalue.xml", '<rvData><rv s="0"><v>1</v></rv></rvData>'),
      fromWorkbook(
        "rdRichValueStructure",
        "xl/richData/rdrichvaluestructure.xml",
        `<rvStructures><s t="_error">${'<k n="a"/>'.repeat(count)}</s></rvStructures>`,
      ),
    ],
  }),
  "task panes of one add-in": (count) => ({
    sheets: [sheetData],
    parts: [
      {
        name: "xl/webextensions/taskpanes.xml",
        content: `<p>${repeat(count, (index) => `<taskpane><webextensionref r:id="m${index}"/></taskpane>`)}</p>`,
        from: "",
        kind: "webextensiontaskpanes",
      },
      {
        name: "xl/webextensions/one.xml",
        content: `<webextension><reference id="x"/><properties>${wide(count)}</properties></webextension>`,
      },
      relationsOf("xl/webextensions/_rels/taskpanes.xml.rels", count, "webextension", "one.xml"),
    ],
  }),
};
