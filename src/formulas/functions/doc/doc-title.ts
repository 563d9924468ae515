import { defineDocumentText } from "./content";

/** `DOC.TITLE`: the title of a document; with a range one per cell (specification, "Content route (v3)"). */
export const docTitle = defineDocumentText({
  name: "DOC.TITLE",
  field: "title",
  help: {
    description: "The title of a document, by its id and date.",
    synonyms: "headline, article title",
    parameters: {
      id: "Id of the document: the column Datamarts document ID.",
      extractDate: "Date of the document: the column Extract date.",
    },
    examples: [
      {
        formula:
          '=DOC.TITLE(INDEX(ESG.DOCUMENTS("EU Banks",,,,,"datamarts_document_id",1),2,1),INDEX(ESG.DOCUMENTS("EU Banks",,,,,"extract_date",1),2,1))',
        shows: "The title of the most reliable document.",
      },
    ],
  },
});
