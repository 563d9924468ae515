import { defineDocumentText } from "./content";

/** `DOC.SUMMARY`: the English summary of a document; with a range one per cell (specification, "Content route (v3)"). */
export const docSummary = defineDocumentText({
  name: "DOC.SUMMARY",
  field: "summary",
  help: {
    description: "The English summary of a document, by its id and date.",
    synonyms: "abstract, article summary, translate",
    parameters: {
      id: "Id of the document: the column Datamarts document ID.",
      extractDate: "Date of the document: the column Extract date.",
    },
    examples: [
      {
        formula:
          '=DOC.SUMMARY(INDEX(ESG.DOCUMENTS("EU Banks",,,,,"datamarts_document_id",1),2,1),INDEX(ESG.DOCUMENTS("EU Banks",,,,,"extract_date",1),2,1))',
        shows: "The English summary of the most reliable document.",
      },
    ],
  },
});
