import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { CellContent, WriteOptions } from "./workbook-door";
import { rangeAt } from "./addresses";
import { runExcel } from "./run-excel";
import { writtenText } from "./written-text";

type Rows = readonly (readonly CellContent[])[];

/** Excel on the web takes 5 MB a sync; a chunk leaves room for number formats and the envelope. */
const chunkCharacters = 1_500_000;

/** Writes a block in chunks, one step of undo; what was written is cleared again when it is aborted or fails. Answers the address. */
export const writeValues = (target: string, matrix: Rows, options: WriteOptions = {}): Promise<string> =>
  runExcel(
    async (context) => {
      const whole = rangeAt(context, target)
        .getCell(0, 0)
        .getResizedRange(matrix.length - 1, (matrix[0]?.length ?? 1) - 1)
        .load({ address: true });
      setFormats(whole, options.numberFormats ?? []);
      try {
        await writeChunks(context, { whole, matrix, options });
        if (options.fit === true) whole.format.autofitColumns();
      } catch (error) {
        whole.clear(Excel.ClearApplyTo.contents);
        await context.sync();
        throw error;
      }
      return whole.address;
    },
    { mergeUndoGroup: true },
  );

interface Block {
  readonly whole: Excel.Range;
  readonly matrix: Rows;
  readonly options: WriteOptions;
}

const writeChunks = async (context: Excel.RequestContext, { whole, matrix, options }: Block): Promise<void> => {
  for (let start = 0; start < matrix.length;) {
    if (options.signal?.aborted === true) throw new AddinError("interrupted", say("office.writingStopped"));
    const end = chunkEnd(matrix, start);
    const rows = matrix.slice(start, end);
    const width = (rows[0]?.length ?? 1) - 1;
    whole.getCell(start, 0).getResizedRange(rows.length - 1, width).values = rows.map((row) => row.map(writtenText));
    await context.sync();
    start = end;
    options.progress?.(end);
  }
};

const chunkEnd = (matrix: Rows, start: number): number => {
  let characters = 0;
  let end = start;
  for (; end < matrix.length; end += 1) {
    for (const cell of matrix[end] ?? []) characters += typeof cell === "string" ? 3 * cell.length + 3 : 12;
    if (characters > chunkCharacters && end > start) break;
  }
  return end;
};

const setFormats = (whole: Excel.Range, formats: readonly (string | undefined)[]): void => {
  formats.forEach((format, column) => {
    if (format !== undefined) whole.getColumn(column).numberFormat = [[format]];
  });
};
