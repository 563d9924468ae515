import { examineWorkbook } from "../../../src/addin/doctor/doctor";
import { FunctionNames } from "../../../src/addin/excel/function-names";
import { quoteSheet } from "../../../src/facts/sheet-names";
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
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { readTablePart } from "../../../src/ooxml/structured-references";
import { valuesCopy } from "../../../src/ooxml/values-copy";
import { measureCost } from "../../../src/workbench/file/formula-cost";
import { rawWorkbook, type RawWorkbook } from "./raw-workbook";

const names = { custom: ["ESG.EVENTS"] };
const size = { rows: 100, columns: 100 };

/** Everything that reads the text of a formula of others. */
const scanners: Readonly<Record<string, (text: string) => unknown>> = {
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
  readAddressFormula: (text) => readAddressFormula(`=${text}`),
};

/** What scanners of formulas stumble over, to be repeated. */
const pieces = [
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
const places: Readonly<Record<string, (text: string) => RawWorkbook>> = {
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
const markup = [
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
const copyOf = (bytes: Uint8Array): unknown =>
  valuesCopy(bytes, {
    ...names,
    isOwnFunction: (call) => own.read(call) !== undefined,
    addin: { ids: [], settingsPrefix: "spillway." },
    kept: { namespace: "urn:spillway:", namePrefix: "_Spillway." },
    about: { name: "About the data", widths: [20], rows: () => [{ cells: ["About the data"] }] },
  });
const doctorContext = {
  functions: [{ name: "ESG.EVENTS", result: "matrix" as const }],
  namespace: "",
  nameInCells: (name: string) => name,
  renamed: [],
  ids: [],
};

const rounds = [8_000, 16_000, 32_000];

/** Milliseconds of the processor, the best of three. */
const processorTime = (run: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = process.cpuUsage();
      try {
        run();
      } catch {
        // A refusal counts too.
      }
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    }),
  );

/** Lines with the times for 8, 16 and 32 kB, those that grow most first. */
const table = (title: string, rows: readonly (readonly [string, (text: string) => unknown, string])[]): string => {
  const measured = rows.map(([name, run, piece]) => {
    const times = rounds.map((length) => {
      const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
      return processorTime(() => run(text));
    });
    const [first = 0, second = 0, third = 0] = times;
    return {
      line: `${name.padEnd(44)} ${times.map((ms) => ms.toFixed(1).padStart(8)).join("")}  ×${(second / Math.max(first, 0.1)).toFixed(1)} ×${(third / Math.max(second, 0.1)).toFixed(1)}`,
      third,
    };
  });
  const sorted = measured.toSorted((one, other) => other.third - one.third).slice(0, 40);
  return [title, ...sorted.map(({ line }) => line)].join("\n");
};

it("prints how the processor time of each scanner grows with its text", () => {
  const formulaRows = Object.entries(scanners).flatMap(([name, run]) =>
    pieces.map((piece) => [`${name} ${JSON.stringify(piece)}`, run, piece] as const),
  );
  const readers: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
    read: (bytes) => readWorkbook(bytes, { custom: [] }),
    copy: copyOf,
    doctor: (bytes) => examineWorkbook(bytes, doctorContext),
  };
  const fileRows = Object.entries(places).flatMap(([place, file]) =>
    Object.entries(readers).flatMap(([reader, run]) =>
      markup.map(
        (piece) =>
          [
            `${reader}, ${place} ${JSON.stringify(piece)}`,
            (text: string) => run(rawWorkbook(file(text))),
            piece,
          ] as const,
      ),
    ),
  );
  process.stdout.write(
    `${table("Formulas: ms at 8, 16 and 32 kB, and ratios", formulaRows)}\n${table("Files", fileRows)}\n`,
  );
  expect(formulaRows.length).toBeGreaterThan(0);
});
