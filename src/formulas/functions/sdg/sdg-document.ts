import { defineDocumentsById } from "../../define/documents-by-id";
import { sdgDocumentColumns } from "../../table/column-sets";

/** `SDG.DOCUMENT`: SDG documents by id, aligned (specification, "GET {base_url}/v3/sdg/documents/{document_id}"). */
export const sdgDocument = defineDocumentsById({
  name: "SDG.DOCUMENT",
  route: "getSdgDocument",
  columns: sdgDocumentColumns,
  help: {
    description: "SDG documents by their ids: one row per id, in the same order.",
    synonyms: "impact, article by id, goals, source",
    parameters: { id: "Ids of SDG documents, in one cell, column or row." },
    examples: [
      {
        formula: '=SDG.DOCUMENT(INDEX(SDG.DOCUMENTS("PT0ZZ0000216",,,,,"id",1),2,1),"title,score,categories")',
        shows: "Title, score and goals of a document.",
      },
    ],
  },
});
