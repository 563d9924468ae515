import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import { readLine, cellText, wrongArgument } from "../arguments/argument";
import { isUuid } from "../../contract/values";
import { fields, list } from "../arguments/parameters";
import { type ColumnSet, columnFields } from "../table/columns";
import { showColumns } from "../table/layout";
import { toMembers } from "../table/nested/values";
import { alignRows } from "../table/table-builder";
import { inTargetCell } from "../table/target-cell";
import { defineFunction } from "./define-function";
import type { FunctionDefinition } from "./definition";
import type { Help } from "./help";

/** A function that answers one document for each id: ESG.DOCUMENT, SDG.DOCUMENT. One call for each distinct id. */
export const defineDocumentsById = ({
  name,
  help,
  route,
  columns,
}: {
  readonly name: string;
  readonly help: Help;
  readonly route: "getEsgDocument" | "getSdgDocument";
  readonly columns: ColumnSet;
}): FunctionDefinition =>
  defineFunction({
    name,
    help,
    parameters: { id: list("text"), fields },
    layout: "aligned",
    headers: "no",
    options: {},
    translates: true,
    routes: [route, "searchEntities"],
    columns,
    calculate: async (invocation) => {
      const { runtime, requestContext, translate, values } = invocation;
      const tableColumns = showColumns(invocation, columns, values.fields);
      const fields = [...new Set(["id", ...columnFields(tableColumns.needed)])];
      const query = { fields: fields, ...(translate !== undefined && { translate }) };
      const rows = await Promise.all(
        readLine(invocation, values.id, "id").map(async (cell) =>
          cell === undefined
            ? undefined
            : inTargetCell(invocation, async () => {
                const document_id = cellText(cell).toLowerCase();
                if (!isUuid(document_id)) throw wrongArgument("id", t("allowed.uuid"), cell);
                try {
                  return toMembers(await runtime.answers.ask({ route, path: { document_id }, query }, requestContext));
                } catch (error) {
                  if (!(error instanceof AddinError) || error.code !== "not-found") throw error;
                  throw new AddinError("not-found", t("functions.noDocumentId", { id: document_id }));
                }
              }),
        ),
      );
      return alignRows(invocation, rows, tableColumns);
    },
  });
