import { defaultTopicRules, Enricher } from "../../../../src/data/enrich/enrich";

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

test("the language is computed where the source says none, and only English is read for topics: in others nobody read what is said of a company", () => {
  const german = "Das Unternehmen Zetaron AG teilte mit, dass fraud und bribery nicht vorkamen und der Gewinn stieg.";
  expect(enricher.enrich({ title: null, text: german, language: null })).toMatchObject({
    language: "ger",
    signals: [{ kind: "unread", company: "zeta", score: null, rule: null }],
  });
  expect(enricher.enrich({ title: null, text, language: "fre" }).language).toBe("fre");
});

test("a text without words has no sentences, signals or summary", () => {
  expect(enricher.enrich({ title: "", text: " \n", language: "eng" })).toMatchObject({
    sentences: [],
    mentions: [],
    signals: [],
    summary: null,
  });
});

test("emotions are missing, and a language without sentiment has no numbers at all", () => {
  const english = enricher.enrich({ title: null, text, language: null }).sentences[0]?.results;
  expect(Object.keys(english ?? {}).sort()).toEqual(["negative", "neutral", "polarity", "polarity_exp", "positive"]);
  const german = "Das Unternehmen Zetaron AG teilte mit, dass der Gewinn im letzten Jahr gestiegen ist.";
  expect(
    enricher.enrich({ title: null, text: german, language: null }).sentences.map(({ results }) => results),
  ).toEqual([{}]);
});

test("a goal of a company has no score, and needs two of its phrases as they stand in the table", () => {
  const about = "Acme Industries Inc. builds renewable energy plants: solar power and wind power for the region.";
  const { signals } = enricher.enrich({ title: null, text: about, language: "eng" });
  expect(signals.filter(({ kind }) => kind === "sdg")).toMatchObject([
    { company: "acme", categories: ["SDG:7"], subCategories: [], score: null },
  ]);
  const contract = "Acme Industries Inc. signed a contract in connection with the constitution of its industries.";
  expect(enricher.enrich({ title: null, text: contract, language: "eng" }).signals).toEqual([]);
});

test("what a sentence denies is no topic of it", () => {
  const denied = "Acme Industries Inc. said the matter does not involve the use of bribery.";
  expect(enricher.enrich({ title: null, text: denied, language: "eng" }).signals).toEqual([]);
  const claimed = "Acme Industries Inc. said that managers were involved in bribery, not in theft.";
  expect(enricher.enrich({ title: null, text: claimed, language: "eng" }).signals).toMatchObject([
    { rule: "bribery: bribery", evidence: claimed },
  ]);
});

test("a filing is its filer's, whatever the company was called, and what one made is not the company", async () => {
  const companies = [
    { id: "volta", names: ["Volta Industries Inc."], cik: "1234" },
    { id: "other", names: ["Old Sparks Corp."] },
  ];
  const filings = await Enricher.create(companies, defaultTopicRules());
  const title = "OLD SPARKS CORP: 8-K (Item 4.02 Non-Reliance on Previously Issued Financial Statements)";
  const read = (text: string, filer?: string) =>
    filings.enrich({ title: text, text: "", language: "eng", ...(filer !== undefined && { filer }) }).signals;
  expect(read(title, "1234")).toMatchObject([
    { company: "volta", score: 4, subCategories: ["accounting"], companyKeywords: ["OLD SPARKS CORP"] },
  ]);
  expect(read(title)).toMatchObject([{ company: "other", score: 4 }]);
  expect(read("A Volta Industries Inc. 707 cargo aircraft crashed into a house")).toEqual([]);
  expect(read("An aircraft of Volta Industries Inc. crashed into a house")).toMatchObject([{ company: "volta" }]);
});

test("a sentence behind the company's gives a topic only where it refers to the company", () => {
  const read = (behind: string) =>
    enricher.enrich({ title: null, text: `Zetaron AG has an office in the city. ${behind}`, language: "eng" }).signals;
  expect(read("The company was fined for an oil spill.")).toMatchObject([{ company: "zeta", score: 4 }]);
  expect(read("It caused an oil spill at sea.")).toMatchObject([{ company: "zeta", score: 4 }]);
  expect(read("A tanker of another owner caused an oil spill at sea.")).toEqual([]);
  expect(read("The mayor was convicted of fraud in May.")).toEqual([]);
});
