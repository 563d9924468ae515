import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { type FormulaCell, SharedFormulas } from "../../../src/ooxml/shared-formulas";
import { rawWorkbook } from "./raw-workbook";

const shared = (text: string, rows: number): Uint8Array =>
  rawWorkbook({
    sheets: [
      `<sheetData>${Array.from(
        { length: rows },
        (_, index) =>
          `<row r="${index + 1}"><c r="C${index + 1}"><f t="shared" si="0"${index === 0 ? ` ref="C1:C${rows}">${text}</f>` : "/>"}</c></row>`,
      ).join("")}</sheetData>`,
    ],
  });

const formulasOf = (bytes: Uint8Array): readonly (string | undefined)[] =>
  readWorkbook(bytes, { custom: ["ESG.EVENTS"] }).sheets[0]?.cells.map(({ formula }) => formula) ?? [];

it.each([
  ["A1+$B$1+A$2", ["=A1+$B$1+A$2", "=A2+$B$1+A$2", "=A3+$B$1+A$2"]],
  ["ABS(A1:A9)", ["=ABS(@A1:A9)", "=ABS(@A2:A10)", "=ABS(@A3:A11)"]],
  ["A1:A3", ["=@A1:A3", "=@A2:A4", "=@A3:A5"]],
  [
    "SUM(_xlfn.ANCHORARRAY(A1))+_xldudf_ESG_EVENTS(B1)",
    ["=SUM(A1#)+ESG.EVENTS(B1)", "=SUM(A2#)+ESG.EVENTS(B2)", "=SUM(A3#)+ESG.EVENTS(B3)"],
  ],
  // A field is one word with its cell, which does not move as a word.
  ["_FV(A1,&quot;Price&quot;)", ["=A1.Price", "=A2.Price", "=A3.Price"]],
  // A parameter may look like a cell once its prefix is gone.
  ["_xlfn.LAMBDA(_xlpm.A1,_xlpm.A1+B1)(2)", ["=LAMBDA(A1,A1+B1)(2)", "=LAMBDA(A1,A1+B2)(2)", "=LAMBDA(A1,A1+B3)(2)"]],
  ["A1048576+XFD1", ["=A1048576+XFD1", "=A1+XFD2", "=A2+XFD3"]],
])("cells that share %s have it moved, as it is typed", (text, expected) => {
  expect(formulasOf(shared(text, 3))).toEqual(expected);
});

it("a text that many cells share is translated once", () => {
  const translate = jest.fn((text: string) => `=${text}`);
  const formulas = new SharedFormulas(translate);
  const cellAt = (row: number): FormulaCell => {
    const formula = { text: row === 0 ? "SUM(A1:A9)" : "", kind: "plain" as const, shared: 0 };
    return { row, column: 2, xf: 0, type: "n", start: 0, end: 0, formula };
  };
  const texts = Array.from({ length: 1_000 }, (_, row) => formulas.textOf(cellAt(row)));
  expect(texts.slice(-1)).toEqual(["=SUM(A1000:A1008)"]);
  expect(translate).toHaveBeenCalledTimes(1);
});
