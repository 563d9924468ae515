import { AddinError } from "../error/addin-error";
import { requestedFields } from "../table/fields";
import { membersOf } from "../table/nested/reading";
import type { Row } from "../table/row-maker";
import { tell } from "../text/tell";
import { type Argument, textOf, wrong } from "./argument";
import type { AnyCall } from "./call";
import { isUuid } from "./identifiers";
import { lineOf } from "./lists";
import { inOwnRow } from "./own-row";
import type { Shown } from "./tabulate";

/** One document per cell by its id, aligned; one call each, equal ones once. */
export const documentRows = (
  call: AnyCall,
  ids: Argument,
  { route, shown }: { readonly route: "getEsgDocument" | "getSdgDocument"; readonly shown: Shown },
): Promise<readonly Row[]> => {
  const fields = [...new Set(["id", ...requestedFields(shown.needed)])];
  const query = { fields, ...(call.translate !== undefined && { translate: call.translate }) };
  return Promise.all(
    lineOf(call, ids, "id").map(async (cell) => {
      if (cell === undefined) return undefined;
      return inOwnRow(call, async () => {
        const document_id = textOf(cell).toLowerCase();
        if (!isUuid(document_id)) throw wrong("id", tell("allowed.uuid"), cell);
        const record = await call.runtime.answers.ask({ route, path: { document_id }, query }, call.inquiry);
        return membersOf(record);
      });
    }),
  );
};

/** The failure of a document that the service left out. */
export const noDocument = (): AddinError => new AddinError("not-found", tell("functions.noDocument"));
