import Papa from "papaparse";
import { PhraseFinder } from "./phrases";
import type { TextWord } from "./text-words";

/** A line of a firm's table of rules: where one of its phrases stands, a topic is touched with a score. */
export interface TopicRule {
  /** The name that a score is explained by; unique in the table. */
  readonly rule: string;
  readonly category: "E" | "S" | "G";
  readonly subCategory: string;
  /** 1 to 5. */
  readonly score: number;
  readonly phrases: readonly string[];
  /** One of these must stand in the same sentence; empty for none. */
  readonly needs: readonly string[];
}

/** A rule that applied, with the phrases of it that stand in the text, as the table writes them. */
export interface RuleMatch {
  readonly rule: TopicRule;
  readonly phrases: readonly string[];
}

const cellPhrases = (cell: string): readonly string[] =>
  cell
    .split("|")
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");

const readRule = (row: Readonly<Record<string, string | undefined>>, line: number): TopicRule => {
  const cell = (name: string): string => (row[name] ?? "").trim();
  const fail = (column: string, allowed: string): never => {
    throw new Error(`Line ${line} of the rules: ${column} must be ${allowed}, got "${cell(column)}".`);
  };
  const [rule, category, score] = [cell("rule"), cell("category"), Number(cell("score"))];
  if (rule === "") fail("rule", "a name");
  if (category !== "E" && category !== "S" && category !== "G") return fail("category", "E, S or G");
  if (cell("sub_category") === "") fail("sub_category", "a name");
  if (!Number.isInteger(score) || score < 1 || score > 5) fail("score", "a whole number from 1 to 5");
  const phrases = cellPhrases(cell("phrases"));
  if (phrases.length === 0) fail("phrases", "one phrase or more, separated by |");
  return { rule, category, subCategory: cell("sub_category"), score, phrases, needs: cellPhrases(cell("needs")) };
};

/**
 * Reads a table of rules (CSV with the columns rule, category, sub_category, score, phrases and, if wanted, needs).
 * @throws Error naming line, column and what is allowed.
 */
export const readTopicRules = (csv: string): readonly TopicRule[] => {
  const { data, meta } = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, "").trim(), { header: true });
  for (const column of ["rule", "category", "sub_category", "score", "phrases"])
    if (meta.fields?.includes(column) !== true) throw new Error(`The rules have no column ${column}.`);
  const rules = data.map((row, position) => readRule(row, position + 2));
  const names = new Set<string>();
  for (const [position, { rule }] of rules.entries()) {
    if (names.has(rule)) throw new Error(`Line ${position + 2} of the rules: the name "${rule}" stands there twice.`);
    names.add(rule);
  }
  return rules;
};

/** Words before a phrase that say the opposite: `does not involve the use of defeat devices`. */
const denials = new Set(["not", "no", "never", "without", "nor", "neither", "denied", "denies"]);
const denialWords = 7;

const isDenied = (words: readonly TextWord[], at: number): boolean =>
  words.slice(Math.max(0, at - denialWords), at).some(({ lower }) => denials.has(lower) || lower.endsWith("n't"));

interface RulePhrase {
  readonly rule: TopicRule;
  readonly phrase: string;
  readonly isNeeded: boolean;
}

/** Applies a table of rules to sentences. */
export class TopicMatcher {
  readonly #finder: PhraseFinder<RulePhrase>;

  constructor(rules: readonly TopicRule[]) {
    this.#finder = new PhraseFinder(
      rules.flatMap((rule) => [
        ...rule.phrases.map((phrase): [string, RulePhrase] => [phrase, { rule, phrase, isNeeded: false }]),
        ...rule.needs.map((phrase): [string, RulePhrase] => [phrase, { rule, phrase, isNeeded: true }]),
      ]),
    );
  }

  /** The rules that apply to a sentence, the highest score first. A phrase that the sentence denies does not count. */
  match(words: readonly TextWord[]): readonly RuleMatch[] {
    const found = new Map<TopicRule, { phrases: Set<string>; hasContext: boolean }>();
    for (const { value, at } of this.#finder.find(words)) {
      if (!value.isNeeded && isDenied(words, at)) continue;
      const entry = found.get(value.rule) ?? { phrases: new Set<string>(), hasContext: value.rule.needs.length === 0 };
      found.set(value.rule, entry);
      if (value.isNeeded) entry.hasContext = true;
      else entry.phrases.add(value.phrase);
    }
    return [...found]
      .filter(([, { phrases, hasContext }]) => hasContext && phrases.size > 0)
      .map(([rule, { phrases }]) => ({ rule, phrases: [...phrases] }))
      .sort((one, other) => other.rule.score - one.rule.score);
  }
}
