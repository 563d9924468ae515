import type { EnumMetadata, FunctionsFile } from "./metadata";

/** The argument at the caret of a formula that is being typed. */
export interface ArgumentAt {
  readonly functionName: string;
  /** The index of the argument, from 0. */
  readonly index: number;
  /** The position in the formula where the argument starts. */
  readonly start: number;
  /** The text of the argument before the caret. */
  readonly typed: string;
}

interface Bracket {
  /** The name of the function; empty for parentheses and arrays without a function. */
  readonly functionName: string;
  index: number;
  start: number;
}

/** Parses a formula up to the caret and returns the argument of the innermost open call. */
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
    // A doubled quote ends a text and starts the next one, with the same effect.
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
  /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*$/u.exec(formula.slice(0, at))?.[0] ?? "";

const next = (bracket: Bracket | undefined, at: number): void => {
  if (bracket === undefined) return;
  bracket.index += 1;
  bracket.start = at + 1;
};

/** A value of a custom enumeration. */
export interface Choice {
  readonly formulaText: string;
  readonly tooltip: string;
}

/** The choices at the caret and the part of the formula that they replace. */
export interface OfferedChoices {
  readonly choices: readonly Choice[];
  readonly start: number;
  readonly end: number;
}

/** The values of an enumeration as formulas contain them: texts in quotes. */
export const toChoices = ({ values }: EnumMetadata): readonly Choice[] =>
  values.map(({ stringValue, numberValue, tooltip = "" }) => ({
    formulaText: stringValue === undefined ? String(numberValue) : `"${stringValue.replaceAll('"', '""')}"`,
    tooltip,
  }));

/**
 * The values of the parameter's enumeration that start with the typed text, with or without the quote; undefined if
 * there are none.
 */
export const offeredAt = (file: FunctionsFile, formula: string, caret: number): OfferedChoices | undefined => {
  const at = argumentAt(formula, caret);
  if (at === undefined || !/^[\s,)}]?$/.test(formula.charAt(caret))) return undefined;
  const definition = file.functions.find(({ name }) => name.toUpperCase() === at.functionName.toUpperCase());
  const id = definition?.parameters[at.index]?.customEnumId;
  const enumeration = file.enums?.find((each) => each.id === id);
  if (id === undefined || enumeration === undefined) return undefined;
  const prefix = unquoted(at.typed.trimStart());
  const choices = toChoices(enumeration).filter(
    ({ formulaText }) => unquoted(formulaText).startsWith(prefix) && formulaText !== at.typed.trim(),
  );
  return choices.length === 0 ? undefined : { choices, start: caret - at.typed.trimStart().length, end: caret };
};

const unquoted = (text: string): string => text.replace(/^"/, "").toLowerCase();
