import { sentenceText } from "../formula/analysis";
import { defineAnalysisTable } from "../formula/analysis-table";
import { helpWanted } from "../formula/help";
import { listFrom, membersOf, scalarOf } from "../table/nested/reading";

/** `ANALYSIS.SENTENCES`: every sentence of the documents with its twelve results; withheld premium text is marked. */
export const analysisSentences = defineAnalysisTable({
  name: "ANALYSIS.SENTENCES",
  help: helpWanted
    ? {
        description: "The sentences of an analysis' documents, one per row, with their twelve results.",
        parameters: {
          limit: "How many documents: 1 to 500, 100 if omitted.",
          entity: "Name of an entity of the analysis: its documents only.",
        },
        options: { concept: "Label of a concept of the analysis.", date: "One day of the analysis." },
        examples: [
          {
            formula: '=ANALYSIS.SENTENCES("a3975255-be9f-4899-9af9-cae6864770e0",10)',
            shows: "The sentences of ten documents with polarity, joy, fear and more.",
          },
        ],
      }
    : undefined,
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
      const { sentence_id, type, text, entities, results } = membersOf(sentence);
      const named = listFrom(entities).map((entity) => String(scalarOf(entity) ?? ""));
      return { ...membersOf(results), sentence_id, type, text: sentenceText(text), entities: named.join("; ") };
    }),
});
