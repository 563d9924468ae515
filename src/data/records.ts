/** Where a value or a record came from. */
export interface Origin {
  /** For example `GLEIF`, `SEC`, `own`. */
  readonly source: string;
  readonly file: string;
  /** When the source published it, or the file was written: ISO 8601, UTC. */
  readonly date: string;
  /** What the record may be used for, for example `CC0-1.0`. */
  readonly licence: string;
}

export interface Ticker {
  readonly symbol: string;
  /** The market identifier code (ISO 10383); null if the source names no market. */
  readonly mic: string | null;
}

/** A node of the ISIC tree. A leaf has a priority, the others have child nodes. */
export interface IsicNode {
  readonly code: string;
  readonly description: string;
  readonly priority?: number;
  readonly values?: readonly IsicNode[];
}

export interface RankedCode {
  readonly code: string;
  readonly description: string;
  readonly priority: number;
}

/** A company. Null is unknown; an empty list too. */
export interface CompanyRecord {
  /** The permanent id, a uuid. */
  readonly id: string;
  readonly name: string;
  /** Other names, the most usual first. */
  readonly aliases: readonly string[];
  readonly lei: string | null;
  readonly figi: string | null;
  /** The number of the SEC, without leading zeros. */
  readonly cik: string | null;
  readonly duns: string | null;
  readonly isins: readonly string[];
  readonly tickers: readonly Ticker[];
  /** ISO 3166 alpha-2, upper case. */
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly website: string | null;
  readonly description: string | null;
  /** The code of ISO 20275 (ELF), or the source's own words. */
  readonly legalForm: string | null;
  /** The ids of the parents in this database. */
  readonly parent: string | null;
  readonly ultimateParent: string | null;
  readonly employeeCount: number | null;
  readonly revenue: readonly { readonly value: number; readonly currency: string; readonly date: string }[];
  /** One tree for each ISIC section. */
  readonly isic4: readonly IsicNode[];
  readonly industryCodes: readonly { readonly description: string; readonly values: readonly RankedCode[] }[];
  readonly unspsc: readonly RankedCode[];
  readonly registrations: readonly { readonly value: string; readonly description: string }[];
  /** Private codes: by the id of the client's company, then by the name of the code. */
  readonly clientCodes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Whether an account needs a licence for the company that no account of this service has (402). */
  readonly unlicensed: boolean;
  /** Where each member came from; `id` stands for members that are not named. */
  readonly origins: Readonly<Partial<Record<keyof CompanyRecord, Origin>>>;
}

/** A company of which nothing but this is known. */
export const bareCompany = ({
  id,
  name,
  createdAt,
}: Pick<CompanyRecord, "id" | "name" | "createdAt">): CompanyRecord => ({
  id,
  name,
  createdAt,
  aliases: [],
  lei: null,
  figi: null,
  cik: null,
  duns: null,
  isins: [],
  tickers: [],
  country: null,
  region: null,
  city: null,
  website: null,
  description: null,
  legalForm: null,
  parent: null,
  ultimateParent: null,
  employeeCount: null,
  revenue: [],
  isic4: [],
  industryCodes: [],
  unspsc: [],
  registrations: [],
  clientCodes: {},
  unlicensed: false,
  origins: {},
});

/** The twelve numbers of a sentence in analyses, each from 0 to 1, the polarities from -1 to 1. Nobody computed one that is missing. */
export interface SentenceResults {
  readonly anger?: number;
  readonly anticipation?: number;
  readonly fear?: number;
  readonly joy?: number;
  readonly negative?: number;
  readonly neutral?: number;
  readonly polarity?: number;
  readonly polarity_exp?: number;
  readonly positive?: number;
  readonly sadness?: number;
  readonly surprise?: number;
  readonly trust?: number;
}

/** A website. */
export interface Site {
  readonly domain: string;
  readonly type: "news" | "blogs" | "discussions";
  /** Who may read its texts: everyone, or accounts with licensed or premium news. */
  readonly licence: "standard" | "licensed" | "premium";
  /** ISO 3166 alpha-2, lower case. */
  readonly country: string | null;
  /** 0 to 1; null is unknown. */
  readonly authority: number | null;
}

/** A document as the source has it. */
export interface SourceDocument {
  /** The id of its content (`datamarts_document_id`), the same in every import. */
  readonly contentId: string;
  readonly url: string | null;
  readonly title: string | null;
  readonly text: string;
  /** When it was extracted: ISO 8601, UTC, whole seconds. */
  readonly time: string;
  /** ISO 639-2/B if the source says it. */
  readonly language: string | null;
  readonly site: Site;
  readonly origin: Origin;
  /** The CIK of the company that filed it with the SEC, without leading zeros: its name may have changed since. */
  readonly filer?: string;
}

/** A sentence of a document, in the document's language. */
export interface Sentence {
  readonly text: string;
  /** 0 for the title, 1 for the text. */
  readonly type: 0 | 1;
  readonly results: SentenceResults;
}

/** A company in a sentence. */
export interface Mention {
  /** The company's id. */
  readonly company: string;
  /** The words as they stand in the text. */
  readonly text: string;
  /** The position of the sentence, and of the words in it, in UTF-16 units. */
  readonly sentence: number;
  readonly start: number;
}

/** The sentiment toward a company in a whole document: levels from 0 to 1, the polarity from -1 to 1. */
export interface Sentiment {
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
  readonly polarity: number;
}

/** What a document says about one company: a record of the ESG or SDG routes. A rule gave its score; without a rule there is none. */
export interface Signal {
  /** A uuid. */
  readonly id: string;
  /** `unread`: the document names the company in a language without rules. It is no record of a route. */
  readonly kind: "esg" | "sdg" | "unread";
  /** The company's id. */
  readonly company: string;
  /** The keywords of the company that occur. */
  readonly companyKeywords: readonly string[];
  readonly event: string | null;
  readonly case: string | null;
  /** `E`, `S`, `G`, or goals such as `SDG:7`. */
  readonly categories: readonly string[];
  readonly subCategories: readonly string[];
  /** The keywords of the categories that occur. */
  readonly keywords: readonly string[];
  /** 1 to 5; null where no rule scores it. */
  readonly score: number | null;
  /** The rule that gave the score, in words; null in the made-up world. */
  readonly rule: string | null;
  /** The sentence in which the rule applied; null in the made-up world. */
  readonly evidence: string | null;
  readonly sentiment: Sentiment;
  /** Documents of the cluster, this one included; 0 only for SDG documents. */
  readonly clusterSize: number;
  /** Orders the documents of a universe: higher is more relevant. */
  readonly reliability: number;
  /** New developments in English; null if nothing is new. */
  readonly novelty: string | null;
}

/** Title, text and summaries in one language. */
export interface Wording {
  readonly title: string | null;
  /** The sentences of the text, without the title. */
  readonly sentences: readonly string[];
  readonly summary: string | null;
  readonly mainStory: string | null;
}

/** What the steps of the enrichment computed. */
export interface Enrichment {
  /** The version of the steps; a newer one enriches again. */
  readonly version: number;
  /** ISO 639-2/B. */
  readonly language: string;
  /** 0 to 100; null is unknown. */
  readonly quality: number | null;
  /** The title first, if there is one. */
  readonly sentences: readonly Sentence[];
  readonly mentions: readonly Mention[];
  /** Goals such as `SDG:7` and ESG sub-categories that the text is about. */
  readonly topics: readonly string[];
  /** The content id of the first document of its near-duplicates on that day; its own if it is the first or alone. */
  readonly cluster: string;
  readonly signals: readonly Signal[];
  readonly summary: string | null;
  readonly mainStory: string | null;
  /** By ISO 639-2/B code; without the document's own language. */
  readonly translations: Readonly<Record<string, Wording>>;
}

/** A document with what was computed from it. Null: it waits for the enrichment. */
export interface DocumentRecord {
  readonly source: SourceDocument;
  readonly enrichment: Enrichment | null;
}

/** An ESG event: documents of one company about one matter, near in time, or what a file says of it. */
export interface EventRecord {
  /** A uuid. */
  readonly id: string;
  /** Of an imported event only. */
  readonly origin?: Origin;
  readonly case: string;
  /** The company's id. */
  readonly company: string;
  readonly title: string;
  readonly summary: string;
  /** ISO 8601, UTC, whole seconds. */
  readonly start: string;
  readonly last: string;
  /** 1 to 5. */
  readonly score: number;
  readonly categories: readonly string[];
  readonly subCategories: readonly string[];
  /** Null where a file of events does not say how many. */
  readonly documents: number | null;
  /** The UN Global Compact assessment; null without one. */
  readonly ungc: {
    readonly classification: "low risk" | "watchlist" | "violator";
    readonly principles: readonly string[];
    readonly explanation: string;
  } | null;
  /** Title and summary by ISO 639-2/B code. */
  readonly translations: Readonly<Record<string, { readonly title: string; readonly summary: string }>>;
}
