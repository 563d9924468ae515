import { FunctionNames } from "../../../src/addin/excel/function-names";
import { quoteSheet } from "../../../src/facts/sheet-names";
import { foldText, nameMatch, similarNamePatterns } from "../../../src/formulas/arguments/company-names";
import { readDate } from "../../../src/formulas/arguments/dates";
import { searchFor } from "../../../src/formulas/arguments/entities";
import { readAddressFormula } from "../../../src/gateway/tables/table-formula";
import { calledFunctions, tokenize } from "../../../src/ooxml/formula-tokens";
import {
  formulaUses,
  fromFileFormula,
  mapCalls,
  mapReferences,
  mapSpillReferences,
  mayBeArray,
  moveFormula,
  toFileFormula,
} from "../../../src/ooxml/formulas";
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

/** What reads a text of others: of a formula, a cell, the clipboard. */
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
  readDate: (text) => readDate(text, { name: "from", now: 0 }),
  foldText,
  nameMatch: (text) => nameMatch(text, { name: "Arakov Bank Oyj", aliases: ["Arakov"] }),
  similarNamePatterns,
};

/** What scanners of texts stumble over, to be repeated. */
export const textPieces = [
  "'",
  "''a",
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
