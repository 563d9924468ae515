import { contentColumns } from "../formula/column-sets";
import { contentOf, documentKeys } from "../formula/content";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { inOwnRow } from "../formula/own-row";
import { fields, list } from "../formula/parameter";
import { alignRows, showColumns } from "../formula/tabulate";
import { requestedFields } from "../table/fields";

/** `DOC.CONTENT`: title, text and summary of documents, aligned; the answer of the service is unordered and incomplete, ours is neither. */
export const docContent = defineFunction({
  name: "DOC.CONTENT",
  help: helpWanted
    ? {
        description: "Title, text and status of documents: one row per document, in order, up to 500 a call.",
        parameters: {
          ids: "datamarts_document_id of each document, in one column or row.",
          extractDates: "extract_date of each document, beside the ids.",
        },
        examples: [
          {
            formula:
              '=DOC.CONTENT(ESG.DOCUMENTS("EU Banks",,,,,"datamarts_document_id",5,"headers=no"),ESG.DOCUMENTS("EU Banks",,,,,"extract_date",5,"headers=no"))',
            shows: "Title, text and status (ok, not found, restricted) of five documents.",
          },
        ],
      }
    : undefined,
  parameters: { ids: list("text"), extractDates: list("date"), fields },
  layout: "aligned",
  headers: "no",
  options: {},
  translates: true,
  routes: ["getDocuments"],
  columns: contentColumns,
  blames: { datamarts_document_id: "ids", extract_date: "extractDates", documents: "ids" },
  answer: async (call) => {
    const { ids, extractDates } = call.values;
    const keys = documentKeys(call, { name: "ids", argument: ids }, { name: "extractDates", argument: extractDates });
    const shown = showColumns(call, contentColumns, call.values.fields);
    const wanted = requestedFields(shown.needed);
    const rows = await Promise.all(
      keys.map((read) =>
        inOwnRow(call, async () => {
          const key = read();
          return key && contentOf(call, key, wanted);
        }),
      ),
    );
    return alignRows(call, rows, shown);
  },
});
