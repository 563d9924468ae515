import { likeTest } from "../../src/service/http/like";
import { sortInSlices } from "../../src/service/listing/sort-in-slices";
import { createFragments } from "../../src/service/records/fragments";
import { createTrigramIndex, trigramsOf } from "../../src/service/search/trigrams";
import { createPhraseMatcher } from "../../src/service/analyses/phrases";
import { wordsOf } from "../../src/service/text/words";
import { createDice, drawFor } from "../../src/service/world/dice";

const draw = drawFor(createDice(5, "text"), 1);

test("sorting in slices gives what sorting at once gives, whatever the length", async () => {
  for (const length of [0, 1, 2_048, 2_049, 4_096, 33_333]) {
    const items = Int32Array.from({ length }, () => draw.below(1_000));
    const descending = (a: number, b: number): number => b - a;
    expect(await sortInSlices(items.slice(), descending)).toEqual(items.slice().sort(descending));
  }
});

const syllables = "alpha beta gamma delta bank group holding energy steel nova vero tali".split(" ");
const word = (): string => draw.pick(syllables) + draw.pick(syllables);

test("the index finds exactly the names that comparing every pair of names finds", () => {
  const entries = Array.from({ length: 2_000 }, (_, owner) => ({
    text: `${word()} ${word()}`.slice(0, 5 + draw.below(20)),
    owner,
  }));
  const index = createTrigramIndex(entries);
  const sets = entries.map(({ text }) => new Set(trigramsOf(text)));
  for (let turn = 0; turn < 60; turn += 1) {
    const { text } = draw.pick(entries);
    const wanted = new Set(trigramsOf(text.slice(0, 3) + text.slice(4)));
    const all = sets.map((set, owner) => {
      const together = [...wanted].filter((gram) => set.has(gram)).length;
      return { owner, similarity: together / (wanted.size + set.size - together) };
    });
    const similar = all.filter(({ similarity }) => similarity >= 0.45);
    similar.sort((a, b) => b.similarity - a.similarity || a.owner - b.owner);
    expect(index.similar(text.slice(0, 3) + text.slice(4), 0.45)).toEqual(similar);
  }
});

/** Counts a phrase as its meaning says: its words, one after another, among the words of the text. */
const occurrences = (phrase: string, text: string): number => {
  const [words, all] = [wordsOf(phrase), wordsOf(text)];
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

test("wildcards mean what a regular expression made of them means", () => {
  const alphabet = ["a", "b", "%", "_", "🏭", "%"];
  for (let turn = 0; turn < 20_000; turn += 1) {
    const make = (most: number, from: readonly string[]): string =>
      Array.from({ length: draw.below(most) }, () => draw.pick(from)).join("");
    const [pattern, text] = [make(6, alphabet), make(8, ["a", "b", "🏭"])];
    const whole = /[%_]/.test(pattern) ? pattern : `%${pattern}%`;
    const source = whole.replace(/%/g, "[^]*").replace(/_/g, "[^]");
    expect([pattern, text, likeTest(pattern)(text)]).toEqual([
      pattern,
      text,
      new RegExp(`^${source}$`, "u").test(text),
    ]);
  }
});

test("records are written once, and again when there was no room for them", () => {
  const made: string[] = [];
  const make = (ordinal: number): object => {
    made.push(String(ordinal));
    return { ordinal };
  };
  const fragments = createFragments(40);
  const write = fragments.writer("one", make);
  expect([write(1), write(1), write(2)]).toEqual(['{"ordinal":1}', '{"ordinal":1}', '{"ordinal":2}']);
  expect(made).toEqual(["1", "2"]);
  const other = fragments.writer("other", make);
  expect([other(1), other(2), fragments.writer("one", make)(1)]).toEqual([
    '{"ordinal":1}',
    '{"ordinal":2}',
    '{"ordinal":1}',
  ]);
  expect(made).toEqual(["1", "2", "1", "2", "1"]);
});
