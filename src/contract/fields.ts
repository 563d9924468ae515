// Generated from openapi.yaml by `npm run generate`. Do not edit.

/** What a field holds; a list holds several. */
export type FieldType = "text" | "integer" | "number" | "boolean" | "date-time" | "date" | "object";

/** One field of a resource: its wire name, its type, and whether the route returns it when no fields are asked for. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly list: boolean;
  readonly byDefault: boolean;
}

const field = (name: string, type: FieldType, list: boolean, byDefault: boolean): Field => ({
  name,
  type,
  list,
  byDefault,
});

/** Fields of EsgEvent. */
export const esgEventFields: readonly Field[] = [
  field("id", "text", false, true),
  field("case_id", "text", false, true),
  field("categories", "text", true, true),
  field("entity_id", "text", false, true),
  field("dashboard_url", "text", false, true),
  field("last_activity", "date-time", false, true),
  field("score", "integer", false, true),
  field("start_date", "date-time", false, true),
  field("sub_categories", "text", true, true),
  field("summary", "text", false, true),
  field("title", "text", false, true),
  field("related_documents_count", "integer", false, true),
  field("ungc_classification", "text", false, false),
  field("ungc_principles", "text", true, false),
  field("ungc_explanation", "text", false, false),
  field("translated_summary", "text", false, true),
  field("translated_title", "text", false, true),
];

/** Fields of EsgDocument. */
export const esgDocumentFields: readonly Field[] = [
  field("id", "text", false, true),
  field("categories", "text", true, true),
  field("case_id", "text", false, true),
  field("country", "text", false, true),
  field("cluster_size", "integer", false, true),
  field("datamarts_document_id", "text", false, true),
  field("entity_keywords", "text", true, true),
  field("entity_id", "text", false, true),
  field("event_id", "text", false, true),
  field("url", "text", false, true),
  field("extract_date", "date-time", false, true),
  field("dashboard_url", "text", false, true),
  field("language", "text", false, true),
  field("main_story", "text", false, true),
  field("negative", "number", false, true),
  field("neutral", "number", false, true),
  field("novelty", "text", false, true),
  field("polarity", "number", false, true),
  field("positive", "number", false, true),
  field("score", "integer", false, true),
  field("site", "text", false, true),
  field("site_type", "text", false, true),
  field("sub_categories", "text", true, true),
  field("taxonomy_keywords", "text", true, true),
  field("title", "text", false, true),
  field("is_high_authority_source", "boolean", false, true),
  field("summary", "text", false, false),
  field("translated_title", "text", false, true),
  field("translated_main_story", "text", false, true),
  field("translated_summary", "text", false, false),
];

/** Fields of SdgDocument. */
export const sdgDocumentFields: readonly Field[] = [
  field("id", "text", false, true),
  field("categories", "text", true, true),
  field("country", "text", false, true),
  field("cluster_size", "integer", false, true),
  field("entity_keywords", "text", true, true),
  field("entity_id", "text", false, true),
  field("url", "text", false, true),
  field("extract_date", "date-time", false, true),
  field("dashboard_url", "text", false, true),
  field("language", "text", false, true),
  field("negative", "number", false, true),
  field("neutral", "number", false, true),
  field("positive", "number", false, true),
  field("polarity", "number", false, true),
  field("score", "integer", false, true),
  field("site_type", "text", false, true),
  field("taxonomy_keywords", "text", true, true),
  field("title", "text", false, true),
  field("datamarts_document_id", "text", false, true),
  field("is_high_authority_source", "boolean", false, true),
  field("translated_title", "text", false, true),
];

/** Fields of Entity. */
export const entityFields: readonly Field[] = [
  field("id", "text", false, true),
  field("description", "text", false, true),
  field("name", "text", false, true),
  field("figi", "text", false, true),
  field("isin", "text", true, true),
  field("ticker", "text", true, true),
  field("alias", "text", true, true),
  field("website", "text", false, true),
  field("country", "text", false, true),
  field("employee_count", "integer", false, true),
  field("revenue", "object", true, true),
  field("isic4", "object", true, true),
  field("industry_codes", "object", true, true),
  field("unspsc", "object", true, true),
  field("city", "text", false, true),
  field("region", "text", false, true),
  field("lei", "text", false, true),
  field("client_code", "object", false, true),
  field("registration_codes", "object", true, true),
  field("created_at", "date-time", false, true),
  field("related_universe_count", "integer", false, false),
];

/** Fields of Task. */
export const taskFields: readonly Field[] = [
  field("id", "text", false, true),
  field("status", "text", false, true),
  field("description", "text", false, true),
  field("type", "text", false, true),
  field("created_at", "date-time", false, true),
  field("completed_at", "date-time", false, true),
];

/** Fields of ContentDocument. */
export const contentDocumentFields: readonly Field[] = [
  field("datamarts_document_id", "text", false, true),
  field("extract_date", "date-time", false, true),
  field("title", "text", false, true),
  field("text", "text", false, true),
  field("summary", "text", false, false),
  field("translated_title", "text", false, false),
  field("translated_text", "text", false, false),
  field("translated_summary", "text", false, false),
];

/** Fields of LegacyDocument. */
export const legacyDocumentFields: readonly Field[] = [
  field("id", "text", false, false),
  field("title", "text", false, false),
  field("text", "text", false, false),
  field("summary", "text", false, true),
  field("url", "text", false, false),
  field("extract_date", "date-time", false, false),
  field("language", "text", false, false),
  field("site", "text", false, false),
  field("site_type", "text", false, false),
  field("country", "text", false, false),
];

/** Fields of TranslatedDocument. */
export const translatedDocumentFields: readonly Field[] = [
  field("extracted", "date-time", false, true),
  field("id", "text", false, true),
  field("partial", "boolean", false, true),
  field("title", "text", false, true),
  field("text", "text", false, true),
  field("summary", "text", false, true),
  field("error", "object", false, true),
];

/** Fields of AnalysisDocument. */
export const analysisDocumentFields: readonly Field[] = [
  field("id", "text", false, true),
  field("title", "text", false, true),
  field("url", "text", false, true),
  field("extract_date", "date-time", false, true),
  field("language", "text", false, true),
  field("qscore", "number", false, true),
  field("the service", "object", false, true),
  field("document_negative", "object", false, true),
  field("document_neutral", "object", false, true),
  field("document_positive", "object", false, true),
  field("document_polarity", "number", false, true),
  field("document_entity_negative", "object", false, true),
  field("document_entity_neutral", "object", false, true),
  field("document_entity_positive", "object", false, true),
  field("document_entity_polarity", "object", false, true),
  field("concepts", "object", false, true),
  field("entities", "object", false, true),
  field("mentions", "object", false, true),
  field("sentences", "object", true, true),
  field("summary", "text", false, true),
];

/** Fields of AnalysisSentence. */
export const analysisSentenceFields: readonly Field[] = [
  field("sentence_id", "integer", false, true),
  field("type", "integer", false, true),
  field("text", "text", false, true),
  field("entities", "text", true, true),
  field("matches", "object", true, true),
  field("results", "object", false, true),
];

/** Fields of SentenceResults. */
export const sentenceResultsFields: readonly Field[] = [
  field("anger", "number", false, true),
  field("anticipation", "number", false, true),
  field("fear", "number", false, true),
  field("joy", "number", false, true),
  field("negative", "number", false, true),
  field("neutral", "number", false, true),
  field("polarity", "number", false, true),
  field("polarity_exp", "number", false, true),
  field("positive", "number", false, true),
  field("sadness", "number", false, true),
  field("surprise", "number", false, true),
  field("trust", "number", false, true),
];

/** Fields of AssociatedUniverse. */
export const associatedUniverseFields: readonly Field[] = [
  field("universe_name", "text", false, true),
  field("universe_id", "text", false, true),
  field("type", "text", false, true),
  field("description", "text", false, true),
];

/** Fields of KgCandidate. */
export const kgCandidateFields: readonly Field[] = [
  field("itemDescription", "text", false, true),
  field("item_id", "text", false, true),
  field("label", "text", false, true),
  field("uuid", "text", false, true),
];

/** What a time series can be grouped by. */
export const timeSeriesPivots = ["extract_day", "language", "entity", "site", "site_type", "country"] as const;

/** How a time series aggregates a metric. */
export const timeSeriesOperands = ["min", "max", "mean", "median"] as const;

/** The metrics of a time series; members are named `<operand>_<metric>`. */
export const timeSeriesMetrics = [
  "anger",
  "anticipation",
  "fear",
  "joy",
  "negative",
  "neutral",
  "polarity",
  "polarity_exp",
  "positive",
  "sadness",
  "similarity",
  "surprise",
  "trust",
] as const;
