import { createPhraseMatcher } from "../../../src/service/analyses/phrase-matcher";
import { splitWords } from "../../../src/data/words";

/** Counts by definition: the words of the phrase, one after another, among the words of the text. */
const occurrences = (phrase: string, text: string): number => {
  const [words, all] = [splitWords(phrase), splitWords(text)];
  return all.filter((_, at) => words.length > 0 && words.every((each, offset) => all[at + offset] === each)).length;
};

test("phrases are counted as whole words in their order, in plain and in other texts", () => {
  const phrases = ["a", "the bank", "Bank of Zürich", "x-1", "---", "bank", "b2b", "Société", "銀行", "a a"];
  const texts = [
    ...["The bank, the BANK; thebank bank", "a bank-a a a", "Bank of Zürich: the bank", "x 1 x-1, x1 b2b.", ""],
    ...["la Société du Bank", "東京銀行 a bank", "the\nbank's bank", "bank", "a"],
  ];
  const matcher = createPhraseMatcher(phrases);
  for (const text of texts) {
    const counts = matcher.count(text);
    expect([text, phrases.map((_, id) => counts.get(id) ?? 0)]).toEqual([
      text,
      phrases.map((phrase) => occurrences(phrase, text)),
    ]);
  }
});
