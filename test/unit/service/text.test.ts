import { scoreSentence } from "../../../src/service/text/sentiment";
import { renderStatement, scoreStatement } from "../../../src/service/text/statement";
import { type StatementKey, statementsEng } from "../../../src/service/text/statements/english";
import { findLanguage } from "../../../src/service/text/languages";
import { stemWord, splitWords } from "../../../src/data/words";
import { esgTopics, textLanguages } from "../../../src/service/text/topics";

const topic = esgTopics[0];
if (topic === undefined) throw new Error("no topics");
const keys = Object.keys(statementsEng) as StatementKey[];

test("every statement fills the same slots in every language", () => {
  const subject = { company: "COMPANY", topic };
  for (const key of keys) {
    const statement = { key, place: "PLACE", number: 4_242, actor: 0 };
    const slots = (language: (typeof textLanguages)[number]): string[] =>
      ["COMPANY", "PLACE", "4242"].filter((slot) => renderStatement(statement, subject, language).includes(slot));
    for (const language of textLanguages)
      expect([key, language, slots(language)]).toEqual([key, language, slots("eng")]);
    for (const language of textLanguages) expect(renderStatement(statement, subject, language)).not.toMatch(/[{}]/);
  }
});

test("harm scores negative, good news positive, and the three shares are whole", () => {
  for (const key of keys) {
    const { negative, neutral, positive, polarity } = scoreStatement(key, topic);
    expect(negative + neutral + positive).toBeCloseTo(1, 3);
    if (key === "harmScandal" || key === "harmAbuse") expect(polarity).toBeLessThan(-0.3);
    if (key === "goodPraise" || key === "goodProgress") expect(polarity).toBeGreaterThan(0.3);
  }
});

test("the twelve numbers stay in their ranges and words of the trade count", () => {
  expect(scoreSentence("The firm was fined after an oil spill.").polarity).toBeLessThan(
    scoreSentence("The firm was named after a hill.").polarity,
  );
  for (const text of ["", "!!!", "great great great", "murder war death", "東京"]) {
    for (const value of Object.values<number>(scoreSentence(text))) expect(Math.abs(value)).toBeLessThanOrEqual(1);
  }
});

test("words of one stem are the same, accents count, symbols separate, Chinese characters are words", () => {
  const stems = (text: string): string[] => splitWords(text).map(stemWord);
  expect(stems("word WORD, words: wording")).toEqual(["word", "word", "word", "word"]);
  expect(stems("keyword")).not.toEqual(["word"]);
  expect(splitWords("cafe café")).toEqual(["cafe", "café"]);
  expect(splitWords("東京Acme株式")).toEqual(["東", "京", "acme", "株", "式"]);
});

test("a language is known by each of its codes and its name", () => {
  for (const word of ["fr", "fre", "fra", "French", " FRENCH "]) expect(findLanguage(word)?.code).toBe("fre");
  expect(findLanguage("klingonese")).toBeUndefined();
});
