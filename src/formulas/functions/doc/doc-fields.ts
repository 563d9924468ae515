import { legacyDocumentColumns } from "../../table/column-sets";
import { documentRow, readDocumentKeys } from "./content";
import { defineFunction } from "../../define/define-function";
import { inTargetCell } from "../../table/target-cell";
import { fields, list } from "../../arguments/parameters";
import { alignRows } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { columnFields } from "../../table/columns";

/** `DOC.FIELDS`: fields of documents by the ids of an analysis, aligned (specification, "POST {base_url}/api/2.0/documents"). */
export const docFields = defineFunction({
  name: "DOC.FIELDS",
  help: {
    description: "Fields of documents of an analysis, by their ids: one row per document, in the same order.",
    synonyms: "metadata, article details, source, language",
    labels: { ids: "Document ids" },
    parameters: {
      ids: "Ids of documents of an analysis, in one column or row.",
      extracted: "Date of each document, in the same order as the ids: the column Extract date.",
    },
    examples: [
      {
        formula:
          '=DOC.FIELDS(ANALYSIS.DOCUMENTS("a3975255-be9f-4899-9af9-cae6864770e0","id",5,,,"headers=no"),ANALYSIS.DOCUMENTS("a3975255-be9f-4899-9af9-cae6864770e0","extract_date",5,,,"headers=no"),"title,summary")',
        shows: "Title and summary of five documents of an analysis.",
      },
    ],
  },
  parameters: { ids: list("text"), extracted: list("date"), fields },
  layout: "aligned",
  headers: "no",
  options: {},
  routes: ["getLegacyDocuments"],
  columns: legacyDocumentColumns,
  argumentOfMember: { documents: "ids" },
  calculate: async (invocation) => {
    const { ids, extracted } = invocation.values;
    const keys = readDocumentKeys(
      invocation,
      { name: "ids", argument: ids },
      { name: "extracted", argument: extracted },
    );
    const tableColumns = showColumns(invocation, legacyDocumentColumns, invocation.values.fields);
    const request = { fields: columnFields(tableColumns.needed) };
    const rows = await Promise.all(
      keys.map((read) =>
        inTargetCell(invocation, async () => {
          const key = read();
          if (key === undefined) return undefined;
          const documents = await invocation.runtime.documents.legacy(
            { id: key.id, extracted: key.date },
            request,
            invocation.requestContext,
          );
          const record = documents === undefined ? { id: key.id, status: "not found" } : { ...documents, status: "ok" };
          return documentRow(invocation, record, tableColumns);
        }),
      ),
    );
    return alignRows(invocation, rows, tableColumns);
  },
});
