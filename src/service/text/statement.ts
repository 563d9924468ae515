import { type TextLanguage, textLanguages, type Topic } from "./topics";
import { itemAt } from "../common/random";
import { actorsEng, type StatementKey, type Statements, statementsEng } from "./statements/english";
import { actorsFre, statementsFre } from "./statements/french";
import { actorsGer, statementsGer } from "./statements/german";
import { actorsJpn, statementsJpn } from "./statements/japanese";
import { actorsSpa, statementsSpa } from "./statements/spanish";
import type { SentenceResults } from "../../data/records";
import { scoreSentence } from "./sentiment";
export { rounded } from "./sentiment";

/** One statement with the values of its slots; the same in every language. */
export interface Statement {
  readonly key: StatementKey;
  readonly place: string;
  readonly number: number;
  readonly actor: number;
}

/** The subject of a document's statements. */
export interface Subject {
  readonly company: string;
  readonly topic: Topic;
}

const statements: Readonly<Record<TextLanguage, Statements>> = {
  eng: statementsEng,
  fre: statementsFre,
  ger: statementsGer,
  spa: statementsSpa,
  jpn: statementsJpn,
};
const actors: Readonly<Record<TextLanguage, readonly string[]>> = {
  eng: actorsEng,
  fre: actorsFre,
  ger: actorsGer,
  spa: actorsSpa,
  jpn: actorsJpn,
};

const slot = /\{(company|topic|place|number|actor)\}/g;

type Part = (statement: Statement, subject: Subject, language: TextLanguage) => string;

const parts: Readonly<Record<string, Part>> = {
  company: (_, subject) => subject.company,
  topic: (_, subject, language) => subject.topic.labels[language],
  place: (statement) => statement.place,
  number: (statement) => String(statement.number),
  actor: (statement, _, language) => itemAt(actors[language], statement.actor),
};

const cutStatement: Record<TextLanguage, Partial<Record<StatementKey, readonly (string | Part)[]>>> = {
  eng: {},
  fre: {},
  ger: {},
  spa: {},
  jpn: {},
};

/** The text of a statement split at its slots, cached per language. */
const statementParts = (key: StatementKey, language: TextLanguage): readonly (string | Part)[] => {
  const known = cutStatement[language][key];
  if (known !== undefined) return known;
  const pieces = statements[language][key]
    .split(slot)
    .map((piece, index) => (index % 2 === 0 ? piece : (parts[piece] ?? piece)));
  cutStatement[language][key] = pieces;
  return pieces;
};

export const renderStatement = (statement: Statement, subject: Subject, language: TextLanguage): string => {
  let text = "";
  for (const part of statementParts(statement.key, language))
    text += typeof part === "string" ? part : part(statement, subject, language);
  return text;
};

/** Joins sentences: with spaces, except in Japanese. */
export const joinSentences = (sentences: readonly string[], language: string): string =>
  sentences.join(language === "jpn" ? "" : " ");

const naming: ReadonlySet<StatementKey> = new Set(
  (Object.keys(statementsEng) as StatementKey[]).filter((key) => statementsEng[key].includes("{company}")),
);

/** Whether a statement names the company. */
export const namesCompany = (key: StatementKey): boolean => naming.has(key);

const scores = new Map<Topic, Partial<Record<StatementKey, Required<SentenceResults>>>>();

/**
 * The twelve numbers of a statement, scored in English with names masked, because names carry no sentiment. A
 * translation therefore has the scores of its original.
 */
export const scoreStatement = (key: StatementKey, topic: Topic): Required<SentenceResults> => {
  const ofTopic = scores.get(topic) ?? {};
  const known = ofTopic[key];
  if (known !== undefined) return known;
  const text = statementsEng[key].replace(slot, (_, name: string) => {
    if (name === "topic") return topic.labels.eng;
    return name === "number" ? "30" : "Xyzzy";
  });
  const sentence = scoreSentence(text);
  scores.set(topic, Object.assign(ofTopic, { [key]: sentence }));
  return sentence;
};

/** Whether documents can be rendered in the language. */
export const isTextLanguage = (code: string): code is TextLanguage =>
  (textLanguages as readonly string[]).includes(code);
