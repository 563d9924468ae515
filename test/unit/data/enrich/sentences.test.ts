import { splitSentences } from "../../../../src/data/enrich/sentences";

const texts = (text: string, language?: string): readonly string[] =>
  splitSentences(text, language).map((sentence) => sentence.text);

test("an abbreviation ends no sentence", () => {
  expect(texts("Acme Corp. said on Jan. 5 that Mr. Smith left. U.S. sales rose 2.5 percent.")).toEqual([
    "Acme Corp. said on Jan. 5 that Mr. Smith left.",
    "U.S. sales rose 2.5 percent.",
  ]);
});

test("a line break ends a heading", () => {
  expect(texts("Quarterly results\nSales rose.")).toEqual(["Quarterly results", "Sales rose."]);
});

test("a line break in a sentence does not end it", () => {
  expect(texts("Nordwind Energie SE\r\nhad a data breach,\r\nit said. More\n\nfollows.")).toEqual([
    "Nordwind Energie SE  had a data breach,  it said.",
    "More",
    "follows.",
  ]);
  const wrapped = [
    "The regulator fined the owner of the plant on Monday after Zetaron",
    "AG and its partner had let waste flow into the river. A spokesman of",
    "Zetaron AG said that the plant was shut. The council of the town had",
    "asked for it in May. Neither the council nor the regulator named the",
    "Minister.",
  ].join("\n");
  expect(texts(wrapped)).toHaveLength(4);
  expect(texts(wrapped)[0]).toContain("after Zetaron AG and its partner");
  // Headlines below one another.
  const headlines = [
    "Zetaron opens a plant",
    "Nordwind fined for a spill in the harbour of the town of the north",
    "Rain",
  ];
  expect(texts(headlines.join("\n"))).toEqual(headlines);
});

test("sentences of Japanese have no spaces between them", () => {
  expect(texts("利益が増加した。売上は減少した。", "ja")).toEqual(["利益が増加した。", "売上は減少した。"]);
});

test("each sentence stands where its start says", () => {
  const text = "  One.  Two is here.\n\nThree?  ";
  const sentences = splitSentences(text);
  expect(sentences.map((each) => text.slice(each.start, each.start + each.text.length))).toEqual([
    "One.",
    "Two is here.",
    "Three?",
  ]);
});
