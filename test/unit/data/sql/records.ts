import {
  bareCompany,
  type CompanyRecord,
  type DocumentRecord,
  type EventRecord,
  type Origin,
  type SentenceResults,
} from "../../../../src/data/records";

const origin: Origin = { source: "test", file: "test.json", date: "2026-01-01T00:00:00Z", licence: "MIT" };

/** The uuid with this number. */
export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const sampleCompany = (number: number, change: Partial<CompanyRecord> = {}): CompanyRecord => ({
  ...bareCompany({ id: uuid(number), name: `Company ${number} AG`, createdAt: "2026-01-01T00:00:00Z" }),
  aliases: [`Company ${number}`],
  isins: [`DE000000000${number}`],
  tickers: [{ symbol: `C${number}`, mic: "XETR" }],
  country: "DE",
  origins: { id: origin },
  ...change,
});

const results: SentenceResults = {
  ...{ anger: 0, anticipation: 0, fear: 0, joy: 0, negative: 0.5, neutral: 0.5 },
  ...{ polarity: -0.4, polarity_exp: -0.4, positive: 0, sadness: 0, surprise: 0, trust: 0 },
};

/** A document about a fine, with one signal for each of the companies. */
export const sampleDocument = (contentId: string, companies: readonly number[]): DocumentRecord => ({
  source: {
    contentId,
    url: null,
    title: "A fine",
    text: "The company was fined.",
    time: "2026-02-03T04:05:06Z",
    language: "eng",
    site: { domain: "news.example", type: "news", licence: "standard", country: "de", authority: 0.5 },
    origin,
  },
  enrichment: {
    version: 1,
    language: "eng",
    quality: 50,
    sentences: [
      { text: "A fine", type: 0, results },
      { text: "The company was fined.", type: 1, results },
    ],
    mentions: [],
    topics: ["bribery"],
    cluster: contentId,
    signals: companies.map((company) => ({
      id: uuid(Number(`9${company}`)),
      kind: "esg",
      company: uuid(company),
      companyKeywords: ["company"],
      event: null,
      case: null,
      categories: ["G"],
      subCategories: ["bribery"],
      keywords: ["bribery"],
      score: 3,
      rule: "fine → bribery, 3",
      evidence: "The company was fined.",
      sentiment: { negative: 0.5, neutral: 0.5, positive: 0, polarity: -0.4 },
      clusterSize: 1,
      reliability: 100,
      novelty: null,
    })),
    summary: null,
    mainStory: null,
    translations: {},
  },
});

export const sampleEvent = (number: number, company: number): EventRecord => ({
  id: uuid(number),
  case: uuid(number),
  company: uuid(company),
  title: "Fines for bribery",
  summary: "The company was fined.",
  start: "2026-02-03T04:05:06Z",
  last: "2026-02-04T04:05:06Z",
  score: 3,
  categories: ["G"],
  subCategories: ["bribery"],
  documents: 1,
  ungc: { classification: "violator", principles: [], explanation: "A fine." },
  translations: {},
});
