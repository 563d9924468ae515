import { OoxmlPackage } from "../../../src/ooxml/package";
import { readWorkbook, type WorkbookContext } from "../../../src/ooxml/read-workbook";
import { writeWorkbook } from "../../../src/ooxml/write-workbook";

/** The content of each part, without the directory of parts. */
export const partsOf = (bytes: Uint8Array): Record<string, string> => {
  const parts = OoxmlPackage.read(bytes);
  return Object.fromEntries(parts.names.map((name) => [name, Buffer.from(parts.bytes(name)).toString("latin1")]));
};

/** What has to change with a cell: its part, the texts of all cells, and the lists of parts. */
const mayChange = /^(\[Content_Types\]\.xml|.*\/_rels\/.*|.*sharedStrings\.xml|.*texts\.xml|.*calcChain\.xml)$/;

export interface Comparison {
  /** Parts that may not change, and what surrounds the cells of the changed sheet. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  /** The changed cell as it is read again. */
  readonly changed: unknown;
}

/** The cell that tests of lossless writing change: below all others. */
export const changedCell = { row: 900, column: 3, value: "new here" };

/** Writes a text into a cell of the first sheet below all others, and says what else is different. */
export const afterOneCell = (bytes: Uint8Array, context: WorkbookContext): Comparison => {
  const model = readWorkbook(bytes, context);
  const [first, ...others] = model.sheets;
  if (first === undefined) throw new Error("The file has no sheet.");
  const sheets = [{ ...first, cells: [...first.cells, changedCell] }, ...others];
  return compareButOneCell(bytes, writeWorkbook({ ...model, sheets }, context, bytes), context);
};

/** Compares a file with what was written after a change of that cell of the first sheet. */
export const compareButOneCell = (bytes: Uint8Array, written: Uint8Array, context: WorkbookContext): Comparison => {
  const [first, again] = [bytes, written].map((file) => readWorkbook(file, context).sheets[0]);
  const [before, after] = [bytes, written].map((file) => {
    const parts = Object.entries(partsOf(file)).filter(([name]) => !mayChange.test(name));
    return Object.fromEntries(parts.map(([name, text]) => [name, name === first?.part ? withoutRow(text) : text]));
  });
  const isSame = JSON.stringify(again?.cells.slice(0, -1)) === JSON.stringify(first?.cells);
  return {
    before: before ?? {},
    after: after ?? {},
    changed: isSame ? again?.cells.at(-1)?.value : "other cells have changed",
  };
};

/** A sheet without its declaration, its cells and their extent. Its rows have been compared as they are read. */
const withoutRow = (text: string): string =>
  text
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(/<((?:\w+:)?)sheetData\b(?:[^>]*\/>|[^]*<\/\1sheetData>)/, "")
    .replace(/<(?:\w+:)?dimension\b[^>]*\/>/, "")
    .replace(/>\s+</g, "><");
