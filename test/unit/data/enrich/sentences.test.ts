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
