import { sdgDocumentColumns } from "../formula/column-sets";
import { defineFunction } from "../formula/define";
import { documentRows } from "../formula/document-rows";
import { helpWanted } from "../formula/help";
import { fields, list } from "../formula/parameter";
import { alignRows, showColumns } from "../formula/tabulate";

/** `SDG.DOCUMENT`: SDG documents by id, aligned. */
export const sdgDocument = defineFunction({
  name: "SDG.DOCUMENT",
  help: helpWanted
    ? {
        description: "SDG documents by their ids: one row per id, in order.",
        parameters: { id: "Ids of SDG documents, in a cell or one column or row." },
        examples: [
          {
            formula: '=SDG.DOCUMENT(INDEX(SDG.DOCUMENTS("PT0ZZ0000216",,,,,"id",1),2,1),"title,score,categories")',
            shows: "Title, score and goals of a document.",
          },
        ],
      }
    : undefined,
  parameters: { id: list("text"), fields },
  layout: "aligned",
  headers: "no",
  options: {},
  translates: true,
  routes: ["getSdgDocument", "searchEntities"],
  columns: sdgDocumentColumns,
  answer: async (call) => {
    const shown = showColumns(call, sdgDocumentColumns, call.values.fields);
    return alignRows(call, await documentRows(call, call.values.id, { route: "getSdgDocument", shown }), shown);
  },
});
