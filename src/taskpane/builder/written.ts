import type { FormulaArgument } from "../../formula/text";

/** Whether a value is a reference or a formula of its own, kept as written: it begins with `=`. */
export const isExpression = (written: string): boolean => written.trim().startsWith("=");

/** A text as a field holds it: one that begins with `=` has an apostrophe before it, as in a cell, so that it is no formula. */
export const asTyped = (text: string): string => (/^\s*'*=/.test(text) ? `'${text}` : text);

/** What was typed into a field, as an argument: `=B1` is a reference, `3` a number where one is meant, all else a text. */
export const toArgument = (written: string, numeric: boolean): FormulaArgument => {
  const text = written.trim();
  if (text === "") return undefined;
  if (isExpression(text)) return { reference: text.slice(1).trim() };
  if (/^'+\s*'*=/.test(text)) return text.slice(1);
  return numeric && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

const literal = /^"(?:[^"]|"")*"$/;

/** An argument of a formula as the field shows it: a text without its quotes, a number, anything else with `=`. */
export const toWritten = (argument: string): string => {
  const text = argument.trim();
  if (text === "" || /^-?\d+(\.\d+)?$/.test(text)) return text;
  return literal.test(text) ? asTyped(text.slice(1, -1).replaceAll('""', '"')) : `=${text}`;
};

const closing: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]", '"': '"', "'": "'" };

/** Follows one character: what it closes, or opens where no quotes are open. */
const nest = (open: string[], letter: string): void => {
  const inside = open.at(-1);
  if (letter === inside) open.pop();
  else if (inside !== '"' && inside !== "'" && closing[letter] !== undefined) open.push(closing[letter]);
};

/** Splits the arguments of a call at commas that stand outside of quotes, parentheses and braces. */
export const splitArguments = (text: string): readonly string[] => {
  const parts: string[] = [];
  const open: string[] = [];
  let part = "";
  for (const letter of text) {
    nest(open, letter);
    if (letter === "," && open.length === 0) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  return part.trim() === "" && parts.length === 0 ? [] : [...parts, part];
};

/** A formula that is one call: the function's name and its arguments as fields show them. */
export interface ReadFormula {
  readonly name: string;
  readonly written: readonly string[];
}

/** Reads `=NAME(…)`; undefined where the formula is more or less than one call. */
export const readFormula = (formula: string): ReadFormula | undefined => {
  const match = /^=\s*(?:_xldudf_)?([A-Z][A-Z0-9_.]*)\(([^]*)\)\s*$/i.exec(formula);
  if (match === null) return undefined;
  const [, name = "", inside = ""] = match;
  const parts = splitArguments(inside);
  return balanced(inside) ? { name: name.toUpperCase(), written: parts.map(toWritten) } : undefined;
};

/** Whether the closing parenthesis at the end belongs to the call: nothing inside closes more than was opened. */
const balanced = (text: string): boolean => {
  let depth = 0;
  for (const letter of text.replaceAll(/"(?:[^"]|"")*"/g, "")) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
};

const reference = /^(?:(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?$/iu;

/** The address an expression consists of; undefined for anything else (names, operators, functions). */
export const addressOf = (written: string): string | undefined => {
  const text = written.trim().replace(/^=/, "").trim();
  return isExpression(written) && reference.test(text) ? text.replaceAll("$", "") : undefined;
};
