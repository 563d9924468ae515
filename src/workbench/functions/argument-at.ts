/** The argument in which the caret stands while a formula is typed. */
export interface ArgumentAt {
  readonly functionName: string;
  /** Which argument, from 0. */
  readonly index: number;
  /** Where in the formula it begins. */
  readonly start: number;
  /** What of it stands before the caret. */
  readonly typed: string;
}

interface Bracket {
  /** The function's name; empty for brackets and arrays that are no call. */
  readonly functionName: string;
  index: number;
  start: number;
}

/** Reads a formula from its beginning to the caret: which call is open there, at which argument, and what of that is typed. */
export const argumentAt = (formula: string, caret: number): ArgumentAt | undefined => {
  if (!formula.startsWith("=")) return undefined;
  const open = openBrackets(formula, caret);
  const last = open.at(-1);
  if (last === undefined || last.functionName === "") return undefined;
  return { ...last, typed: formula.slice(last.start, caret) };
};

const openBrackets = (formula: string, caret: number): readonly Bracket[] => {
  const open: Bracket[] = [];
  let quote: string | undefined;
  for (let at = 1; at < caret; at += 1) {
    const sign = formula.charAt(at);
    // A doubled quote ends a text and begins the next, which comes to the same.
    if (quote !== undefined) quote = sign === quote ? undefined : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === "(" || sign === "{")
      open.push({ functionName: sign === "(" ? nameBefore(formula, at) : "", index: 0, start: at + 1 });
    else if (sign === ")" || sign === "}") open.pop();
    else if (sign === ",") next(open.at(-1), at);
  }
  return open;
};

const nameBefore = (formula: string, at: number): string =>
  /[\p{L}_][\p{L}\p{N}_.]*$/u.exec(formula.slice(0, at))?.[0] ?? "";

const next = (bracket: Bracket | undefined, at: number): void => {
  if (bracket === undefined) return;
  bracket.index += 1;
  bracket.start = at + 1;
};
