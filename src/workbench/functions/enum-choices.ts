import { argumentAt } from "./argument-at";
import type { EnumMetadata, FunctionsFile } from "./metadata";

/** A value of a custom enumeration as it is written into a formula. */
export interface Choice {
  readonly written: string;
  readonly tooltip: string;
}

/** What can be chosen where the caret stands, and which part of the formula it replaces. */
export interface OfferedChoices {
  readonly choices: readonly Choice[];
  readonly start: number;
  readonly end: number;
}

/** The values of an enumeration as formulas have them: texts in quotes. */
export const choicesOf = ({ values }: EnumMetadata): readonly Choice[] =>
  values.map(({ stringValue, numberValue, tooltip = "" }) => ({
    written: stringValue === undefined ? String(numberValue) : `"${stringValue.replaceAll('"', '""')}"`,
    tooltip,
  }));

/** What the enumeration of the parameter at the caret offers to what is typed of it, with or without the quote; undefined where nothing does. */
export const offeredAt = (file: FunctionsFile, formula: string, caret: number): OfferedChoices | undefined => {
  const at = argumentAt(formula, caret);
  if (at === undefined || !/^[\s,)}]?$/.test(formula.charAt(caret))) return undefined;
  const definition = file.functions.find(({ name }) => name.toUpperCase() === at.functionName.toUpperCase());
  const id = definition?.parameters[at.index]?.customEnumId;
  const found = file.enums?.find((each) => each.id === id);
  if (id === undefined || found === undefined) return undefined;
  const typed = plain(at.typed.trimStart());
  const choices = choicesOf(found).filter(
    ({ written }) => plain(written).startsWith(typed) && written !== at.typed.trim(),
  );
  return choices.length === 0 ? undefined : { choices, start: caret - at.typed.trimStart().length, end: caret };
};

const plain = (written: string): string => written.replace(/^"/, "").toLowerCase();
