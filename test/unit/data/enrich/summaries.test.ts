import { newSentences, summarize } from "../../../../src/data/enrich/summaries";

const sentences = [
  "Acme's refinery in Texas leaked crude oil into the river on Monday.",
  "It was raining in the morning of that day, and it was cold.",
  "The oil leak at the Acme refinery was stopped after six hours.",
  "Crude oil leaked from Acme's Texas refinery into the river on Monday.",
  "Ok.",
];

test("a summary takes sentences of the text in its order, and none that repeats another", () => {
  expect(summarize(sentences, 2)).toEqual([sentences[0], sentences[2]]);
});

test("new is what no earlier document of the event said", () => {
  const later = [
    "Crude oil had leaked from the Acme refinery in Texas into the river.",
    "Regulators fined the company one million dollars.",
  ];
  expect(newSentences(later, sentences, 3)).toEqual([later[1]]);
  expect(newSentences(sentences, sentences, 3)).toEqual([]);
});
