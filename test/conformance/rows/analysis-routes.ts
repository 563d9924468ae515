import { rows } from "./rows";

const datasetRows = rows("Endpoints › POST /api/2.0/analyze/dataset", {
  "dataset.200": "instance uuid",
  "dataset.site-types-of-account": "premium_news and licensed_news may be unavailable to an account",
  "dataset.start_date": "required date",
  "dataset.end_date": "required date",
  "dataset.entities": "required objects: entity_of_interest, context, keywords; required members not shown",
  "dataset.workers": "required, min 1, six values, must contain raw-matcher or ner-linking",
  "dataset.keywords_exclude": "AND NOT; full text, case insensitive",
  "dataset.co_mentions": "an entity keyword and at least one co-mention",
  "dataset.concepts": "label → keywords; labels unique, case insensitive",
  "dataset.concepts_filter": "drops documents without the concepts; either concepts or concepts_filter",
  "dataset.countries": "alpha-2, matches thread.country",
  "dataset.languages": "default english",
  "dataset.min_match": "default 1; at least this many keywords of each entity",
  "dataset.min_repeat": "default 1; at least this many occurrences of a keyword",
  "dataset.qscore": "default 50, [0, 100]; no filter without worker quality-score",
  "dataset.search_in": "default title, text; entity keywords only; not with ner-linking",
  "dataset.sentiments_filter": "min, max against document_<sentiment>.mean and document_polarity",
  "dataset.similarity_threshold": "default 0, [0, 1]; drops documents with entities below it",
  "dataset.site_type": "default standard_news, blogs, discussions; six values; standard_news carries news",
  "dataset.sites": "base domains to search",
  "dataset.sites_exclude": "base domains to exclude",
});

const downloadRows = rows("Endpoints › POST /api/2.0/analyze/download", {
  "download.json_lines": "true gives one document per line",
  "download.instance": "required uuid",
  "download.limit": "required integer or object; the object's shape not shown",
  "download.sort": "field, order ASC or DESC",
  "download.concept": "must belong to the instance",
  "download.entity": "must belong to the instance",
  "download.date": "within the instance's range",
  "download.fields": "string[]",
  "download.translate": "language code",
  "download.200": "array of result documents",
  "download.202": "in progress, retry later",
  "download.204": "stopped or failed",
  "download.id": "id is always added",
  "download.rule-1":
    "from 2,500,000 documents on, sort needs date (here with a lower threshold; the number: test/unit/service/download-limits.test.ts)",
  "download.rule-2": "sorting by an aggregate uses the mean",
  "download.rule-3": "sorting by document_entity_* needs entity",
  "download.rule-4": "premium news: each sentence replaced by the placeholder",
  "download.rule-5": "id, title, sentences, url, the service only up to a computed limit of 2000",
  "download.rule-6": "translate translates only summary and requires it in fields",
  "download.rule-7": "500 documents per call",
});

const seriesRouteRows = rows("Endpoints › POST /api/2.0/analyze/timeserie", {
  "timeserie.output_format": "json (default) or csv",
  "timeserie.instance": "uuid",
  "timeserie.operands": "min, max, mean, median; default all four",
  "timeserie.pivots": "six pivots; default extract_day, entity",
  "timeserie.time_granularity": "day (default), hour, minute",
  "timeserie.volume_only": "default false; true gives only volumes",
  "timeserie.200": "array of rows",
  "timeserie.202-204": "202 in progress, 204 stopped or failed",
});

const legacyRows = {
  ...rows("Endpoints › POST /api/2.0/kg/candidates", {
    "candidates.body": "keyword_of_interest, max_results integer, source (sample corporate_kg)",
    "candidates.200": "array of itemDescription, item_id, label, uuid",
    "candidates.gap": "further parameters and validations not shown",
  }),
  ...rows("Endpoints › Translate documents", {
    "translate.path": "path not shown",
    "translate.documents": "required, 1 to 25 of id, extracted",
    "translate.fields": "title, text, summary; default title, text",
    "translate.language": "default english",
    "translate.200": "one translated document per requested one",
    "translate.premium": "premium text cannot be translated, its title can",
  }),
  ...rows("Endpoints › POST /api/2.0/documents", {
    "legacy-documents.body": "documents of id, extracted; fields",
    "legacy-documents.200": "objects with id and the requested fields",
  }),
  ...rows("Endpoints › POST /v3/documents", {
    "content.fields": "default datamarts_document_id, extract_date, title, text",
    "content.translate": "translate; default translated fields title, text",
    "content.body": "documents of datamarts_document_id, extract_date",
    "content.200": "data of 0 to 500; order not guaranteed; not found left out",
    "content.premium": "error member 403 forbidden with an invalid_element item for the restricted field",
  }),
};

/** The routes of analyses and of documents. */
export const analysisRouteRows = { ...datasetRows, ...downloadRows, ...seriesRouteRows, ...legacyRows };
