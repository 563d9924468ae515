import { defaultTopicRules, Enricher, enrichmentVersion, stepVersions } from "../../../../src/data/enrich/enrich";

let enricher: Enricher;

beforeAll(async () => {
  const companies = [
    { id: "acme", names: ["Acme Industries Inc."] },
    { id: "zeta", names: ["Zetaron AG"] },
  ];
  enricher = await Enricher.create(companies, defaultTopicRules());
});

const text =
  "Acme Industries Inc. reported an oil spill near its refinery. The spill hurt profit, which fell by 20 %.\n" +
  "Zetaron AG opened an office in the city.";

test("a signal names company, topic, score and the rule behind it; a company without a rule has none", () => {
  const { signals } = enricher.enrich({ title: "Oil leaks", text, language: null });
  expect(signals).toHaveLength(1);
  expect(signals[0]).toMatchObject({
    kind: "esg",
    company: "acme",
    companyKeywords: ["Acme Industries Inc"],
    categories: ["E"],
    subCategories: ["oil spill"],
    score: 4,
    rule: "oil-spill: oil spill",
  });
  expect(signals[0]?.sentiment.polarity).toBeLessThan(0);
});

test("each mention stands where its sentence and start say", () => {
  const { sentences, mentions } = enricher.enrich({ title: "Oil leaks", text, language: null });
  expect(mentions.map(({ company }) => company)).toEqual(["acme", "zeta"]);
  for (const { sentence, start, text: words } of mentions)
    expect(sentences[sentence]?.text.slice(start, start + words.length)).toBe(words);
  expect(sentences[0]).toMatchObject({ type: 0, text: "Oil leaks" });
});

test("the language is computed where the source says none, and only English is read for topics", () => {
  const german = "Das Unternehmen Zetaron AG teilte mit, dass fraud und bribery nicht vorkamen und der Gewinn stieg.";
  expect(enricher.enrich({ title: null, text: german, language: null })).toMatchObject({
    language: "ger",
    signals: [],
  });
  expect(enricher.enrich({ title: null, text, language: "fre" }).language).toBe("fre");
});

test("the version of all steps rises with the version of each", () => {
  expect(enrichmentVersion).toBe(Object.values(stepVersions).reduce((sum, version) => sum + version, 0));
});

test("a text without words has no sentences, signals or summary", () => {
  expect(enricher.enrich({ title: "", text: " \n", language: "eng" })).toMatchObject({
    sentences: [],
    mentions: [],
    signals: [],
    summary: null,
  });
});
