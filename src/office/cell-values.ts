import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import type { CardValue, CellValue, EntityCell, Matrix } from "../table/matrix";
import { cellSize, notedSize } from "../table/cell-size";
import { toCustomFunctionsError } from "./cell-error";

type Basic = string | number | boolean;
type ExcelValue = Basic | CustomFunctions.Error | object;

/** The matrix as custom functions hand it over: errors as `CustomFunctions.Error`, cards and formatted numbers as data types. */
export const toExcelMatrix = (matrix: Matrix): readonly (readonly ExcelValue[])[] => matrix.map(toExcelRow);

/** Most rows hold plain values and are handed over as they are. */
const toExcelRow = (row: readonly CellValue[]): readonly ExcelValue[] =>
  row.some((cell) => typeof cell === "object") ? row.map(toExcelValue) : row;

const toExcelValue = (cell: CellValue): ExcelValue => {
  if (typeof cell !== "object") return cell;
  if (cell instanceof AddinError || cell instanceof CellError) return toCustomFunctionsError(cell);
  if (cell.kind === "entity") return toEntity(cell);
  return { type: "FormattedNumber", basicValue: cell.value, numberFormat: cell.numberFormat };
};

/** An entity value with a card; "Use cards with entity value data types" of the Office documentation. */
const toEntity = (cell: EntityCell): object => {
  const labelled = Object.values(cell.sections).flatMap((section) => Object.entries(section));
  return {
    type: "Entity",
    text: cell.text,
    properties: Object.fromEntries(labelled.map(([label, value]) => [label, toDataType(value)])),
    layouts: {
      card: {
        title: { property: labelled[0]?.[0] ?? "" },
        sections: Object.entries(cell.sections).map(([title, section]) => ({
          layout: "List",
          title,
          properties: Object.keys(section),
        })),
      },
    },
  };
};

const toDataType = (value: CardValue): object => {
  if (typeof value === "object") return { type: "Array", elements: [value.map(toDataType)] };
  if (typeof value === "number") return { type: "Double", basicValue: value };
  if (typeof value === "boolean") return { type: "Boolean", basicValue: value };
  return { type: "String", basicValue: value };
};

/** What Excel's runtime puts around each result: its number, whether it failed, how long it took. */
const perResult = 60;

/** How many bytes of JSON the matrix takes on Excel's pipe, never less than it really takes. */
export const pipeSize = (matrix: Matrix): number => {
  const brackets = 3 * matrix.length;
  const cells = notedSize(matrix);
  if (cells !== undefined) return perResult + brackets + cells;
  let size = perResult + brackets;
  for (const row of matrix) for (const cell of row) size += isCard(cell) ? jsonSize(toEntity(cell)) : cellSize(cell);
  return size;
};

const isCard = (cell: CellValue): cell is EntityCell => typeof cell === "object" && "sections" in cell;
const jsonSize = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length + 1;
