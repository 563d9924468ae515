import { defineDocumentsById } from "../../define/documents-by-id";
import { esgDocumentColumns } from "../../table/column-sets";

/** `ESG.DOCUMENT`: ESG documents by id, aligned (specification, "GET {base_url}/v3/esg/documents/{document_id}"). */
export const esgDocument = defineDocumentsById({
  name: "ESG.DOCUMENT",
  route: "getEsgDocument",
  columns: esgDocumentColumns,
  help: {
    description: "ESG documents by their ids: one row per id, in the same order.",
    synonyms: "article by id, news item, controversy document, source",
    parameters: { id: "Ids of ESG documents, in one cell, column or row." },
    examples: [
      {
        formula: '=ESG.DOCUMENT(INDEX(ESG.DOCUMENTS("EU Banks",,,,,"id",1),2,1),"title,score,summary")',
        shows: "Title, score and summary of a document.",
      },
    ],
  },
});
