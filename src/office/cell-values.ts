import { AddinError } from "../error/addin-error";
import { CellError } from "../error/cell-error";
import type { CardValue, CellValue, EntityCell, Matrix } from "../table/matrix";
import { toCustomFunctionsError } from "./cell-error";

type Basic = string | number | boolean;
type ExcelValue = Basic | CustomFunctions.Error | object;

/** The matrix as custom functions hand it over: errors as `CustomFunctions.Error`, cards and formatted numbers as data types. */
export const toExcelMatrix = (matrix: Matrix): ExcelValue[][] => matrix.map((row) => row.map(toExcelValue));

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

const perCell = 1;
const perNumber = 10;
const perErrorOrCard = 120;

/** How many characters of JSON the matrix takes on Excel's pipe, text that is not ASCII counted thrice (UTF-8). */
export const pipeSize = (matrix: Matrix): number => {
  let size = 0;
  for (const row of matrix) for (const cell of row) size += perCell + cellSize(cell);
  return size;
};

const ascii = /^[\x00-\x7f]*$/;

const cellSize = (cell: CellValue): number => {
  if (typeof cell === "string") return 2 + (ascii.test(cell) ? cell.length : 3 * cell.length);
  if (typeof cell === "object")
    return "sections" in cell ? JSON.stringify(cell).length + perErrorOrCard : perErrorOrCard;
  return perNumber;
};
