import { legacyDocumentColumns } from "../formula/column-sets";
import { documentKeys } from "../formula/content";
import { defineFunction } from "../formula/define";
import { helpWanted } from "../formula/help";
import { inOwnRow } from "../formula/own-row";
import { fields, list } from "../formula/parameter";
import { alignRows, showColumns } from "../formula/tabulate";
import { requestedFields } from "../table/fields";

/** `DOC.FIELDS`: fields of documents by the ids of an analysis, aligned (legacy `POST /api/2.0/documents`). */
export const docFields = defineFunction({
  name: "DOC.FIELDS",
  help: helpWanted
    ? {
        description: "Fields of documents by their ids from an analysis: one row per document, in order.",
        parameters: {
          ids: "Ids of documents of an analysis, in one column or row.",
          extracted: "extract_date of each document, beside the ids.",
        },
        examples: [
          {
            formula:
              '=DOC.FIELDS(ANALYSIS.DOCUMENTS("a3975255-be9f-4899-9af9-cae6864770e0","id",5,,,"headers=no"),ANALYSIS.DOCUMENTS("a3975255-be9f-4899-9af9-cae6864770e0","extract_date",5,,,"headers=no"),"title,summary")',
            shows: "Title and summary of five documents of an analysis.",
          },
        ],
      }
    : undefined,
  parameters: { ids: list("text"), extracted: list("date"), fields },
  layout: "aligned",
  headers: "no",
  options: {},
  routes: ["getLegacyDocuments"],
  columns: legacyDocumentColumns,
  blames: { documents: "ids" },
  answer: async (call) => {
    const { ids, extracted } = call.values;
    const keys = documentKeys(call, { name: "ids", argument: ids }, { name: "extracted", argument: extracted });
    const shown = showColumns(call, legacyDocumentColumns, call.values.fields);
    const wanted = { fields: requestedFields(shown.needed) };
    const rows = await Promise.all(
      keys.map((read) =>
        inOwnRow(call, async () => {
          const key = read();
          if (key === undefined) return undefined;
          const found = await call.runtime.documents.legacy({ id: key.id, extracted: key.date }, wanted, call.inquiry);
          return found === undefined ? { id: key.id, status: "not found" } : { ...found, status: "ok" };
        }),
      ),
    );
    return alignRows(call, rows, shown);
  },
});
