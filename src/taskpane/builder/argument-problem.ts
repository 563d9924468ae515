import type { FunctionDefinition } from "../../formula/definition";
import { isExpression, toArgument } from "./written";

/** What is wrong with the argument at a place, as the function itself says it; of a reference only Excel knows the value. */
export const problemOf = (
  definition: FunctionDefinition,
  [place, written]: readonly [number, string],
  now: number,
): string | undefined => {
  const control = definition.parameters[place]?.control;
  if (written.trim() === "" || isExpression(written) || control === "cell") return undefined;
  return definition.check([place, toArgument(written, control === "number" || control === "limit")], now);
};
