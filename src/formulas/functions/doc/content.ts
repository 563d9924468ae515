import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { type Argument, type Cell, listCells, readLine, pairUp, refuseErrors } from "../../arguments/argument";
import { isoMoment, readDate } from "../../arguments/dates";
import { list, text } from "../../arguments/parameters";
import { mapCells } from "../../define/map-cells";
import { defineFunction } from "../../define/define-function";
import type { Help } from "../../define/help";
import type { FunctionDefinition } from "../../define/definition";
import type { AnyInvocation } from "../../define/invocation";
import type { TableRecord } from "../../table/columns";
import { type ShownColumns, toReadOptions } from "../../table/layout";
import { CellError } from "../../table/matrix";
import { toMembers, toScalar } from "../../table/nested/values";
import { type Row, rowMaker } from "../../table/rows";

/** The key of a document on both document routes: its id and the moment of its extraction, ISO UTC. */
export interface DocumentKey {
  readonly id: string;
  readonly date: string;
}

/**
 * The keys of ids and the dates beside them, each read when called; undefined for a blank id. A cell error in one of both is thrown then.
 * @throws AddinError `invalid-argument` where the lists differ in length.
 */
export const readDocumentKeys = (
  invocation: AnyInvocation,
  ids: { readonly name: string; readonly argument: Argument },
  dates: { readonly name: string; readonly argument: Argument },
): readonly (() => DocumentKey | undefined)[] =>
  pairUp(
    { name: ids.name, cells: readLine(invocation, ids.argument, ids.name) },
    { name: dates.name, cells: readLine(invocation, dates.argument, dates.name) },
  ).map(([id, date]) => () => {
    refuseErrors([id, date]);
    return id === undefined
      ? undefined
      : documentKey({ name: ids.name, cell: id }, date, { name: dates.name, now: invocation.now });
  });

const documentKey = (
  { name, cell }: { readonly name: string; readonly cell: Cell },
  date: Cell,
  scope: { readonly name: string; readonly now: number },
): DocumentKey => ({
  id: text.read([cell], { name, now: scope.now }),
  date: isoMoment(readDate(date, { ...scope, exact: true }).start),
});

/** The content of a document with the member `status`: `ok`, `not found`, or `restricted` by the licence. */
export const readContent = async (
  invocation: AnyInvocation,
  key: DocumentKey,
  fields: readonly string[],
): Promise<TableRecord> => {
  const { translate } = invocation;
  const contents = await invocation.runtime.documents.content(
    { datamarts_document_id: key.id, extract_date: key.date },
    { fields, ...(translate !== undefined && { translate }) },
    invocation.requestContext,
  );
  const known = { datamarts_document_id: key.id, extract_date: key.date };
  if (contents === undefined) return { ...known, status: "not found" };
  return { ...known, ...contents, status: contents["error"] === undefined ? "ok" : "restricted" };
};

/**
 * One text of a document; undefined where the document has none.
 * @throws AddinError `not-found` where there is no document, `no-access` where the licence withholds it.
 */
export const contentText = async (
  invocation: AnyInvocation,
  key: DocumentKey,
  field: string,
): Promise<string | undefined> => {
  const name = invocation.translate === undefined ? field : `translated_${field}`;
  const record = await readContent(invocation, key, [...new Set([field, name])]);
  const text = toScalar(record[name]) ?? toScalar(record[field]);
  if (text !== undefined) return String(text);
  const error = whyMissing(record);
  if (error !== undefined) throw error;
  return undefined;
};

/** Why a document has no content; undefined where the service has it and the licence covers it. */
const whyMissing = (record: TableRecord): AddinError | undefined => {
  if (record["status"] === "not found") return new AddinError("not-found", t("functions.noDocument"));
  if (record["status"] !== "restricted") return undefined;
  return new AddinError("no-access", t("functions.restricted", { message: contentMessage(record["error"]) }));
};

/** The row of a document: what a document that is not found or withheld does not have is an error, because blank would say that it has none. */
export const documentRow = ({ layout }: AnyInvocation, record: TableRecord, { columns }: ShownColumns): Row => {
  const error = whyMissing(record);
  if (error === undefined) return record;
  const look = toReadOptions(layout);
  const cells = rowMaker(columns, layout, look)(record);
  return cells.map((cell, place) => {
    const column = columns[place];
    return column?.member === undefined || column.read(record, look) !== undefined ? cell : error;
  });
};

const contentMessage = (error: unknown): string => String(toScalar(toMembers(error)["message"]) ?? "");

/** A function that answers one text for each document: DOC.TITLE, DOC.TEXT, DOC.SUMMARY. Many cells share one call. */
export const defineDocumentText = ({
  name,
  help,
  field,
}: {
  readonly name: string;
  readonly help: Help;
  readonly field: string;
}): FunctionDefinition =>
  defineFunction({
    name,
    help,
    parameters: { id: list("text"), extractDate: list("date") },
    layout: "value",
    options: {},
    translates: true,
    routes: ["getDocuments"],
    argumentOfMember: { datamarts_document_id: "id", extract_date: "extractDate" },
    calculate: (invocation) => {
      const { id, extractDate } = invocation.values;
      const keys = readDocumentKeys(
        invocation,
        { name: "id", argument: id },
        { name: "extractDate", argument: extractDate },
      );
      const dates = listCells(extractDate);
      let next = 0;
      const positions = {
        rows: id.rows.map((row) =>
          row.map((cell) => {
            const isBlank = cell === undefined && !(dates[next] instanceof CellError);
            next += 1;
            return isBlank ? undefined : next;
          }),
        ),
      };
      return mapCells(invocation, positions, async (position) => {
        const key = keys[Number(position) - 1]?.();
        return key === undefined ? undefined : contentText(invocation, key, field);
      });
    },
  });
