import { createHash } from "node:crypto";
import { MentionFinder } from "../../src/data/enrich/mentions";
import { secCompanies } from "./company-names";
import { type QualityLine, readRows, readText, share } from "./data-sets";
import labels from "./mention-labels.json";

/** Start, end and the company's CIK; null for a place that names none of the list. */
type Label = readonly [number, number, string | null];

/** The documents by their address: the beginnings of the filings, and the articles with their titles. */
const labelledTexts = (folder: string): ReadonlyMap<string, string> => {
  const filings = readText(folder, "documents/edgar-8k.jsonl.gz")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly url: string; readonly text: string })
    .map(({ url, text }) => [url, text.slice(0, 5_000)] as const);
  const articles = ["wikinews-2019.csv.gz", "wikinews-2020.csv.gz"]
    .flatMap((file) => readRows(folder, `documents/${file}`))
    .map(({ url = "", title = "", text = "" }) => [url, `${title}\n${text}`] as const);
  return new Map([...filings, ...articles]);
};

/** Precision and recall of mentions in labelled documents. A label has offsets only; a hash shows that the text is the same. */
export const mentionLine = (folder: string): QualityLine => {
  const texts = labelledTexts(folder);
  const finder = new MentionFinder(secCompanies(folder));
  let [right, found, named, places] = [0, 0, 0, 0];
  for (const { document, sha256, mentions } of labels) {
    const text = texts.get(document) ?? "";
    if (createHash("sha256").update(text).digest("hex").slice(0, 16) !== sha256)
      throw new Error(`The text of ${document} is not the one that was labelled.`);
    const expected = new Map((mentions as unknown as readonly Label[]).map(([start, , company]) => [start, company]));
    const spans = finder.find(text);
    found += spans.length;
    right += spans.filter(({ start, id }) => expected.get(start) === id).length;
    named += [...expected.values()].filter((company) => company !== null).length;
    places += expected.size;
  }
  return {
    task: "companies in Wikinews and 8-K texts: precision; recall",
    size: `${places} places, ${named} mentions, ${labels.length} texts`,
    result: `${share(right / found)}; ${share(right / named)}`,
    aim: "≥ .97; ≥ .80",
    reference: "–",
  };
};
