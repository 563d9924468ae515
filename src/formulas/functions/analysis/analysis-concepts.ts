import { defineAnalysisTable } from "./document-table";
import type { TableRecord } from "../../table/columns";
import { listFrom, toMembers, toScalar } from "../../table/nested/values";

/** The value of a concept is a number, keywords with counts, or a list of keywords; the specification leaves it open. */
const conceptRows = (concept: string, content: unknown): readonly TableRecord[] => {
  const keywords = Object.entries(toMembers(content));
  if (keywords.length > 0) return keywords.map(([key, value]) => ({ concept, key, value: toPlainValue(value) }));
  if (Array.isArray(content)) return content.map((key) => ({ concept, key: toPlainValue(key) }));
  return [{ concept, value: toScalar(content) }];
};

const toPlainValue = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? listFrom(value)
        .map((item) => JSON.stringify(item))
        .join("; ")
    : value;

/** `ANALYSIS.CONCEPTS`: the concepts found in each document. */
export const analysisConcepts = defineAnalysisTable({
  name: "ANALYSIS.CONCEPTS",
  help: {
    description: "The concepts found in the documents of an analysis.",
    synonyms: "topics, themes, keywords, subjects",
    parameters: { limit: 'Maximum number of documents: 1 to 500, 500 if omitted; "all" reads them day by day.' },
    options: { concept: "Label of a concept of the analysis.", date: "Only this day of the analysis." },
    examples: [
      {
        formula: '=ANALYSIS.CONCEPTS("a3975255-be9f-4899-9af9-cae6864770e0",20)',
        shows: "Document, concept, and the keywords or numbers found for it.",
      },
    ],
  },
  fields: () => ["concepts"],
  byEntity: false,
  columns: { id: "text", concept: "text", key: "text", value: "number" },
  rows: (document) =>
    Object.entries(toMembers(document["concepts"])).flatMap(([concept, content]) => conceptRows(concept, content)),
});
