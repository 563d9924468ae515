import { CellValueType } from "@univerjs/core";
import { type Area, cellKey } from "./addresses";
import { type DrawnCell, interceptDrawnCells, textWidth } from "./private-hooks";

/** Digits after the decimal point of a power of ten; Excel shows up to five in a column of usual width. */
const mostPowerDigits = 5;

/**
 * Shows `####` for a number, date or truth value that does not fit into its column, as Excel does, because a number that
 * is cut reads as another number. A number without a format is first rounded to what fits. Texts stay as they are.
 * Affects all sheets: call this once, before Univer starts.
 */
export const hashNarrowNumbers = (): void => {
  interceptDrawnCells((cell) => {
    const text = fittingNumber(cell);
    const key = cellId(cell);
    if (text === undefined) narrowCells.delete(key);
    else narrowCells.add(key);
    return text;
  });
};

/** The cells that were last drawn with another text than their value's. */
const narrowCells = new Set<string>();

const cellId = ({ unitId, sheetId, row, column }: Pick<DrawnCell, "unitId" | "sheetId" | "row" | "column">): string =>
  cellKey({ unitId, sheetId, row, column });

/** The parts of the open workbook that the whole text of a cell needs. */
interface ShownTexts {
  readonly unitId: string;
  readonly text: (area: Area) => readonly (readonly string[])[];
}

/** The text of a cell whose number is rounded or hidden on the screen, because its column is too narrow. */
export const hiddenNumber = (book: ShownTexts, sheetId: string, row: number, column: number): string | undefined => {
  if (!narrowCells.has(cellId({ unitId: book.unitId, sheetId, row, column }))) return undefined;
  const cell: Area = { sheetId, startRow: row, endRow: row, startColumn: column, endColumn: column };
  return book.text(cell)[0]?.[0];
};

/** What to draw instead of a number that does not fit; undefined if it fits or is no number. */
const fittingNumber = ({ value, type, text, font, width }: DrawnCell): string | undefined => {
  const isNumber = type === CellValueType.NUMBER || (type === undefined && typeof value === "number");
  if (!isNumber && type !== CellValueType.BOOLEAN) return undefined;
  return fitNumber(isNumber && typeof value === "number" ? value : undefined, text, {
    width,
    measure: (content) => textWidth(content, font),
  });
};

interface TextRoom {
  /** Pixels, as `measure` returns them. */
  readonly width: number;
  readonly measure: (text: string) => number;
}

/**
 * The text for a number in a narrow column; undefined if its own text fits. A number without a format (`unformatted`) is
 * rounded or written as a power of ten, whichever is closer.
 */
export const fitNumber = (
  unformatted: number | undefined,
  text: string,
  { width, measure }: TextRoom,
): string | undefined => {
  const fits = (candidate: string): boolean => measure(candidate) <= width;
  if (fits(text)) return undefined;
  if (unformatted !== undefined) {
    const shorter = [roundedTexts(unformatted).find(fits), powerTexts(unformatted).find(fits)].filter(
      (candidate) => candidate !== undefined,
    );
    const distance = (candidate: string): number => Math.abs(Number(candidate) - unformatted);
    const [closest] = shorter.toSorted((one, other) => distance(one) - distance(other));
    if (closest !== undefined) return closest;
  }
  return "#".repeat(Math.max(1, Math.floor(width / measure("#"))));
};

/** From the most exact on. None shows 0 for another number. */
const roundedTexts = (value: number): string[] => {
  const [, decimals = ""] = String(value).split(".");
  if (decimals === "" || decimals.includes("e")) return [];
  return Array.from({ length: decimals.length }, (_, index) => Number(value.toFixed(decimals.length - 1 - index)))
    .filter((rounded) => rounded !== 0)
    .map(String);
};

/** From the most exact on. */
const powerTexts = (value: number): string[] =>
  Array.from({ length: mostPowerDigits + 1 }, (_, index) => {
    const [factor = "", power = ""] = value.toExponential(mostPowerDigits - index).split("e");
    const sign = power.startsWith("-") ? "-" : "+";
    return `${Number(factor)}E${sign}${power.replace(/^[+-]/, "").padStart(2, "0")}`;
  });
