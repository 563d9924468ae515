import { parseAddress } from "../../../../facts/addresses";
import type { FormulaArgument } from "../../../../formulas/define/formula-text";

/** Whether an input is a reference or an expression, which begins with `=`. */
export const isExpression = (input: string): boolean => input.trim().startsWith("=");

/** A text as input. Text that begins with `=` gets an apostrophe, as in a cell, so that it is no expression. */
export const asTyped = (text: string): string => (/^\s*'*=/.test(text) ? `'${text}` : text);

/** The input as an argument: `=B1` is a reference, `3` is a number where `numeric`, everything else is text. */
export const toArgument = (input: string, numeric: boolean): FormulaArgument => {
  const text = input.trim();
  if (text === "") return undefined;
  if (isExpression(text)) return { reference: text.slice(1).trim() };
  if (/^'+\s*'*=/.test(text)) return text.slice(1);
  return numeric && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

/** The texts of an array constant, such as `={"A";"B"}`; undefined for any other input. */
export const textsOfConstant = (input: string): readonly string[] | undefined => {
  if (!/^=\s*\{\s*"(?:[^"]|"")*"(?:\s*;\s*"(?:[^"]|"")*")*\s*\}$/.test(input.trim())) return undefined;
  return Array.from(input.matchAll(/"((?:[^"]|"")*)"/g), ([, text = ""]) => text.replaceAll('""', '"'));
};

/** The input for several texts: one as it is, more as an array constant, which needs no cells. */
export const arrayConstant = (texts: readonly string[]): string =>
  texts.length < 2 ? asTyped(texts[0] ?? "") : `={${texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(";")}}`;

const literal = /^"(?:[^"]|"")*"$/;

/** The input for an argument of a formula: text without quotes, a number, everything else behind `=`. */
export const toInput = (argument: string): string => {
  const text = argument.trim();
  if (text === "" || /^-?\d+(\.\d+)?$/.test(text)) return text;
  return literal.test(text) ? asTyped(text.slice(1, -1).replaceAll('""', '"')) : `=${text}`;
};

const closing: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]", '"': '"', "'": "'" };

/** Updates the stack of open brackets and quotes with one character. Brackets inside quotes are ignored. */
const nest = (open: string[], letter: string): void => {
  const inside = open.at(-1);
  if (letter === inside) open.pop();
  else if (inside !== '"' && inside !== "'" && closing[letter] !== undefined) open.push(closing[letter]);
};

/** Splits arguments at commas outside of quotes, parentheses and braces. */
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

/** A formula that is one call. */
interface ParsedFormula {
  readonly name: string;
  readonly inputs: readonly string[];
}

/** Parses `=NAME(…)`; undefined where the formula is not exactly one call. */
export const parseFormula = (formula: string): ParsedFormula | undefined => {
  const match = /^=\s*(?:_xldudf_)?([A-Z][A-Z0-9_.]*)\(([^]*)\)\s*$/i.exec(formula);
  if (match === null) return undefined;
  const [, name = "", inside = ""] = match;
  const parts = splitArguments(inside);
  return balanced(inside) ? { name: name.toUpperCase(), inputs: parts.map(toInput) } : undefined;
};

/** The first call of a Spillway function in a formula, whether it is the whole formula or stands inside others; undefined without one. */
export const callIn = (formula: string): (ParsedFormula & { readonly isWhole: boolean }) | undefined => {
  const whole = parseFormula(formula);
  if (whole?.name.includes(".") === true) return { ...whole, isWhole: true };
  const start = formula.search(/[A-Z]+\.[A-Z]+\(/);
  if (start === -1) return undefined;
  const open: string[] = [];
  for (let end = start; end < formula.length; end += 1) {
    const before = open.length;
    nest(open, formula.charAt(end));
    if (before > 0 && open.length === 0 && formula.charAt(end) === ")") {
      const call = parseFormula(`=${formula.slice(start, end + 1)}`);
      return call && { ...call, isWhole: false };
    }
  }
  return undefined;
};

/** Whether parentheses are balanced, so that the last one of the formula closes the call. */
const balanced = (text: string): boolean => {
  let depth = 0;
  for (const letter of text.replaceAll(/"(?:[^"]|"")*"/g, "")) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (depth < 0) return false;
  }
  return depth === 0;
};

/** Whether the text is an address of cells, not of whole rows or columns. A sheet name needs quotes unless it is one word. */
const isReference = (text: string): boolean =>
  /^(?:'[^]+'!|[\p{L}_][\p{L}\p{N}_.]*!)?\$?[A-Z]+\$?\d/iu.test(text) && parseAddress(text) !== undefined;

/** The column where an expression is nothing but a column of an Excel table, such as `=MyBook[ISIN]`; else undefined. */
export const referencedColumn = (input: string): { readonly table: string; readonly column: string } | undefined => {
  const [, table, column] = /^=\s*([\p{L}_][\p{L}\p{N}_.]*)\[([^[\]#@']+)\]$/u.exec(input.trim()) ?? [];
  return table === undefined || column === undefined ? undefined : { table, column };
};

/** The address where an expression is nothing but an address, without `$`; else undefined. */
export const referencedAddress = (input: string): string | undefined => {
  const text = input.trim().replace(/^=/, "").trim();
  return isExpression(input) && isReference(text) ? text.replaceAll("$", "") : undefined;
};
