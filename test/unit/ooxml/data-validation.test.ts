import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { DataValidation } from "../../../src/ooxml/data-validation";
import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook } from "../../../src/ooxml/read-workbook";
import { listUnshown } from "../../../src/ooxml/unshown";
import type { SheetModel, WorkbookModel } from "../../../src/ooxml/workbook-model";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";
import { anyDataValidations } from "./any-data-validation";
import { partsOf } from "./compare-parts";

const context = { custom: [] };
const part = "xl/worksheets/sheet1.xml";

const sheet = (dataValidations: readonly DataValidation[]): SheetModel => ({
  name: "Sheet1",
  cells: [],
  columns: [],
  rows: [],
  merged: [],
  tables: [],
  dataValidations,
  frozenRows: 0,
  frozenColumns: 0,
  protected: false,
  defaultWidth: 88,
  defaultHeight: 22,
});

const workbook = (list: readonly DataValidation[]): WorkbookModel => ({
  sheets: [sheet(list)],
  names: [],
  active: 0,
  dates1904: false,
  settings: {},
});

const listOf = (bytes: Uint8Array): readonly DataValidation[] =>
  readWorkbook(bytes, context).sheets[0]?.dataValidations ?? [];

const withoutIds = (list: readonly DataValidation[]): unknown[] => list.map((one) => ({ ...one, id: "" }));

/** The file with other data validation on its first sheet. */
const change = (
  bytes: Uint8Array,
  next: (list: readonly DataValidation[]) => readonly DataValidation[],
): Uint8Array => {
  const model = readWorkbook(bytes, context);
  const [first, ...others] = model.sheets;
  if (first === undefined) throw new Error("The file has no sheet.");
  const dataValidations = next(first.dataValidations ?? []);
  return writeWorkbook({ ...model, sheets: [{ ...first, dataValidations }, ...others] }, context, bytes);
};

/** A file whose first sheet has this XML after its cells, as Excel writes it. */
const fileWith = (xml: string): Uint8Array => {
  const parts = OoxmlPackage.read(writeWorkbook(workbook([]), context));
  parts.set(part, parts.text(part).replace("</worksheet>", `${xml}</worksheet>`));
  return parts.write();
};

const rule = (attributes: string, formulas = ""): string =>
  `<dataValidation ${attributes}>${formulas}</dataValidation>`;
const list = (...rules: string[]): string =>
  `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>`;

const numbers = rule(
  'type="whole" allowBlank="1" showInputMessage="1" showErrorMessage="1" errorTitle="No" error="Only 1 to 9" xr:uid="{1}" sqref="B2:B9 D2"',
  "<formula1>1</formula1><formula2>9</formula2>",
);
const extension = (...rules: string[]): string =>
  `<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" xmlns:x14="urn:x14"><x14:dataValidations count="${rules.length}" xmlns:xm="urn:xm">${rules.join("")}</x14:dataValidations></ext><ext uri="{other}"/></extLst>`;
const elsewhere = (source: string, ranges: string): string =>
  `<x14:dataValidation type="list" allowBlank="1" showErrorMessage="1" xr:uid="{2}"><x14:formula1><xm:f>${source}</xm:f></x14:formula1><xm:sqref>${ranges}</xm:sqref></x14:dataValidation>`;

const listRule: DataValidation = {
  id: "mine",
  ranges: ["F1:F9"],
  type: "list",
  formulas: ['"low,high"'],
  ignoreBlanks: true,
  alert: { shown: true, style: "stop", title: "", message: "" },
  prompt: { shown: true, title: "", message: "" },
};

describe("data validation in a file", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(anyDataValidations, (given) => {
        expect(withoutIds(listOf(writeWorkbook(workbook(given), context)))).toEqual(withoutIds(given));
      }),
      { numRuns: 300 },
    );
  });

  it("is written byte for byte if nobody changed it, whatever it is", () => {
    fc.assert(
      fc.property(anyDataValidations, (given) => {
        const bytes = writeWorkbook(workbook(given), context);
        expect(partsOf(change(bytes, (same) => [...same]))).toEqual(partsOf(bytes));
      }),
      { numRuns: 60 },
    );
  });

  it("is what openpyxl wrote", () => {
    const bytes = new Uint8Array(readFileSync(path.join(__dirname, "files/openpyxl-rules.xlsx")));
    expect(listUnshown(bytes)[0]?.features).not.toContain("data validation");
    expect(listOf(bytes)).toMatchObject([{ type: "list", formulas: [expect.stringContaining(",")] }]);
  });

  it("keeps its text while another one changes, also what is not shown of it", () => {
    const bytes = fileWith(list(numbers));
    expect(listOf(bytes)).toMatchObject([
      { ranges: ["B2:B9", "D2"], type: "whole", operator: "between", formulas: ["1", "9"], alert: { title: "No" } },
    ]);
    const after = partsOf(change(bytes, (given) => [...given, listRule]))[part];
    expect(after).toContain(
      `${numbers}<dataValidation type="list" allowBlank="1" showInputMessage="1" showErrorMessage="1" sqref="F1:F9"><formula1>"low,high"</formula1></dataValidation></dataValidations>`,
    );
    const moved = partsOf(change(bytes, ([first]) => (first === undefined ? [] : [{ ...first, ranges: ["B3:B9"] }])));
    expect(moved[part]).toContain('xr:uid="{1}"');
    expect(moved[part]).toContain('sqref="B3:B9"');
  });

  it("stays where the workbench cannot show it: in other workbooks, or lists that differ by cell", () => {
    const other = rule('type="list" sqref="A1"', "<formula1>[1]Sheet1!$A$1:$A$3</formula1>");
    const relative = rule('type="list" sqref="A1:A9"', "<formula1>B1:D1</formula1>");
    const bytes = fileWith(list(other, relative, numbers));
    expect(listOf(bytes)).toHaveLength(1);
    expect(listUnshown(bytes)[0]?.features).toEqual(["data validation"]);
    const after = partsOf(change(bytes, () => []))[part];
    expect(after).toContain(list(other, relative));
  });

  it("is read from the extensions that Excel writes for lists of other sheets, and leaves them when it changes", () => {
    const bytes = fileWith(
      list(numbers) + extension(elsewhere("Data!$A$1:$A$3", "F2:F9"), elsewhere("Data!$B$1:$B$3", "G2")),
    );
    const [, first, second] = listOf(bytes);
    expect([first, second]).toMatchObject([
      { ranges: ["F2:F9"], type: "list", formulas: ["Data!$A$1:$A$3"] },
      { ranges: ["G2"], formulas: ["Data!$B$1:$B$3"] },
    ]);
    expect(listUnshown(bytes)[0]?.features).toEqual([]);
    const moved = partsOf(
      change(bytes, (given) => given.map((one) => (one.id === first?.id ? { ...one, ranges: ["F3:F9"] } : one))),
    );
    expect(moved[part]).toContain(extension(elsewhere("Data!$B$1:$B$3", "G2")));
    expect(moved[part]).toContain(
      'sqref="F3:F9"><formula1>Data!$A$1:$A$3</formula1></dataValidation></dataValidations>',
    );
    const gone = partsOf(change(bytes, () => []))[part];
    expect(gone).not.toContain("dataValidation");
    expect(gone).toContain('<extLst><ext uri="{other}"/></extLst>');
  });

  it("is not what a comment in the extensions looks like", () => {
    const comment = `<!--${elsewhere("Data!$A$1:$A$3", "A1")}-->`;
    const bytes = fileWith(list(numbers) + extension(comment, elsewhere("Data!$B$1:$B$3", "G2")));
    expect(listOf(bytes).map(({ ranges }) => ranges)).toEqual([["B2:B9", "D2"], ["G2"]]);
  });

  it("is too much for a sheet beyond 2,000, and stays as it is", () => {
    const bytes = fileWith(list(...Array.from({ length: 2_001 }, (_, row) => rule(`sqref="A${row + 1}"`))));
    expect(readWorkbook(bytes, context).sheets[0]?.dataValidations).toBeUndefined();
    expect(listUnshown(bytes)[0]?.features).toEqual(["data validation"]);
    expect(partsOf(change(bytes, () => []))).toEqual(partsOf(bytes));
  });
});
