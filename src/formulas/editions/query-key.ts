import { type Cell, parseArgument } from "../arguments/argument";
import { readOptions } from "../arguments/options";
import type { FormulaInput } from "../table/formula-result";
import { plainValue } from "../table/matrix";
import type { CellValue } from "../table/matrix";

/** Options that say when a formula is answered or where from, and change no value. */
const withoutEffectOnRows: ReadonlySet<string> = new Set(["asof", "asof_within", "cache", "onerror", "source"]);

/**
 * What a formula asks as one text: two formulas with the same text ask the same. Blank arguments, the order of options, and the options that
 * say nothing of the rows make no difference. Relative dates stay as they are written, so they mean the day of the answer.
 */
export const queryText = (input: FormulaInput): string => {
  const { function: name, values, parameters, optionKeys, isDay, universe, timeZone = "UTC" } = input;
  const texts = values
    .slice(0, parameters)
    .map((value, place) => plainArgument(value, isDay(place) ? plainDay : plainArgumentCell));
  while (texts.at(-1) === null) texts.pop();
  const options = [...readOptions(parseArgument(values[parameters]), optionKeys())]
    // A row of options is as wide as its longest one.
    .map(([key, cells]) => [key, withoutLastBlanks(cells)] as const)
    .filter(([key, cells]) => !withoutEffectOnRows.has(key) && cells.length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([name, texts, options, universe ?? null, ...(timeZone === "UTC" ? [] : [timeZone])]);
};

const withoutLastBlanks = (cells: readonly Cell[]): readonly Cell[] => {
  const shorter = [...cells];
  while (shorter.length > 0 && shorter.at(-1) === undefined) shorter.pop();
  return shorter;
};

/** The argument as JSON takes it. A range of one cell is that cell, and blank cells are null. */
const plainArgument = (value: unknown, plainCell: (cell: unknown) => unknown): unknown => {
  if (!Array.isArray(value)) return plainCell(value);
  const rows = (value as readonly unknown[]).map((row) => (Array.isArray(row) ? row.map(plainCell) : [plainCell(row)]));
  return rows.length === 1 && rows[0]?.length === 1 ? (rows[0][0] ?? null) : rows;
};

/** 0 is no value of any argument. A data type is its id, its text or its basic value, and a cell error its code. */
const plainArgumentCell = (value: unknown): unknown => {
  if (value instanceof Error) return { error: plainValue(value as CellValue) };
  return parseArgument(value).rows[0]?.[0] ?? null;
};

/** NOW() asks the same all day long. */
const plainDay = (value: unknown): unknown => {
  const cell = plainArgumentCell(value);
  return typeof cell === "number" ? Math.floor(cell) : cell;
};
