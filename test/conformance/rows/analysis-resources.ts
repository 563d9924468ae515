import { rows } from "./rows";

const documentRows = rows("Resources › Analysis result document (download)", {
  "analysis-document.id": "string",
  "analysis-document.title-url": "strings",
  "analysis-document.extract_date": "date-time with offset",
  "analysis-document.language": "language name such as english",
  "analysis-document.qscore": "number, 0 to 100",
  "analysis-document.the-service": "object: country alpha-2, site, site_type",
  "analysis-document.sentiments": "document_negative, _neutral, _positive: {max, mean, median, min}",
  "analysis-document.polarity": "document_polarity: number",
  "analysis-document.entity-sentiments":
    "document_entity_negative, _neutral, _positive: entity name → {max, mean, median, min}",
  "analysis-document.entity-polarity": "document_entity_polarity: entity name → number",
  "analysis-document.concepts": "object keyed by concept label",
  "analysis-document.entities": "entity id → array of objects with a label-to-count pair and entity_type",
  "analysis-document.mentions": "entity name → keyword → count",
  "analysis-document.sentences": "array of sentence objects",
  "analysis-document.summary": "string",
  "analysis-sentence.members":
    "sentence_id integer, type integer, text, entities string[], matches object[], results object",
  "analysis-sentence.results": "the twelve numbers",
  "analysis-sentence.matches":
    "class entity: entity_id, entity_type, label, similarity; class mentions: count, entity_id, similarity",
});

const seriesRows = rows("Resources › Time series row", {
  "series.row": "one row per combination of the chosen pivots, pivot members present",
  "series.metrics": "<operand>_<metric> for four operands and thirteen metrics",
  "series.volumes": "volume_document, volume_sentence: integers",
});

const otherRows = {
  ...rows("Resources › Translated document (translation route)", {
    "translated-document": "extracted, id, partial; title, text, summary only if requested; error",
  }),
  ...rows("Resources › Content document (v3)", {
    "content-document":
      "identifier, extract_date, title, text, summary, three translated members, error with errors items",
  }),
  ...rows("Resources › Gaps in resource definitions", {
    "gap.languages": "codes of 2 letters, of 3 letters and English names; complete list not shown",
    "gap.task-values": "task status and type values not shown beyond the samples",
    "gap.event-values": "categories, sub-categories, UNGC strings not shown beyond the samples",
    "gap.download-fields": "complete fields list of the download not shown",
    "gap.countries": "allowed country filter values not shown beyond the lowercase form",
  }),
};

/** What analyses, translations and the content route return. */
export const analysisResourceRows = { ...documentRows, ...seriesRows, ...otherRows };
