/** The workers of an analysis (specification, "start an analysis"). */
export const workers = [
  "quality-score",
  "raw-matcher",
  "ner-linking",
  "concept",
  "entity-similarity",
  "embedder-indicators",
] as const;

/** The site types to choose from; `news` is deprecated and not offered. */
export const siteTypes = ["standard_news", "blogs", "discussions", "licensed_news", "premium_news"] as const;

/** The parts of a document that keywords are looked for in. */
export const searchParts = ["title", "text"] as const;

/** The sentiments that can be filtered by, each with its least and greatest value. */
export const sentiments = { positive: [0, 1], negative: [0, 1], neutral: [0, 1], polarity: [-1, 1] } as const;

/** The name of a sentiment. */
export type Sentiment = keyof typeof sentiments;

/** An entity of the form. */
export interface EntityDraft {
  readonly name: string;
  readonly context: string;
  /** One keyword per line. */
  readonly keywords: string;
}

/** Everything typed into the form of an analysis. */
export interface DatasetDraft {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly entities: readonly EntityDraft[];
  readonly workers: readonly string[];
  readonly qscore: string;
  readonly searchIn: readonly string[];
  readonly siteTypes: readonly string[];
  readonly languages: string;
  readonly countries: string;
  readonly exclude: string;
  readonly coMentions: string;
  /** `label: keyword, keyword` per line. */
  readonly concepts: string;
  readonly conceptsMode: "concepts" | "concepts_filter";
  readonly sites: string;
  readonly sitesExclude: string;
  readonly minMatch: string;
  readonly minRepeat: string;
  readonly similarity: string;
  readonly sentiments: Readonly<Record<`${Sentiment}:${"min" | "max"}`, string>>;
}

/** An empty form with the service's defaults. */
export const emptyDataset: DatasetDraft = {
  name: "",
  start: "",
  end: "",
  entities: [{ name: "", context: "", keywords: "" }],
  workers: ["quality-score", "raw-matcher"],
  qscore: "50",
  searchIn: ["title", "text"],
  siteTypes: ["standard_news", "blogs", "discussions"],
  languages: "english",
  countries: "",
  exclude: "",
  coMentions: "",
  concepts: "",
  conceptsMode: "concepts",
  sites: "",
  sitesExclude: "",
  minMatch: "1",
  minRepeat: "1",
  similarity: "0",
  sentiments: {
    "positive:min": "",
    "positive:max": "",
    "negative:min": "",
    "negative:max": "",
    "neutral:min": "",
    "neutral:max": "",
    "polarity:min": "",
    "polarity:max": "",
  },
};

/** Lines or comma-separated words as a list. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(/[\n,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** Concepts as typed: one line per label. */
export const conceptsOf = (text: string): readonly (readonly [string, readonly string[]])[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const colon = line.indexOf(":");
      return colon < 0 ? [line, []] : [line.slice(0, colon).trim(), listOf(line.slice(colon + 1))];
    });

const unless = (left: boolean, part: object): object => (left ? {} : part);

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value) => other.includes(value));

const sentimentsOf = (typed: DatasetDraft["sentiments"]): object => {
  const names = Object.keys(sentiments) as Sentiment[];
  const chosen = names.map((name) => {
    const bounds = (["min", "max"] as const).filter((bound) => typed[`${name}:${bound}`].trim() !== "");
    return [name, Object.fromEntries(bounds.map((bound) => [bound, Number(typed[`${name}:${bound}`])]))] as const;
  });
  return Object.fromEntries(chosen.filter(([, bounds]) => Object.keys(bounds).length > 0));
};

const entityOf = ({ name, context, keywords }: EntityDraft): object => ({
  entity_of_interest: name.trim(),
  ...unless(context.trim() === "", { context: context.trim() }),
  keywords: keywords
    .split("\n")
    .map((word) => word.trim())
    .filter((word) => word !== ""),
});

/** The body of the request; what equals the service's default or does not apply is left out. */
export const bodyOf = (draft: DatasetDraft): Readonly<Record<string, unknown>> => {
  const concepts = Object.fromEntries(conceptsOf(draft.concepts));
  const sentiment = sentimentsOf(draft.sentiments);
  const lists = {
    countries: listOf(draft.countries).map((code) => code.toUpperCase()),
    keywords_exclude: listOf(draft.exclude),
    co_mentions: listOf(draft.coMentions),
    sites: listOf(draft.sites),
    sites_exclude: listOf(draft.sitesExclude),
  };
  return {
    start_date: draft.start,
    end_date: draft.end,
    entities: draft.entities.filter(({ name }) => name.trim() !== "").map(entityOf),
    workers: draft.workers,
    ...unless(!draft.workers.includes("quality-score"), { qscore: Number(draft.qscore) }),
    ...unless(draft.workers.includes("ner-linking") || same(draft.searchIn, searchParts), {
      search_in: draft.searchIn,
    }),
    ...unless(same(draft.siteTypes, emptyDataset.siteTypes), { site_type: draft.siteTypes }),
    ...unless(draft.languages.trim() === "" || draft.languages.trim() === "english", {
      languages: listOf(draft.languages),
    }),
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    ...unless(Object.keys(concepts).length === 0, { [draft.conceptsMode]: concepts }),
    ...unless(Number(draft.minMatch) === 1, { min_match: Number(draft.minMatch) }),
    ...unless(Number(draft.minRepeat) === 1, { min_repeat: Number(draft.minRepeat) }),
    ...unless(Number(draft.similarity) === 0, { similarity_threshold: Number(draft.similarity) }),
    ...unless(Object.keys(sentiment).length === 0, { sentiments_filter: sentiment }),
  };
};
