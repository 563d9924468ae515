import { contentColumns } from "../../table/column-sets";
import { documentRow, readContent, readDocumentKeys } from "./content";
import { defineFunction } from "../../define/define-function";
import { inTargetCell } from "../../table/target-cell";
import { fields, list } from "../../arguments/parameters";
import { alignRows } from "../../table/table-builder";
import { showColumns } from "../../table/layout";
import { columnFields } from "../../table/columns";

/** `DOC.CONTENT`: title, text and summary of documents, aligned (specification, "Content route (v3)"). The service answers unordered and leaves out what it does not find. */
export const docContent = defineFunction({
  name: "DOC.CONTENT",
  help: {
    description:
      "Title, text and status of documents: one row per document, in the same order. One call fetches up to 500.",
    synonyms: "full text, article, body, read, original text",
    labels: { ids: "Document ids" },
    parameters: {
      ids: "Id of each document, in one column or row: the column Datamarts document ID.",
      extractDates: "Date of each document, in the same order as the ids: the column Extract date.",
    },
    examples: [
      {
        formula:
          '=DOC.CONTENT(ESG.DOCUMENTS("EU Banks",,,,,"datamarts_document_id",5,"headers=no"),ESG.DOCUMENTS("EU Banks",,,,,"extract_date",5,"headers=no"))',
        shows: "Title, text and status (ok, not found, restricted) of five documents.",
      },
    ],
  },
  parameters: { ids: list("text"), extractDates: list("date"), fields },
  layout: "aligned",
  headers: "no",
  options: {},
  translates: true,
  routes: ["getDocuments"],
  columns: contentColumns,
  argumentOfMember: { datamarts_document_id: "ids", extract_date: "extractDates", documents: "ids" },
  calculate: async (invocation) => {
    const { ids, extractDates } = invocation.values;
    const keys = readDocumentKeys(
      invocation,
      { name: "ids", argument: ids },
      { name: "extractDates", argument: extractDates },
    );
    const tableColumns = showColumns(invocation, contentColumns, invocation.values.fields);
    const fields = columnFields(tableColumns.needed);
    const rows = await Promise.all(
      keys.map((read) =>
        inTargetCell(invocation, async () => {
          const key = read();
          return key && documentRow(invocation, await readContent(invocation, key, fields), tableColumns);
        }),
      ),
    );
    return alignRows(invocation, rows, tableColumns);
  },
});
