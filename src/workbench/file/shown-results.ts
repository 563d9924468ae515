import { isObject } from "../../facts/json";
import { countCells, parseLocalAddress } from "../../facts/addresses";
import type { CellValue } from "../../ooxml/workbook-model";

/** What the formulas of a sheet showed when it was saved. */
export interface ShownResults {
  /** By address. Spilled cells are included. */
  readonly values: Readonly<Record<string, CellValue>>;
  /** The filled ranges by the address of the formula. */
  readonly spills?: Readonly<Record<string, string>>;
}

const isValue = (value: unknown): boolean => {
  const content = isObject(value) ? value["error"] : value;
  return ["string", "number", "boolean"].includes(typeof content);
};

/** The cells of an area that is on a sheet; undefined for anything else. */
const countAddressCells = (address: unknown): number | undefined => {
  const area = typeof address === "string" ? parseLocalAddress(address) : undefined;
  if (area === undefined || area.sheet !== undefined) return undefined;
  return countCells(area);
};

/** What is wrong with results, as the end of "must be …"; undefined if they can be shown. */
export const checkShownResults = (results: unknown): string | undefined => {
  const { values, spills = {} } = isObject(results) ? results : {};
  if (!isObject(values) || !isObject(spills)) return 'an object with the objects "values" and "spills"';
  for (const [address, value] of Object.entries(values))
    if (countAddressCells(address) !== 1 || !isValue(value))
      return "texts, numbers, truth values and errors of single cells";
  for (const [address, spill] of Object.entries(spills))
    if (countAddressCells(spill) === undefined || firstCellName(spill) !== firstCellName(address))
      return "ranges that begin at their formula";
  return undefined;
};

const firstCellName = (address: unknown): string => {
  const { startRow, startColumn } = parseLocalAddress(String(address)) ?? {};
  return `${String(startRow)},${String(startColumn)}`;
};

/** How many results there are, and how many cells they fill. */
export const sizeOfResults = ({ values, spills = {} }: ShownResults): { results: number; spilledCells: number } => ({
  results: Object.keys(values).length,
  spilledCells: Object.values(spills).reduce((sum, spill) => sum + (countAddressCells(spill) ?? 0), 0),
});
