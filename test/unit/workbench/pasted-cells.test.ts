import { type EntryContext } from "../../../src/workbench/univer/entry";
import {
  declareCell,
  declaredCell,
  declaredFormat,
  declaredFormats,
  type PastedCell,
  readPastedCell,
} from "../../../src/workbench/univer/pasted-cells";

const read = (cell: PastedCell, context: EntryContext = {}): unknown[] => {
  const { v, f, s } = readPastedCell(cell, context);
  return [f ?? v, typeof s === "object" ? s?.n?.pattern : undefined];
};

describe("a copied cell", () => {
  const unescape = (text: string): string =>
    text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");

  it.each<[value: unknown, text: string, format: string | undefined]>([
    ["0012", "0012", undefined],
    ["1E5", "1E5", undefined],
    ["2026-01-31", "2026-01-31", "@"],
    ["TRUE", "TRUE", undefined],
    ['two\n"lines" <b> &amp;', 'two"lines" <b> &amp;', undefined],
    [46352.83333333333, "2026-11-26 20:00", "yyyy-mm-dd hh:mm"],
    [1234.5678, "1,234.57 €", '#,##0.00" €"'],
    [-0.123456, "(12.3%)", "0.0%;(0.0%)"],
    [0.1, "0", "0"],
    [true, "TRUE", undefined],
  ])("with the value %j is read as that value", (value, text, format) => {
    const attributes = Object.fromEntries(
      Object.entries(declareCell(value, format)).map(([name, written]) => [name, unescape(written)]),
    );
    const pasted = declaredFormat(attributes["style"] ?? "");
    const cell = { text, ...declaredCell((name) => attributes[name] ?? null), ...(pasted && { format: pasted }) };
    expect(read(cell)).toEqual([value === true ? 1 : value, format]);
  });

  it("says nothing of a blank cell and of an error", () =>
    expect([declareCell(""), declareCell("#N/A", "0.00")]).toEqual([{}, {}]));
});

describe("a pasted cell", () => {
  it.each<[cell: PastedCell, value: unknown, format: string | undefined]>([
    [{ text: "1.50", format: "0.00" }, 1.5, "0.00"],
    [{ text: "1.5", format: "0.00" }, 1.5, "0.00"],
    [{ text: "1.50", format: "0.000", number: 1.4999 }, 1.4999, "0.000"],
    [{ text: "1,234.50 EUR", format: '#,##0.00" EUR"' }, 1234.5, '#,##0.00" EUR"'],
    [{ text: "(1,234.50)", format: "#,##0.00;(#,##0.00)" }, -1234.5, "#,##0.00;(#,##0.00)"],
    [{ text: "12.5%", format: "0.0%" }, 0.125, "0.0%"],
    [{ text: "00042", format: "00000" }, 42, "00000"],
    [{ text: "31.01.2026", format: "dd.mm.yyyy" }, 46053, "dd.mm.yyyy"],
    [{ text: "01/02/2026", format: "dd/mm/yyyy" }, 46054, "dd/mm/yyyy"],
    [{ text: "01/02/2026", format: "mm/dd/yyyy" }, 46024, "mm/dd/yyyy"],
    [{ text: "2026-01-31", format: "yyyy-mm-dd" }, 46053, "yyyy-mm-dd"],
    [{ text: "0012", format: "@" }, "0012", "@"],
    [{ text: "=1+1", format: "@" }, "=1+1", "@"],
    [{ text: "2026-01-31", format: "@" }, "2026-01-31", "@"],
    [{ text: "none", format: "0.00" }, "none", undefined],
    [{ text: "1.50" }, 1.5, undefined],
    [{ text: "0x1F" }, "0x1F", undefined],
    [{ text: "1E400" }, "1E400", undefined],
    [{ text: "2026-02-30" }, "2026-02-30", undefined],
    [{ text: "1,5" }, "1,5", undefined],
    [{ text: "1.234,567" }, "1.234,567", undefined],
    [{ text: "1'234" }, "1'234", undefined],
    [{ text: "1\u00a0234,50" }, "1\u00a0234,50", undefined],
    [{ text: "1\u202f234" }, 1234, "#,##0"],
    [{ text: "January 31, 2026" }, 46053, "d-mmm-yy"],
    [{ text: "2026-01-31" }, 46053, "yyyy-mm-dd"],
    [{ text: "=A1+1" }, "=A1+1", undefined],
  ])("%j has the value and the format that Excel gives it", (cell, value, format) => {
    expect(read(cell)).toEqual([value, format]);
  });

  it("is the same day in a workbook that counts from 1904", () => {
    expect(read({ text: "2026-01-31", format: "yyyy-mm-dd" }, { from1904: true })).toEqual([
      46053 - 1462,
      "yyyy-mm-dd",
    ]);
    expect(read({ text: "2026-01-31" }, { from1904: true })).toEqual([46053 - 1462, "yyyy-mm-dd"]);
    expect(read({ text: "1903-12-31", format: "yyyy-mm-dd" }, { from1904: true })[0]).toBe("1903-12-31");
  });

  it("without a format is a text where the cell has the format of texts", () => {
    expect(read({ text: "0012" }, { isText: true })).toEqual(["0012", undefined]);
    expect(read({ text: "1.50", format: "0.00" }, { isText: true })).toEqual([1.5, "0.00"]);
  });
});

describe("the number format of CSS", () => {
  it.each([
    [String.raw`mso-number-format:"0\.00";`, "0.00"],
    [String.raw`color:red; mso-number-format:"\@"`, "@"],
    [String.raw`mso-number-format:'\@'; x:y`, "@"],
    [String.raw`mso-number-format:\@`, "@"],
    [String.raw`mso-number-format:"\#\,\#\#0\.00\0022 EUR\0022";`, '#,##0.00" EUR"'],
    [String.raw`mso-number-format:"yyyy\-mm\-dd";`, "yyyy-mm-dd"],
    [String.raw`mso-number-format:"0\.00_\)\;\[Red\]\\\(0\.00\\\)";`, String.raw`0.00_);[Red]\(0.00\)`],
    ["mso-number-format:Percent", "0.00%"],
    ["mso-number-format:'Short Date'", "m/d/yyyy"],
    ["mso-number-format:General;", undefined],
    ["color:red", undefined],
  ])("%s is read", (css, format) => {
    expect(declaredFormat(css)).toBe(format);
  });

  it("stands at each selector of a style sheet", () => {
    const css = String.raw`td {mso-number-format:General;} .xl65, .xl66 {mso-style-parent:style0; mso-number-format:"0\.00";}`;
    expect([...declaredFormats(css)]).toEqual([
      ["td", undefined],
      [".xl65", "0.00"],
      [".xl66", "0.00"],
    ]);
  });
});

describe("what a program says of a cell beside its text", () => {
  it.each<[attributes: Readonly<Record<string, string>>, cell: object]>([
    [{ "data-sheets-value": '{"1":2,"2":"0012"}' }, { isText: true, text: "0012" }],
    [{ "data-sheets-value": '{"1":3,"3":12.5}' }, { number: 12.5 }],
    [{ "data-sheets-value": '{"1":4,"4":0}' }, { isTrue: false }],
    [
      { "data-sheets-value": '{"1":3,"3":46053}', "data-sheets-numberformat": '{"1":5,"2":"dd.mm.yyyy"}' },
      { number: 46053, format: "dd.mm.yyyy" },
    ],
    [{ "data-sheets-value": "{" }, {}],
    [{ "data-sheets-value": "null" }, {}],
    [
      { sdval: "0.5", sdnum: "1033;0;0.00%" },
      { number: 0.5, format: "0.00%" },
    ],
    [
      { sdval: "1234.5", sdnum: "1031;1031;#.##0,00" },
      { number: 1234.5, format: "#,##0.00" },
    ],
    [
      { sdval: "46053", sdnum: "1031;1031;TT.MM.JJJJ" },
      { number: 46053, format: "dd.MM.yyyy" },
    ],
    [
      { sdval: "0", sdnum: "1033;0;BOOLEAN" },
      { number: 0, isTrue: false },
    ],
    [{ sdval: "7", sdnum: "1033;" }, { number: 7 }],
    [{ "x:num": "1.25" }, { number: 1.25 }],
    [{ "x:str": "" }, { isText: true }],
    [{ sdval: "ten" }, {}],
  ])("reads %j", (attributes, cell) => {
    expect(declaredCell((name) => attributes[name] ?? null)).toEqual(cell);
  });

  it("keeps a text that looks like a number or a day", () => {
    expect([read({ text: "0012", isText: true }), read({ text: "1/2", isText: true })]).toEqual([
      ["0012", undefined],
      ["1/2", undefined],
    ]);
  });
});
