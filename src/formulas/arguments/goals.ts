import { t } from "../../i18n/t";
import { type Cell, cellText, wrongArgument } from "./argument";
import type { Kind } from "./parameters";

/** The goals as the service writes them: `SDG:1` to `SDG:17`. */
export const goals: readonly string[] = Array.from({ length: 17 }, (_, index) => `SDG:${index + 1}`);

/**
 * The goal that a cell means: 7, "7", "SDG:7" or "SDG 7".
 * @throws AddinError `invalid-argument`.
 */
export const readGoal = (cell: Cell, name: string): string => {
  const number = /^(?:SDG[: ]*)?(\d+)$/i.exec(cellText(cell))?.[1];
  const goal = goals.find((candidate) => candidate === `SDG:${number}`);
  if (goal === undefined) throw wrongArgument(name, t("allowed.goal"), cell);
  return goal;
};

/** Several goals. */
export const goalsKind: Kind<readonly string[]> = {
  values: goals,
  several: true,
  allowed: () => t("allowed.goal"),
  read: (cells, scope) => [...new Set(cells.map((cell) => readGoal(cell, scope.name)))],
};
