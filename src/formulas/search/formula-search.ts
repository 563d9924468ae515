import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import type { ColumnDescription, FunctionDefinition } from "../define/definition";
import type { FormulaQuestion, QuestionGroup } from "../define/question";
import { foldText } from "../../facts/folded-text";
import { columnLabel } from "../table/columns";
import { comparableText } from "../../i18n/typed-text";
import { groupWord, searchWords } from "./equal-words";

/** The families of functions in the order of the tree. */
export const families = ["ESG", "ENTITY", "UNIVERSE", "SDG", "DOC", "ANALYSIS", "KG", "TASKS", "QUERY"] as const;

/** The functions of a family, in the order of the reference. */
export const listFamily = (
  functions: readonly FunctionDefinition[],
  family: (typeof families)[number],
): readonly FunctionDefinition[] => functions.filter(({ name }) => name.startsWith(`${family}.`));

/** What the search of Build finds: a function, a question, or a column with the function that shows it. */
export type FormulaEntry =
  | { readonly kind: "function"; readonly key: string; readonly definition: FunctionDefinition }
  | { readonly kind: "question"; readonly key: string; readonly question: FormulaQuestion }
  | {
      readonly kind: "column";
      readonly key: string;
      readonly definition: FunctionDefinition;
      readonly column: ColumnDescription;
    };

/** Entries for a text, the best first; empty for a blank text. */
export type FormulaSearch = (text: string) => readonly FormulaEntry[];

/** In small letters and without accents, so that `societe` finds `société`. */
const plainLetters = (text: string): string => foldText(comparableText(text));

/** Marks the term of a group of words, which is compared as a whole: no slip and no beginning of it counts. */
const groupMark = "=";

/** The terms of a word: its stem, and its group if it has one, so that the word itself counts more than one of equal meaning. */
const listWordTerms = (word: string): readonly string[] => {
  const stem = stemmer(word);
  const group = groupWord(word) ?? groupWord(stem);
  return group === undefined ? [stem] : [stem, groupMark + group];
};

const listWords = (text: string): readonly string[] => searchWords(plainLetters(text));

const listTerms = (text: string): string[] => listWords(text).flatMap(listWordTerms);

/** The function that shows the columns of a resource to somebody who knows only the column. */
const ownersOfColumns = ["ENTITY.GET", "ESG.EVENTS", "ESG.DOCUMENTS", "SDG.DOCUMENTS", "ANALYSIS.DOCUMENTS"];

const listEntries = (
  functions: readonly FunctionDefinition[],
  groups: readonly QuestionGroup[],
): readonly FormulaEntry[] => [
  ...functions.map((definition): FormulaEntry => ({ kind: "function", key: definition.name, definition })),
  ...groups.flatMap(({ questions }) =>
    questions.map((question): FormulaEntry => ({ kind: "question", key: question.id, question })),
  ),
  ...functions
    .filter(({ name }) => ownersOfColumns.includes(name))
    .flatMap((definition) =>
      definition.columns.map((column): FormulaEntry => ({
        kind: "column",
        key: `${definition.name} ${column.name}`,
        definition,
        column,
      })),
    ),
];

/** The texts of an entry by weight. */
interface EntryTexts {
  readonly key: string;
  /** What the entry is called: counts most. */
  readonly name: string;
  readonly synonyms: string;
  /** What it does. */
  readonly help: string;
  /** Its arguments, options and their values: counts least. */
  readonly details: string;
}

/** What analysts call the list of companies that a question is about. */
const listNames = "portfolio, holdings, positions";

const entryTexts = (entry: FormulaEntry, columnHelp: (resource: string, column: string) => string): EntryTexts => {
  const { key } = entry;
  if (entry.kind === "question") {
    const { question, formula } = entry.question;
    const synonyms = formula.includes("{list}") ? listNames : "";
    return { key, name: question, synonyms, help: formula, details: "" };
  }
  const { definition } = entry;
  if (entry.kind === "column")
    return {
      key,
      name: columnLabel(entry.column.name),
      synonyms: entry.column.name,
      help: columnHelp(definition.resource ?? "", entry.column.name),
      details: "",
    };
  const { name, synonyms, description, parameters, options, examples } = definition;
  const details = [
    ...parameters.map((parameter) => `${parameter.label} ${parameter.description}`),
    ...options.map((option) => `${option.description} ${(option.values ?? []).join(" ")}`),
    ...examples.map(({ shows }) => shows),
  ];
  return { key, name, synonyms, help: description, details: details.join(" ") };
};

/** How much a field counts. */
const boost = { name: 3, synonyms: 3, help: 1, details: 0.2 };

/** How much a kind counts: who looks for "negative news" wants a list before a column of one. */
const kindWeight = { function: 1, question: 1, column: 0.6 };

/** Words of this many letters find longer ones, and ones with a slip of the keyboard. */
const prefixFrom = 3;
const slipFrom = 5;

/** An index of functions, questions and columns. A word that fits nothing does not hide the entries of the others. */
export const createFormulaSearch = (
  functions: readonly FunctionDefinition[],
  groups: readonly QuestionGroup[],
  columnHelp: (resource: string, column: string) => string = () => "",
): FormulaSearch => {
  const entries = listEntries(functions, groups);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const index = new MiniSearch<EntryTexts>({
    idField: "key",
    fields: ["name", "synonyms", "help", "details"],
    tokenize: listTerms,
    processTerm: (term) => term,
    searchOptions: {
      boost,
      prefix: (term) => term.length >= prefixFrom && !term.startsWith(groupMark),
      fuzzy: (term) => (term.length >= slipFrom && !term.startsWith(groupMark) ? 0.2 : false),
      combineWith: "OR",
      // Many synonyms are no reason to stand lower.
      bm25: { k: 1.2, b: 0.3, d: 0.5 },
    },
  });
  index.addAll(entries.map((entry) => entryTexts(entry, columnHelp)));
  return (text) => {
    const typed = plainLetters(text);
    const isNamed = (entry: FormulaEntry): boolean =>
      typed.includes(".") && entry.kind === "function" && plainLetters(entry.key).startsWith(typed);
    const words = listWords(text).map(listWordTerms);
    if (words.length === 0) return [];
    // The name of a function as it is typed in a formula, or its beginning, means that function.
    const named = entries.filter(isNamed).toSorted((one, other) => one.key.length - other.key.length);
    const ranked = index
      .search(text)
      .flatMap(({ id, score, queryTerms }) => {
        const entry = byKey.get(String(id));
        if (entry === undefined) return [];
        // An entry with every word stands above one with a few rare words.
        const share = words.filter((terms) => terms.some((term) => queryTerms.includes(term))).length / words.length;
        return [{ entry, rank: score * share ** 2 * kindWeight[entry.kind] }];
      })
      .toSorted((one, other) => other.rank - one.rank)
      .map(({ entry }) => entry);
    return [...named, ...ranked.filter((entry) => !named.includes(entry))];
  };
};
