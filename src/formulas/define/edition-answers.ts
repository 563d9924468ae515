import { AddinError } from "../../engine/http/addin-error";
import type { OpenRequest } from "../../engine/requests/request-log";
import { t } from "../../i18n/t";
import { showDate } from "../arguments/dates";
import type { AsOf } from "../editions/edition-names";
import type { FormulaInput, FormulaResult } from "../table/formula-result";
import type { Layout } from "../table/layout";
import type { InvocationContext } from "./invocation";

/** @throws AddinError where no edition holds the query. Whatever is stored, named or selected later calculates the formula again. */
export const readEdition = async (
  input: FormulaInput,
  asOf: AsOf,
  { headers, transpose: transposed }: Layout,
  { loadEditions }: InvocationContext,
  entry: OpenRequest,
): Promise<FormulaResult> => {
  const { log } = entry;
  for (const store of ["session", "editions", "selected-universe", "settings"] as const) log.dependsOn(store);
  entry.entry.asOf = typeof asOf.asof === "string" ? asOf.asof.trim() : showDate(asOf.asof);
  if (loadEditions === undefined) throw new AddinError("not-found", t("formula.asofInCells"));
  const editions = await loadEditions();
  const result = await editions.readResult(input, asOf, (capture) => void Object.assign(entry.entry, capture));
  return result.describeRecords({ headers: headers === "no" ? 0 : 1, transposed });
};
