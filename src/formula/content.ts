import { AddinError } from "../error/addin-error";
import type { TableRecord } from "../table/column";
import { membersOf, scalarOf } from "../table/nested/reading";
import { tell } from "../text/tell";
import { type Argument, type Cell, textOf } from "./argument";
import type { AnyCall } from "./call";
import { isoMoment, readDate } from "./dates";
import { lineOf, pairUp } from "./lists";

/** A document as the two document routes name it: its id and the moment it was extracted, ISO UTC. */
export interface DocumentKey {
  readonly id: string;
  readonly date: string;
}

/** Ids and dates beside each other, blank where the id is; different heights are refused with both sizes. */
export const documentKeys = (
  call: AnyCall,
  ids: { readonly name: string; readonly argument: Argument },
  dates: { readonly name: string; readonly argument: Argument },
): readonly (() => DocumentKey | undefined)[] =>
  pairUp(
    { name: ids.name, cells: lineOf(call, ids.argument, ids.name) },
    { name: dates.name, cells: lineOf(call, dates.argument, dates.name) },
  ).map(
    ([id, date]) =>
      () =>
        id === undefined ? undefined : documentKey(id, date, { name: dates.name, now: call.now }),
  );

const documentKey = (id: Cell, date: Cell, scope: { readonly name: string; readonly now: number }): DocumentKey => ({
  id: textOf(id),
  date: isoMoment(readDate(date, scope).start),
});

/** The content of a document with what became of it: ok, not found, or restricted by the licence. */
export const contentOf = async (call: AnyCall, key: DocumentKey, fields: readonly string[]): Promise<TableRecord> => {
  const { translate } = call;
  const found = await call.runtime.documents.content(
    { datamarts_document_id: key.id, extract_date: key.date },
    { fields, ...(translate !== undefined && { translate }) },
    call.inquiry,
  );
  const known = { datamarts_document_id: key.id, extract_date: key.date };
  if (found === undefined) return { ...known, status: "not found" };
  return { ...known, ...found, status: found["error"] === undefined ? "ok" : "restricted" };
};

/** One text of a document. Throws `not-found`, `no-access` where the licence withholds it, and `not-found` where it has none. */
export const contentText = async (call: AnyCall, key: DocumentKey, field: string): Promise<string> => {
  const wanted = call.translate === undefined ? field : `translated_${field}`;
  const record = await contentOf(call, key, [...new Set([field, wanted])]);
  const text = scalarOf(record[wanted]) ?? scalarOf(record[field]);
  if (record["status"] === "not found") throw new AddinError("not-found", tell("functions.noDocument"));
  if (text !== undefined) return String(text);
  if (record["status"] === "restricted")
    throw new AddinError("no-access", tell("functions.restricted", { message: messageOf(record["error"]) }));
  throw new AddinError("not-found", tell("functions.noText", { field }));
};

const messageOf = (error: unknown): string => String(scalarOf(membersOf(error)["message"]) ?? "");
