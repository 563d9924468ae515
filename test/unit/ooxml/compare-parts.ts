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

/** Writes a text into a cell of the first sheet below all others, and says what else is different. */
export const afterOneCell = (bytes: Uint8Array, context: WorkbookContext): Comparison => {
  const model = readWorkbook(bytes, context);
  const [first, ...others] = model.sheets;
  if (first === undefined) throw new Error("The file has no sheet.");
  const cell = { row: 5_000, column: 3, value: "new here" };
  const written = writeWorkbook(
    { ...model, sheets: [{ ...first, cells: [...first.cells, cell] }, ...others] },
    context,
    bytes,
  );
  const again = readWorkbook(written, context).sheets[0]?.cells ?? [];
  const [before, after] = [bytes, written].map((file) => {
    const parts = Object.entries(partsOf(file)).filter(([name]) => !mayChange.test(name));
    return Object.fromEntries(parts.map(([name, text]) => [name, name === first.part ? withoutRow(text) : text]));
  });
  const isSame = JSON.stringify(again.slice(0, -1)) === JSON.stringify(first.cells);
  return {
    before: before ?? {},
    after: after ?? {},
    changed: isSame ? again.at(-1)?.value : "other cells have changed",
  };
};

/** A sheet without its declaration, its cells and their extent. Its rows have been compared as they are read. */
const withoutRow = (text: string): string =>
  text
    .replace(/^<\?xml[^>]*>\s*/, "")
    .replace(/<((?:\w+:)?)sheetData\b(?:[^>]*\/>|[^]*<\/\1sheetData>)/, "")
    .replace(/<(?:\w+:)?dimension\b[^>]*\/>/, "")
    .replace(/>\s+</g, "><");
