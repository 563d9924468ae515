import { defineAnalysisTable } from "./document-table";
import type { TableRecord } from "../../table/columns";
import { toMembers } from "../../table/nested/values";

const sentimentMeasures = ["negative", "neutral", "positive", "polarity"] as const;

/** A measure as `{ max, mean, median, min }`; a single number is its own mean. */
const row = (entity: string, measure: string, statistics: unknown): TableRecord => ({
  entity,
  measure,
  ...(typeof statistics === "number" ? { mean: statistics } : toMembers(statistics)),
});

/** `ANALYSIS.SENTIMENT`: the four measures of each document, over all and by entity, with their statistics. */
export const analysisSentiment = defineAnalysisTable({
  name: "ANALYSIS.SENTIMENT",
  help: {
    description:
      "The sentiment of the documents of an analysis, overall and by entity, with max, mean, median and min.",
    synonyms: "tone, mood, polarity, positive, negative, emotion, opinion",
    parameters: { limit: 'Maximum number of documents: 1 to 500, 500 if omitted; "all" reads them day by day.' },
    options: { concept: "Label of a concept of the analysis.", date: "Only this day of the analysis." },
    examples: [
      {
        formula: '=ANALYSIS.SENTIMENT("a3975255-be9f-4899-9af9-cae6864770e0",20)',
        shows: "Document, entity (blank for the overall value), measure and statistics.",
      },
    ],
  },
  fields: () => sentimentMeasures.flatMap((measure) => [`document_${measure}`, `document_entity_${measure}`]),
  byEntity: false,
  columns: {
    id: "text",
    entity: "text",
    measure: "text",
    max: "number",
    mean: "number",
    median: "number",
    min: "number",
  },
  rows: (document) =>
    sentimentMeasures.flatMap((measure) => [
      row("", measure, document[`document_${measure}`]),
      ...Object.entries(toMembers(document[`document_entity_${measure}`])).map(([entity, statistics]) =>
        row(entity, measure, statistics),
      ),
    ]),
});
