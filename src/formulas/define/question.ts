import { formulaText } from "./formula-text";

/** A question of an analyst with the formula that answers it. */
export interface FormulaQuestion {
  /** Stable: translations and recorded results name it. */
  readonly id: string;
  readonly question: string;
  /** A formula with placeholders: `{universe}`, `{universes}`, `{list}`, `{weights}`, `{analysis}`. */
  readonly formula: string;
  /** How it works, in one sentence. */
  readonly how: string;
}

/** Questions under one heading. */
export interface QuestionGroup {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly FormulaQuestion[];
}

/** What a person works with, for the placeholders of a formula. */
export interface QuestionValues {
  /** The name of a universe; undefined leaves the argument out, which means the selected universe. */
  readonly universe?: string | undefined;
  /** Names of universes; with none the argument is left out. */
  readonly universes?: readonly string[] | undefined;
  /** The address of a column of companies. */
  readonly list?: string | undefined;
  /** The address of the weights beside the list. */
  readonly weights?: string | undefined;
  /** The id of an analysis. */
  readonly analysis?: string | undefined;
}

/** The name of a placeholder. */
export type Placeholder = keyof QuestionValues;

const placeholders = /\{(universes?|list|weights|analysis)\}/g;

/** The placeholders of a formula, each once. */
export const placeholdersIn = (formula: string): readonly Placeholder[] => [
  ...new Set([...formula.matchAll(placeholders)].map(([, name]) => name as Placeholder)),
];

/** The formula with its placeholders replaced. What is missing becomes an empty argument. */
export const fillQuestion = (formula: string, values: QuestionValues): string =>
  formula.replaceAll(placeholders, (_, name: Placeholder) => {
    const value = values[name];
    if (value === undefined || value.length === 0) return "";
    if (name === "list" || name === "weights") return String(value);
    return questionLiteral(Array.isArray(value) ? [value] : value);
  });

/** A value as an argument is written. */
const questionLiteral = (value: unknown): string => formulaText("", [value]).slice(1, -1);
