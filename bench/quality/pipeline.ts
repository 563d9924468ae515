import { defaultTopicRules, Enricher } from "../../src/data/enrich/enrich";
import { type EventDocument, groupEvents } from "../../src/data/enrich/events";
import { newSentences } from "../../src/data/enrich/summaries";
import { secCompanies } from "./company-names";
import { mean, type QualityLine, readRows, readText, share } from "./data-sets";

interface Filing {
  readonly url: string;
  readonly filing_date: string;
  readonly text: string;
}

/** All steps over short documents: how many a second, and what comes out of them. */
export const pipelineLines = async (folder: string): Promise<readonly QualityLine[]> => {
  const companies = secCompanies(folder);
  const enricher = await Enricher.create(companies, defaultTopicRules());
  const articles = ["wikinews-2019.csv.gz", "wikinews-2020.csv.gz"]
    .flatMap((file) => readRows(folder, `documents/${file}`))
    .map(({ url = "", date = "", title = "", text = "" }) => ({
      id: url,
      time: date,
      title,
      text: text.slice(0, 1_500),
    }));
  const filings = readText(folder, "documents/edgar-8k.jsonl.gz")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Filing)
    .map(({ url, filing_date: time, text }) => ({ id: url, time, title: null, text: text.slice(0, 1_500) }));
  const documents = [...articles, ...filings];
  const before = process.cpuUsage();
  const enriched = documents.map((document) => ({ ...document, ...enricher.enrich({ ...document, language: null }) }));
  const { user, system } = process.cpuUsage(before);
  const scored = enriched.flatMap(({ id, time, signals }) =>
    signals.flatMap(({ company, subCategories }): EventDocument[] =>
      subCategories.slice(0, 1).map((subCategory) => ({ id, time, company, subCategory })),
    ),
  );
  const events = groupEvents(scored);
  const sentences = new Map(enriched.map((each) => [each.id, each.sentences.map(({ text }) => text)]));
  const novel = events.flatMap((event) =>
    event.documents.slice(1).map((id, position) => {
      const earlier = event.documents.slice(0, position + 1).flatMap((each) => sentences.get(each) ?? []);
      return Number(newSentences(sentences.get(id) ?? [], earlier, 3).length > 0);
    }),
  );
  const size = `${documents.length} texts of at most 1,500 characters, ${companies.length} companies`;
  return [
    {
      task: "all steps of one document, documents a second of processor time",
      size,
      result: String(Math.round((documents.length * 1e6) / (user + system))),
      aim: "≥ 300",
      reference: "–",
    },
    {
      task: "signals with a rule; events; later documents of an event that say something new",
      size,
      result: `${scored.length}; ${events.length}; ${share(mean(novel))} of ${novel.length}`,
      aim: "–",
      reference: "–",
    },
  ];
};
