import { textLanguages, type TextLanguage, type Topic } from "../world/topics";
import { actorsEng, statementsEng, type StatementKey, type Statements } from "./statements-eng";
import { actorsFre, statementsFre } from "./statements-fre";
import { actorsGer, statementsGer } from "./statements-ger";
import { actorsJpn, statementsJpn } from "./statements-jpn";
import { actorsSpa, statementsSpa } from "./statements-spa";
import { scoreSentence, type SentenceResults } from "./score";

export { rounded } from "./score";

/** One thing said: which statement, and what stands in its slots. The same in every language. */
export interface Statement {
  readonly key: StatementKey;
  readonly place: string;
  readonly number: number;
  readonly actor: number;
}

/** What the statements of one document are about. */
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

/** Says a statement in a language. */
export const renderStatement = (statement: Statement, subject: Subject, language: TextLanguage): string =>
  statements[language][statement.key].replace(slot, (_, name: string) => {
    if (name === "company") return subject.company;
    if (name === "topic") return subject.topic.labels[language];
    if (name === "place") return statement.place;
    if (name === "number") return String(statement.number);
    return actors[language][statement.actor % actorsEng.length] ?? "";
  });

/** Joins sentences as the language does. */
export const joinSentences = (sentences: readonly string[], language: TextLanguage): string =>
  sentences.join(language === "jpn" ? "" : " ");

/** Whether a statement names the company. */
export const namesCompany = (key: StatementKey): boolean => statementsEng[key].includes("{company}");

const scores = new Map<string, SentenceResults>();

/**
 * The twelve numbers of a statement: those of its English sentence with the proper names masked, because names carry no sentiment;
 * so a translation scores as its original does.
 */
export const scoreStatement = (key: StatementKey, topic: Topic): SentenceResults => {
  const id = `${key}|${topic.value}`;
  const known = scores.get(id);
  if (known !== undefined) return known;
  const text = statementsEng[key].replace(slot, (_, name: string) => {
    if (name === "topic") return topic.labels.eng;
    return name === "number" ? "30" : "Xyzzy";
  });
  const made = scoreSentence(text);
  scores.set(id, made);
  return made;
};

/** Whether documents can be rendered in the language. */
export const isTextLanguage = (code: string): code is TextLanguage =>
  (textLanguages as readonly string[]).includes(code);
