import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import { type Cell, cellText, wrongArgument } from "./argument";
import type { Kind } from "./parameters";

/** The number of a cell or a text, with a decimal point; NaN for anything else, such as `0x10`. */
const toNumber = (cell: Cell): number =>
  typeof cell !== "boolean" && /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(cellText(cell)) ? Number(cellText(cell)) : NaN;

/**
 * The weights beside the argument or option `list`, one for each of its `count` cells; a blank cell is 0. They need not add up to 1.
 * @throws AddinError `invalid-argument` for a weight that is no number or below 0, where the numbers of cells differ, and where all are 0.
 */
export const readWeights = (
  cells: readonly Cell[],
  count: number,
  name: string,
  list = "entities",
): readonly number[] => {
  const weights = cells.slice(0, count).map((cell) => {
    const weight = cell === undefined ? 0 : toNumber(cell);
    if (!(weight >= 0 && weight < Infinity)) throw wrongArgument(name, t("allowed.weights"), cell);
    return weight;
  });
  // A row of options is as wide as its longest one, so blank cells may follow.
  if (weights.length < count || cells.slice(count).some((cell) => cell !== undefined))
    throw new AddinError(
      "invalid-argument",
      t("formula.sizes", { one: list, oneCount: count, other: name, otherCount: cells.length }),
    );
  if (!Number.isFinite(weights.reduce((sum, weight) => sum + weight, 0)))
    throw wrongArgument(
      name,
      t("allowed.weights"),
      cells.findLast((cell) => cell !== undefined),
    );
  if (!weights.some((weight) => weight > 0)) throw new AddinError("invalid-argument", t("formula.noWeight", { name }));
  return weights;
};

/** Weights as an option: their cells, read with `readWeights` beside the list. */
export const weightCells: Kind<readonly Cell[]> = {
  several: true,
  keepsBlanks: true,
  allowed: () => t("allowed.weights"),
  read: (cells) => cells,
};

/** A list of companies as an option, until its last filled cell: a blank one keeps the place of its weight. */
export const weightedCells: Kind<readonly Cell[]> = {
  ...weightCells,
  allowed: () => t("allowed.text"),
  read: (cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== undefined) + 1),
};

/** A part of a whole, above 0 and up to 1. */
export const share: Kind<number> = {
  several: false,
  one: true,
  allowed: () => t("allowed.share"),
  read: (cells, { name }) => {
    const [cell] = cells;
    const value = cells.length === 1 ? toNumber(cell) : NaN;
    // `0,9` are two values of an option.
    if (!(value > 0 && value <= 1))
      throw wrongArgument(name, t("allowed.share"), cells.length === 1 ? cell : cells.map(cellText).join());
    return value;
  },
};
