/** The page envelope of the v3 listings. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly size: number;
  readonly has_next: boolean;
  readonly count: number;
  readonly search_after: string | null;
  readonly total?: number;
}

/** The v3 error body. */
export interface Problem {
  readonly message: string;
  readonly code: number;
  readonly reason: string;
  readonly errors?: readonly { readonly message: string; readonly field: string; readonly reason: string }[];
}

/** The answer of the token route. */
export interface Token {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: string;
}

/** What ESG and SDG documents have in common, as the specification's tables name it. */
export interface SdgDocument {
  readonly id: string;
  readonly categories: readonly string[];
  readonly country: string | null;
  readonly cluster_size: number;
  readonly entity_keywords: readonly string[];
  readonly entity_id: string;
  readonly url: string | null;
  readonly extract_date: string;
  readonly dashboard_url: string;
  readonly language: string;
  readonly negative: number;
  readonly neutral: number;
  readonly positive: number;
  readonly polarity: number;
  readonly score: number;
  readonly site_type: string;
  readonly taxonomy_keywords: readonly string[];
  readonly title: string | null;
  readonly datamarts_document_id: string;
  readonly is_high_authority_source: boolean;
  readonly translated_title?: string | null;
}

/** The ESG document. */
export interface EsgDocument extends SdgDocument {
  readonly case_id: string | null;
  readonly event_id: string | null;
  readonly main_story: string | null;
  readonly novelty: string | null;
  readonly site: string;
  readonly sub_categories: readonly string[];
  readonly summary?: string | null;
  readonly translated_main_story?: string | null;
  readonly translated_summary?: string | null;
}

/** The ESG event. */
export interface EsgEvent {
  readonly id: string;
  readonly case_id: string;
  readonly categories: readonly string[];
  readonly entity_id: string;
  readonly dashboard_url: string;
  readonly last_activity: string;
  readonly score: number;
  readonly start_date: string;
  readonly sub_categories: readonly string[];
  readonly summary: string;
  readonly title: string;
  readonly related_documents_count: number;
  readonly ungc_classification?: string;
  readonly ungc_principles?: readonly string[];
  readonly ungc_explanation?: string;
  readonly translated_summary?: string | null;
  readonly translated_title?: string | null;
}

/** A code of a classification, with a priority where it is a leaf. */
export interface Code {
  readonly code: string;
  readonly description: string;
  readonly priority?: number;
  readonly values?: readonly Code[];
}

/** The entity; a member that the catalogue does not know is absent: the table marks no nulls. */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly figi?: string;
  readonly isin: readonly string[];
  readonly ticker: readonly string[];
  readonly alias: readonly string[];
  readonly website?: string;
  readonly country?: string;
  readonly employee_count?: number;
  readonly revenue: readonly { readonly value: number; readonly currency: string; readonly date: string }[];
  readonly isic4: readonly Code[];
  readonly industry_codes: readonly { readonly description: string; readonly values: readonly Code[] }[];
  readonly unspsc: readonly Code[];
  readonly city?: string;
  readonly region?: string;
  readonly lei?: string;
  readonly client_code?: Readonly<Record<string, string>>;
  readonly registration_codes: readonly { readonly value: string; readonly description: string }[];
  readonly created_at: string;
  readonly related_universe_count?: number;
}

/** A universe in the listing of an entity's universes. */
export interface AssociatedUniverse {
  readonly universe_id: string;
  readonly universe_name: string;
  readonly type: string;
  readonly description: string | null;
}

/** A task. */
export interface Task {
  readonly id: string;
  readonly status: string;
  readonly description: string;
  readonly type: string;
  readonly created_at: string;
  readonly completed_at?: string;
}

/** Sentiment figures of one document. */
export interface Spread {
  readonly max: number;
  readonly mean: number;
  readonly median: number;
  readonly min: number;
}

/** A sentence of an analysed document. */
export interface Sentence {
  readonly sentence_id: number;
  readonly type: number;
  readonly text: string;
  readonly entities: readonly string[];
  readonly matches: readonly Readonly<Record<string, unknown>>[];
  readonly results: Readonly<Record<string, number>>;
}

/** A document of an analysis; every member but id depends on `fields` and on the workers. */
export interface AnalysisDocument {
  readonly id: string;
  readonly title?: string;
  readonly url?: string;
  readonly extract_date?: string;
  readonly language?: string;
  readonly qscore?: number;
  readonly "the service"?: { readonly country: string; readonly site: string; readonly site_type: string };
  readonly document_negative?: Spread;
  readonly document_neutral?: Spread;
  readonly document_positive?: Spread;
  readonly document_polarity?: number;
  readonly document_entity_negative?: Readonly<Record<string, Spread>>;
  readonly document_entity_neutral?: Readonly<Record<string, Spread>>;
  readonly document_entity_positive?: Readonly<Record<string, Spread>>;
  readonly document_entity_polarity?: Readonly<Record<string, number>>;
  readonly concepts?: Readonly<Record<string, unknown>>;
  readonly entities?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly mentions?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sentences?: readonly Sentence[];
  readonly summary?: string;
}

/** A document of the content route. */
export interface ContentDocument {
  readonly datamarts_document_id: string;
  readonly extract_date: string;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly summary?: string | null;
  readonly translated_title?: string | null;
  readonly translated_text?: string | null;
  readonly translated_summary?: string | null;
  readonly error?: Problem;
}

/** A uuid as the specification's examples write it. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** A date-time in UTC. */
export const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)$/;

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Whether it is a lowercase ISO 3166 alpha-2 code. */
export const isCountryCode = (text: string): boolean =>
  /^[a-z]{2}$/.test(text) && text !== "zz" && countryNames.of(text.toUpperCase()) !== undefined;

/** Whether it is an ISO 639-2 code of three letters. */
export const isLanguageCode = (text: string): boolean =>
  /^[a-z]{3}$/.test(text) && languageNames.of(text) !== undefined;
