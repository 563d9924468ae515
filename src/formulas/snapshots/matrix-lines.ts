import type { YieldToHost } from "../../engine/clock";
import { AddinError, type ErrorCode } from "../../engine/http/addin-error";
import { plainValue } from "../table/answer-records";
import { type OpenFormats, openFormatsOf, rememberOpenFormats } from "../table/dates";
import { CellError, type CellValue, type EntityCell, type Matrix } from "../table/matrix";

/** Rows between two looks at the clock. */
const slice = 256;

/** A value that JSON does not have. One member names its type. */
type StoredCell =
  | string
  | number
  | boolean
  | { readonly number: number; readonly format: string }
  | { readonly cell: string; readonly message: string }
  | { readonly code: ErrorCode; readonly message: string }
  | { readonly text: string; readonly sections: EntityCell["sections"] };

const toStored = (cell: CellValue): StoredCell => {
  if (typeof cell !== "object") return cell;
  if (cell instanceof AddinError) return { code: cell.code, message: cell.message };
  if (cell instanceof CellError) return { cell: cell.excelCode, message: cell.message };
  return cell.kind === "formatted"
    ? { number: cell.value, format: cell.numberFormat }
    : { text: cell.text, sections: cell.sections };
};

const fromStored = (cell: StoredCell): CellValue => {
  if (typeof cell !== "object") return cell;
  if ("number" in cell) return { kind: "formatted", value: cell.number, numberFormat: cell.format };
  if ("cell" in cell) return new CellError(cell.cell, cell.message);
  if ("code" in cell) return new AddinError(cell.code, cell.message);
  return { kind: "entity", text: cell.text, sections: cell.sections };
};

/** A result as lines of JSON: the number formats that it still needs, then its rows. `linesToMatrix` gives the same result again. */
export const matrixToLines = async (matrix: Matrix, yieldToHost: YieldToHost): Promise<readonly string[]> => {
  const lines = [JSON.stringify(openFormatsOf(matrix) ?? null)];
  for (const [place, row] of matrix.entries()) {
    const turn = place % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    lines.push(JSON.stringify(row.map(toStored)));
  }
  return lines;
};

export const linesToMatrix = async (lines: readonly string[], yieldToHost: YieldToHost): Promise<Matrix> => {
  const [first = "null", ...rows] = lines;
  const matrix: CellValue[][] = [];
  for (const [place, row] of rows.entries()) {
    const turn = place % slice === 0 ? yieldToHost() : undefined;
    if (turn !== undefined) await turn;
    matrix.push((JSON.parse(row) as StoredCell[]).map(fromStored));
  }
  const formats = JSON.parse(first) as OpenFormats | null;
  if (formats !== null)
    rememberOpenFormats(matrix, { ...formats, formats: formats.formats.map((format) => format ?? undefined) });
  return matrix;
};

/**
 * The values of a result as one text, for a hash that two people compare: without number formats, which depend on the host, and with errors
 * by their code, because their sentences depend on the language.
 */
export const comparableText = (matrix: Matrix): string =>
  matrix
    .map((row) =>
      JSON.stringify(row.map((cell) => (cell instanceof AddinError ? { code: cell.code } : plainValue(cell)))),
    )
    .join("\n");
