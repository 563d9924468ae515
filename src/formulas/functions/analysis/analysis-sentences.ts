import { sentenceText } from "./download";
import { defineAnalysisTable } from "./document-table";
import { listFrom, toMembers, toScalar } from "../../table/nested/values";

/** `ANALYSIS.SENTENCES`: every sentence of the documents with its twelve results; withheld premium text is marked. */
export const analysisSentences = defineAnalysisTable({
  name: "ANALYSIS.SENTENCES",
  help: {
    description:
      "The sentences in the documents of an analysis, one per row, with twelve sentiment and emotion values.",
    synonyms: "sentiment, emotion, quotes, tone, polarity, joy, fear",
    labels: { entity: "Entity" },
    parameters: {
      limit: 'Maximum number of documents: 1 to 500, 500 if omitted; "all" reads them day by day.',
      entity: "Name of an entity of the analysis: only its documents.",
    },
    options: { concept: "Label of a concept of the analysis.", date: "Only this day of the analysis." },
    examples: [
      {
        formula: '=ANALYSIS.SENTENCES("a3975255-be9f-4899-9af9-cae6864770e0",10)',
        shows: "The sentences of ten documents with polarity, joy, fear and more.",
      },
    ],
  },
  fields: () => ["sentences"],
  byEntity: true,
  columns: {
    id: "text",
    sentence_id: "integer",
    type: "integer",
    text: "text",
    entities: "text",
    anger: "number",
    anticipation: "number",
    fear: "number",
    joy: "number",
    negative: "number",
    neutral: "number",
    polarity: "number",
    polarity_exp: "number",
    positive: "number",
    sadness: "number",
    surprise: "number",
    trust: "number",
  },
  rows: (document) =>
    listFrom(document["sentences"]).map((sentence) => {
      const { sentence_id, type, text, entities, results } = toMembers(sentence);
      const ids = listFrom(entities).map((entity) => String(toScalar(entity) ?? ""));
      return { ...toMembers(results), sentence_id, type, text: sentenceText(text), entities: ids.join("; ") };
    }),
});
