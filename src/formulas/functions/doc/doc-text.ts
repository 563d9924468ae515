import { defineDocumentText } from "./content";

/** `DOC.TEXT`: the text of a document; with a range one per cell (specification, "Content route (v3)"). */
export const docText = defineDocumentText({
  name: "DOC.TEXT",
  field: "text",
  help: {
    description: "The text of a document, by its id and date.",
    synonyms: "full text, article, body, original text",
    parameters: {
      id: "Id of the document: the column Datamarts document ID.",
      extractDate: "Date of the document: the column Extract date.",
    },
    examples: [
      {
        formula:
          '=DOC.TEXT(INDEX(ESG.DOCUMENTS("EU Banks",,,,,"datamarts_document_id",1),2,1),INDEX(ESG.DOCUMENTS("EU Banks",,,,,"extract_date",1),2,1))',
        shows: "The text of the most reliable document.",
      },
    ],
  },
});
