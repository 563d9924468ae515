import { readFileSync } from "node:fs";
import path from "node:path";
import { fieldDescriptions } from "../../src/contract/field-descriptions";
import type { FunctionDefinition } from "../../src/formulas/define/definition";
import type { QuestionGroup } from "../../src/formulas/define/question";
import { functions } from "../../src/formulas/functions";
import { questionGroups } from "../../src/formulas/questions";

/** Help texts by key: `ESG.EVENTS`, `ESG.EVENTS.synonyms`, `ESG.EVENTS.example.1`, `argument.minScore`, `label.minScore`, `option.translate`, `field.score`, `question.topics`. */
export type HelpTexts = Readonly<Record<string, string>>;

const folder = "src/i18n/locales";

/** The help texts of a language. English is generated from the definitions. */
export const readHelp = (language: string): HelpTexts =>
  JSON.parse(readFileSync(path.join(__dirname, "../..", folder, language, "help.json"), "utf8")) as HelpTexts;

/** A text that several functions or resources may share, such as the description of the argument `limit`. */
interface NamedText {
  readonly owner: string;
  readonly name: string;
  readonly english: string;
}

const namedTexts: readonly NamedText[] = [
  ...functions.flatMap(({ name: owner, parameters, options }) => [
    ...parameters.map(({ name, description }) => ({ owner, name: `argument.${name}`, english: description })),
    ...parameters.map(({ name, label }) => ({ owner, name: `label.${name}`, english: label })),
    ...options.map(({ key, description }) => ({ owner, name: `option.${key}`, english: description })),
  ]),
  ...Object.entries(fieldDescriptions).flatMap(([owner, fields]) =>
    Object.entries(fields).map(([name, english]) => ({ owner, name: `field.${name}`, english })),
  ),
].filter(({ english }) => english !== "");

const ownTexts: HelpTexts = Object.fromEntries(
  functions.flatMap(({ name, description, synonyms, examples }): [string, string][] => [
    [name, description],
    [`${name}.synonyms`, synonyms],
    ...examples.map(({ shows }, index): [string, string] => [`${name}.example.${index + 1}`, shows]),
  ]),
);

/** Headings and questions of the formula form. */
const questionTexts: HelpTexts = Object.fromEntries(
  questionGroups.flatMap(({ id: group, title, questions }): [string, string][] => [
    [`questions.${group}`, title],
    ...questions.map(({ id, question }): [string, string] => [`question.${id}`, question]),
  ]),
);

/** The text of a shared key: the one it had before, so that keys are stable; of a new key the most frequent one. */
const sharedText = (texts: readonly string[], before: string | undefined): string => {
  if (before !== undefined && texts.includes(before)) return before;
  const count = (text: string): number => texts.filter((other) => other === text).length;
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best));
};

/** English help texts by key. A text that differs from the shared one of its name has its owner in its key: `KG.CANDIDATES.argument.limit`. */
export const collectHelp = (before: HelpTexts): HelpTexts => {
  const byName: Record<string, string[]> = {};
  for (const { name, english } of namedTexts) (byName[name] ??= []).push(english);
  const shared = Object.fromEntries(
    Object.entries(byName).map(([name, texts]) => [name, sharedText(texts, before[name])]),
  );
  const differing = namedTexts
    .filter(({ name, english }) => shared[name] !== english)
    .map(({ owner, name, english }): [string, string] => [`${owner}.${name}`, english]);
  return { ...ownTexts, ...shared, ...Object.fromEntries(differing), ...questionTexts };
};

/** src/i18n/locales/en/help.json. */
export const generateHelp = (): ReadonlyMap<string, string> => {
  const texts = collectHelp(readHelp("en"));
  return new Map([[`${folder}/en/help.json`, `${JSON.stringify(texts, undefined, 2)}\n`]]);
};

/** Translates the help text of a name (`argument.limit`) of an owner (`ESG.EVENTS`, or the resource `task`). */
export type TranslateHelp = (owner: string, name: string, english: string) => string;

/** Help in a language. A text without a translation stays English. */
export const helpIn = (language: string): TranslateHelp => {
  const english = readHelp("en");
  const translated = readHelp(language);
  return (owner, name, text) => {
    const own = name === "" ? owner : `${owner}.${name}`;
    const key = own in english ? own : name;
    return english[key] === text ? (translated[key] ?? text) : text;
  };
};

/** A definition with its help in another language. Names, values and formulas stay as they are typed. */
export const translateDefinition = (definition: FunctionDefinition, translate: TranslateHelp): FunctionDefinition => {
  const { name: owner, description, synonyms, parameters, options, examples } = definition;
  const translated = translate(owner, "synonyms", synonyms);
  return {
    ...definition,
    description: translate(owner, "", description),
    // English words are found in every language, because the functions have English names.
    synonyms: translated === synonyms ? synonyms : `${translated}, ${synonyms}`,
    parameters: parameters.map((one) => ({
      ...one,
      label: translate(owner, `label.${one.name}`, one.label),
      description: translate(owner, `argument.${one.name}`, one.description),
    })),
    options: options.map((one) => ({ ...one, description: translate(owner, `option.${one.key}`, one.description) })),
    examples: examples.map((one, index) => ({ ...one, shows: translate(owner, `example.${index + 1}`, one.shows) })),
  };
};

/** The descriptions of fields in another language. */
export const translateFields = (translate: TranslateHelp): typeof fieldDescriptions =>
  Object.fromEntries(
    Object.entries(fieldDescriptions).map(([owner, fields]) => [
      owner,
      Object.fromEntries(
        Object.entries(fields).map(([name, english]) => [name, translate(owner, `field.${name}`, english)]),
      ),
    ]),
  );

/** The questions in another language. Formulas stay as they are. */
export const translateQuestions = (translate: TranslateHelp): readonly QuestionGroup[] =>
  questionGroups.map((group) => ({
    ...group,
    title: translate(`questions.${group.id}`, "", group.title),
    questions: group.questions.map((one) => ({
      ...one,
      question: translate(`question.${one.id}`, "", one.question),
    })),
  }));
