import { createSeededRandom, samplerFor } from "../../../src/service/common/random";
import { createTrigramIndex, textTrigrams } from "../../../src/service/search/trigram-index";

const sampler = samplerFor(createSeededRandom(5, "text"), 1);

const syllables = "alpha beta gamma delta bank group holding energy steel nova vero tali".split(" ");
const word = (): string => sampler.pick(syllables) + sampler.pick(syllables);

test("the index finds exactly the names that comparing every pair of names finds", () => {
  const entries = Array.from({ length: 2_000 }, (_, owner) => ({
    text: `${word()} ${word()}`.slice(0, 5 + sampler.below(20)),
    owner,
  }));
  const index = createTrigramIndex(entries);
  const sets = entries.map(({ text }) => new Set(textTrigrams(text)));
  for (let turn = 0; turn < 60; turn += 1) {
    const { text } = sampler.pick(entries);
    const grams = new Set(textTrigrams(text.slice(0, 3) + text.slice(4)));
    const all = sets.map((set, owner) => {
      const together = [...grams].filter((gram) => set.has(gram)).length;
      return { owner, similarity: together / (grams.size + set.size - together) };
    });
    const similar = all.filter(({ similarity }) => similarity >= 0.45);
    similar.sort((a, b) => b.similarity - a.similarity || a.owner - b.owner);
    expect(index.similar(text.slice(0, 3) + text.slice(4), 0.45)).toEqual(similar);
  }
});
