import { AddinError } from "../error/addin-error";
import { tell } from "../text/tell";
import type { AnyCall } from "./call";

/** What even a blank cell takes of a result. */
const leastPerCell = 3;

/** Refuses an aligned result that could not be handed over even if it were blank (a whole column as the argument), before any work. */
export const refuseTooTall = (call: AnyCall, cells: number): void => {
  const { maxCharacters, maxCells } = call.host;
  const fit = Math.min(Math.floor(maxCharacters / leastPerCell), maxCells);
  if (cells <= fit) return;
  throw new AddinError("too-large", tell("formula.tooTall", { rows: cells, fit }));
};
