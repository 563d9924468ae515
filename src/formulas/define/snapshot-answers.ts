import { AddinError } from "../../engine/http/addin-error";
import type { OpenRequest } from "../../engine/requests/request-log";
import { t } from "../../i18n/t";
import { showDate } from "../arguments/dates";
import type { AsOf } from "../snapshots/snapshots";
import type { FormulaInput, FormulaResult } from "../table/formula-result";
import type { Layout } from "../table/layout";
import type { InvocationContext } from "./invocation";

/** @throws AddinError where no snapshot holds the query. Whatever is stored, named or selected later calculates the formula again. */
export const readSnapshot = async (
  input: FormulaInput,
  asOf: AsOf,
  { headers, transpose: transposed }: Layout,
  { loadSnapshots }: InvocationContext,
  entry: OpenRequest,
): Promise<FormulaResult> => {
  const { log } = entry;
  for (const store of ["session", "snapshots", "selected-universe", "settings"] as const) log.dependsOn(store);
  entry.entry.asOf = typeof asOf.asof === "string" ? asOf.asof.trim() : showDate(asOf.asof);
  if (loadSnapshots === undefined) throw new AddinError("not-found", t("formula.asofInCells"));
  const snapshots = await loadSnapshots();
  const result = await snapshots.readResult(input, asOf, (capture) => void Object.assign(entry.entry, capture));
  return result.describeRecords({ headers: headers === "no" ? 0 : 1, transposed });
};
