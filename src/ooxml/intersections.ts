import { reducingFunctions, scalarFunctions } from "./file-functions";
import { type Token, tokenize } from "./formula-tokens";

/** Functions that may return one of their ranges, or read it whole, as an argument. */
const passingFunctions = new Set(["IF", "IFERROR", "IFNA", "N"]);
const scalarOperators = new Set(["+", "-", "*", "/", "^", "&", "=", "<", ">", "%"]);

const isToken = (token: Token | undefined, ...texts: readonly string[]): boolean =>
  token?.kind === "operator" && texts.includes(token.text);

/** A call around a token, or parentheses without a function. */
interface Frame {
  /** In capitals; empty for parentheses. */
  readonly name: string;
  /** Whether Excel calculates its arguments cell by cell, as far as is known. */
  readonly isScalar: boolean;
}

/**
 * The formula of a plain cell as Excel shows it since it has dynamic arrays: `ABS(A1:A3)` becomes `ABS(@A1:A3)`, because in such a cell a range
 * means its cell in the same row or column. Only where that is sure: within functions that are known not to read arrays.
 */
export const withIntersections = (formula: string): string => {
  if (!formula.includes(":")) return formula;
  const tokens = tokenize(formula);
  const significant = tokens.filter(({ kind }) => kind !== "space");
  const frames: Frame[] = [];
  const marked = new Set<Token>();
  significant.forEach((token, index) => {
    const before = significant[index - 1];
    if (isToken(token, "("))
      frames.push(openFrame(before?.kind === "function" ? before.text.toUpperCase() : "", frames.at(-1)));
    else if (isToken(token, "{")) frames.push({ name: "", isScalar: false });
    else if (isToken(token, ")", "}")) frames.pop();
    const length = rangeLength(significant, index);
    if (length === 0 || isToken(before, ":", "@") || frames.at(-1)?.isScalar === false) return;
    if (means(before, significant[index + length], frames.at(-1)?.name ?? "")) marked.add(token);
  });
  return tokens.map((token) => (marked.has(token) ? `@${token.text}` : token.text)).join("");
};

const openFrame = (name: string, outer: Frame | undefined): Frame => {
  const isKnown = name === "" || scalarFunctions.has(name) || reducingFunctions.has(name);
  return { name, isScalar: isKnown && outer?.isScalar !== false };
};

/** How many tokens the range at an index has; 0 if there is none. */
const rangeLength = (tokens: readonly Token[], index: number): number => {
  const token = tokens[index];
  if (token?.kind !== "reference") return 0;
  if (token.text.slice(token.text.lastIndexOf("!") + 1).includes(":")) return 1;
  return isToken(tokens[index + 1], ":") && tokens[index + 2]?.kind === "reference" ? 3 : 0;
};

/** Whether a range between these tokens, within a call of the function `name`, means one of its cells. */
const means = (before: Token | undefined, after: Token | undefined, name: string): boolean => {
  if (isToken(after, "#", ":") || after?.kind === "bracket") return false;
  if (
    (before !== undefined && scalarOperators.has(before.text)) ||
    (after !== undefined && scalarOperators.has(after.text))
  )
    return true;
  const isArgument = (isToken(before, "(") || isToken(before, ",")) && (isToken(after, ")") || isToken(after, ","));
  return isArgument && scalarFunctions.has(name) && !reducingFunctions.has(name) && !passingFunctions.has(name);
};

/** A formula without `@` before references: in a plain cell a range means the same. */
export const withoutIntersections = (formula: string): string => {
  if (!formula.includes("@")) return formula;
  const tokens = tokenize(formula);
  return tokens
    .filter((token, index) => !(isToken(token, "@") && tokens[index + 1]?.kind === "reference"))
    .map(({ text }) => text)
    .join("");
};
