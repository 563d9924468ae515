import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import { type Cell, cellText, wrongArgument } from "./argument";
import type { Kind } from "./parameters";

/**
 * The weights beside a list, one for each of its `count` cells; a blank cell is 0. They need not add up to 1.
 * @throws AddinError `invalid-argument` for a weight that is no number or below 0, where the numbers of cells differ, and where all are 0.
 */
export const readWeights = (cells: readonly Cell[], count: number, name: string): readonly number[] => {
  const weights = cells.slice(0, count).map((cell) => {
    const weight = cell === undefined ? 0 : typeof cell === "boolean" ? NaN : Number(cellText(cell));
    if (!(weight >= 0 && weight < Infinity)) throw wrongArgument(name, t("allowed.weights"), cell);
    return weight;
  });
  // A row of options is as wide as its longest one, so blank cells may follow.
  if (weights.length < count || cells.slice(count).some((cell) => cell !== undefined))
    throw new AddinError(
      "invalid-argument",
      t("formula.sizes", { one: "entities", oneCount: count, other: name, otherCount: cells.length }),
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

/** A part of a whole, above 0 and up to 1. */
export const share: Kind<number> = {
  several: false,
  one: true,
  allowed: () => t("allowed.share"),
  read: ([cell, second], { name }) => {
    const value = typeof cell === "boolean" ? NaN : Number(cellText(cell));
    if (second !== undefined || !(value > 0 && value <= 1))
      throw wrongArgument(name, t("allowed.share"), second ?? cell);
    return value;
  },
};
