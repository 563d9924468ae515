import { tell } from "../text/tell";
import { type Cell, textOf, wrong } from "./argument";
import type { Kind } from "./kind";

/** The goals as documents carry them: `SDG:1` to `SDG:17`. */
export const goals: readonly string[] = Array.from({ length: 17 }, (_, index) => `SDG:${index + 1}`);

/** The goal a cell means: 7, "7" or "SDG:7". */
export const goalOf = (cell: Cell, name: string): string => {
  const written = textOf(cell).toUpperCase().replaceAll(" ", "");
  const goal = goals.find((candidate) => candidate === written || candidate === `SDG:${written}`);
  if (goal === undefined) throw wrong(name, tell("allowed.goal"), cell);
  return goal;
};

/** Several goals. */
export const goalsKind: Kind<readonly string[]> = {
  values: goals,
  several: true,
  allowed: () => tell("allowed.goal"),
  read: (cells, scope) => [...new Set(cells.map((cell) => goalOf(cell, scope.name)))],
};
