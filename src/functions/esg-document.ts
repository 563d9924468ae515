import { esgDocumentColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { documentRows } from "../formula/document-rows";
import { helpWanted } from "../formula/help";
import { fields, list } from "../formula/parameter";
import { alignRows, showColumns } from "../formula/tabulate";

/** `ESG.DOCUMENT`: ESG documents by id, aligned. */
export const esgDocument = defineFunction({
  name: "ESG.DOCUMENT",
  help: helpWanted
    ? {
        description: "ESG documents by their ids: one row per id, in order.",
        parameters: { id: "Ids of ESG documents, in a cell or one column or row." },
        examples: [
          {
            formula: '=ESG.DOCUMENT(INDEX(ESG.DOCUMENTS("EU Banks",,,,,"id",1),2,1),"title,score,summary")',
            shows: "Title, score and summary of a document.",
          },
        ],
      }
    : undefined,
  parameters: { id: list("text"), fields },
  layout: "aligned",
  headers: "no",
  options: {},
  translates: true,
  routes: ["getEsgDocument", "searchEntities"],
  columns: esgDocumentColumns,
  answer: async (call) => {
    const shown = showColumns(call, esgDocumentColumns, call.values.fields);
    return alignRows(call, await documentRows(call, call.values.id, { route: "getEsgDocument", shown }), shown);
  },
});
