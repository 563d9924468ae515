import { FunctionNames } from "../../../src/addin/excel/function-names";
import { examineWorkbook } from "../../../src/addin/doctor/doctor";
import { valuesCopy } from "../../../src/ooxml/values-copy";
import { readXlsx } from "../../../src/workbench/file/xlsx";
import { checkLimits } from "../../../src/workbench/file/stored-workbook";
import { rawWorkbook, type RawWorkbook } from "../ooxml/raw-workbook";

// Small files that took a tab, or the gateway, out of service. Each is opened, examined and copied; the table says how long that
// takes now, and what people are told. What each took before is in the titles.

const custom = ["ESG.EVENTS"];
const names = new FunctionNames(custom, "", (name) => name, []);
const repeat = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join("");
const data = (cells: string): string => `<sheetData><row r="1">${cells}</row></sheetData>`;
const ours = '<c r="A1"><f>_xldudf_ESG_EVENTS("x")</f><v>1</v></c>';
const column = (index: number): string =>
  (index >= 26 ? column(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));
const rows = (count: number, cell: (row: number) => string): string =>
  `<sheetData>${repeat(count, (index) => `<row r="${index + 1}">${cell(index + 1)}</row>`)}</sheetData>`;

const cases: readonly (readonly [string, () => RawWorkbook])[] = [
  [
    "1. a result over a whole sheet (1.4 kB, the tab crashed)",
    () => ({ sheets: [data('<c r="A1"><f t="array" ref="A1:XFD1048576">_xldudf_ESG_EVENTS("x")</f><v>1</v></c>')] }),
  ],
  [
    "1. a result over 26 whole columns (57 s, then out of memory)",
    () => ({
      sheets: [
        data(
          '<c r="A1"><f t="array" ref="A1:Z1048576">_xldudf_ESG_EVENTS("x")</f><v>1</v></c><c r="AB1"><f>SUM(_xlfn.ANCHORARRAY(A1))</f><v>1</v></c>',
        ),
      ],
    }),
  ],
  [
    "2. 20,000 relations to one table of 16,000 columns (61 kB, the tab crashed)",
    () => {
      const columns = repeat(16_000, (index) => `<tableColumn id="${index + 1}" name="c${index}"/>`);
      const table = `<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" id="1" name="T" displayName="T" ref="A1:${column(15_999)}2"><tableColumns count="16000">${columns}</tableColumns></table>`;
      const relation = (index: number): string =>
        `<Relationship Id="t${index}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/table" Target="../tables/table1.xml"/>`;
      return {
        sheets: [data(ours)],
        parts: [
          { name: "xl/tables/table1.xml", content: table },
          {
            name: "xl/worksheets/_rels/sheet1.xml.rels",
            content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${repeat(20_000, relation)}</Relationships>`,
          },
        ],
      };
    },
  ],
  [
    "3. 100 formulas of 32,000 apostrophes (5 kB, over 30 s)",
    () => ({ sheets: [rows(100, (row) => `<c r="A${row}"><f>_xl${"'".repeat(32_000)}</f><v>1</v></c>`)] }),
  ],
  [
    "4. 2,000 formulas of 8,000 letters (27 kB, hung)",
    () => ({ sheets: [rows(2_000, (row) => `<c r="A${row}"><f>${"a".repeat(8_000)}</f><v>1</v></c>`)] }),
  ],
  [
    "4. 1,500 conditional formats of 8,000 letters (27 kB, hung)",
    () => ({
      sheets: [
        data(ours) +
          repeat(
            1_500,
            (index) =>
              `<conditionalFormatting sqref="A1"><cfRule type="expression" priority="${index + 1}"><formula>${"a".repeat(8_000)}</formula></cfRule></conditionalFormatting>`,
          ),
      ],
    }),
  ],
  [
    "5. a shared formula of 32,000 letters in 300,000 cells (775 kB, hung)",
    () => ({
      sheets: [
        rows(300_000, (row) =>
          row === 1
            ? `<c r="A1"><f t="shared" si="0" ref="A1:A300000">LEN("${"a".repeat(32_000)}")</f><v>1</v></c>`
            : `<c r="A${row}"><f t="shared" si="0"/><v>1</v></c>`,
        ),
      ],
    }),
  ],
  [
    "5. a shared formula of 7,000 letters in 4,000 cells, below the limit (13 s, 17 s and 29 s)",
    () => ({
      sheets: [
        rows(4_000, (row) =>
          row === 1
            ? `<c r="A1"><f t="shared" si="0" ref="A1:A4000">IF(_xlfn.SINGLE(B1:B2),SUM(${repeat(1_000, () => "B1,C2,")}1))</f><v>1</v></c>`
            : `<c r="A${row}"><f t="shared" si="0"/><v>1</v></c>`,
        ),
      ],
    }),
  ],
  [
    "6. 400,000 beginnings of a formula in CDATA (2.7 kB, Share a copy hung)",
    () => ({
      sheets: [data(ours)],
      parts: [
        {
          name: "xl/other1.xml",
          content: `<a><![CDATA[${"<f ".repeat(400_000)}]]></a>`,
          from: "xl/worksheets/sheet1.xml",
          kind: "other",
        },
      ],
    }),
  ],
  [
    "6. 10,000 names and 20,000 spills of names (16 s)",
    () => ({
      sheets: [
        rows(20_000, (row) =>
          row === 1 ? ours : `<c r="A${row}"><f>_xlfn.ANCHORARRAY(N${row % 10_000})</f><v>1</v></c>`,
        ),
      ],
      workbook: `<sheets><sheet name="S1" sheetId="1" r:id="rId1"/></sheets><definedNames>${repeat(10_000, (index) => `<definedName name="N${index}">S1!$A$1</definedName>`)}</definedNames>`,
    }),
  ],
  [
    "6. 2,000,000 number formats (16 s)",
    () => ({
      sheets: [data(ours)],
      parts: [
        {
          name: "xl/styles.xml",
          content: `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>${'<numFmt numFmtId="170" formatCode="0"/>'.repeat(2_000_000)}</numFmts></styleSheet>`,
          from: "xl/workbook.xml",
          kind: "styles",
        },
      ],
    }),
  ],
  [
    "7. a range of 10,000 ends in SINGLE (a bare RangeError)",
    () => ({ sheets: [data(`<c r="A1"><f>_xlfn.SINGLE(a1${":a1".repeat(10_000)})</f><v>1</v></c>`)] }),
  ],
];

const uses: Readonly<Record<string, (bytes: Uint8Array) => unknown>> = {
  open: (bytes) => {
    checkLimits(readXlsx(bytes, "B", { custom }));
  },
  examine: (bytes) =>
    examineWorkbook(bytes, {
      functions: [{ name: "ESG.EVENTS", result: "matrix" }],
      namespace: "",
      nameInCells: (name) => name,
      renamed: [],
      ids: [],
    }),
  copy: (bytes) =>
    valuesCopy(bytes, {
      custom,
      isOwnFunction: (call) => names.read(call) !== undefined,
      addin: { ids: [], settingsPrefix: "spillway." },
      kept: { namespace: "urn:spillway:", namePrefix: "_Spillway." },
      about: { name: "About the data", widths: [20], rows: () => [{ cells: ["About the data"] }] },
    }),
};

/** What a user is told of it; undefined where it is done. @throws what is no sentence */
const refusal = (run: () => unknown): string | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError || error instanceof TypeError) throw error;
    return error.message;
  }
};

test.each(cases)("%s ends with a result or with a sentence", (title, make) => {
  const bytes = rawWorkbook(make());
  const lines = Object.entries(uses).map(([name, use]) => {
    const start = process.cpuUsage();
    const sentence = refusal(() => use(bytes));
    const { user, system } = process.cpuUsage(start);
    return `  ${name.padEnd(8)} ${((user + system) / 1e6).toFixed(2)} s  ${sentence ?? "done"}`;
  });
  process.stdout.write(`${title}, ${(bytes.length / 1_000).toFixed(1)} kB\n${lines.join("\n")}\n`);
  expect(lines).toHaveLength(3);
});
