import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import type { RequestLogEntry } from "../../../engine/requests/request-log";
import { addressSheet, normalizeAddress } from "../../../facts/sheet-names";
import { choice, choiceParameter } from "../../arguments/parameters";
import { defineFunction } from "../../define/define-function";
import type { InvocationContext } from "../../define/invocation";
import { FormulaResult } from "../../table/formula-result";
import { toSerial } from "../../table/dates";
import type { CellValue } from "../../table/matrix";

/** `QUERY.SPAN`: the oldest and the newest data among the results of the workbook or the sheet. Makes no call. */
export const querySpan = defineFunction({
  name: "QUERY.SPAN",
  help: {
    description: "Shows when the oldest and the newest data in the results of the workbook was fetched.",
    synonyms: "age, freshness, as of, last refresh, same time, audit, oldest, newest",
    parameters: { scope: "workbook, or sheet for the sheet of this formula; workbook if omitted." },
    choices: { scope: { workbook: "Everything in the workbook.", sheet: "This sheet only." } },
    examples: [{ formula: "=QUERY.SPAN()", shows: "Two times: of the oldest and of the newest data." }],
  },
  parameters: { scope: choiceParameter(choice(["workbook", "sheet"])) },
  routes: [],
  calculate: async ({ context, values, requestContext }) => {
    // After a refresh, and after a change of account, the values in the cells are others.
    for (const store of ["session", "changes"] as const) requestContext.log.dependsOn(store);
    const sheet = addressSheet(context.address ?? "");
    // Of all cells: the log of requests keeps the latest thousands only.
    const times = (await entriesInWorkbook(context))
      .filter(({ status }) => status === "done")
      .filter(({ address = "" }) => values.scope !== "sheet" || addressSheet(address) === sheet)
      .flatMap(({ fetchedAt, lookupsAt }) => [fetchedAt, lookupsAt])
      .filter((time) => time !== undefined);
    if (times.length === 0) throw new AddinError("no-rows", t("functions.noResults"));
    const cell = (time: number): CellValue =>
      context.host.formattedValues
        ? { kind: "formatted", value: toSerial(time), numberFormat: "yyyy-mm-dd hh:mm" }
        : toSerial(time);
    // One after the other: thousands of arguments overflow the stack.
    const oldest = times.reduce((least, time) => (time < least ? time : least));
    const newest = times.reduce((most, time) => (time > most ? time : most));
    return FormulaResult.ofCells([[cell(oldest), cell(newest)]]);
  },
});

/**
 * The latest entry of each formula that is in the workbook now. The log has a formula that moved at its earlier address: entries without a
 * formula count as long as there are formulas without an entry. All of them count where the workbook cannot be read.
 */
const entriesInWorkbook = async (context: InvocationContext): Promise<readonly RequestLogEntry[]> => {
  const entries = context.runtime.requestLog.latestEntries();
  const addresses = await context.workbookFormulas?.()?.catch(() => undefined);
  if (addresses === undefined) return entries;
  const withFormula = new Set(addresses.map(normalizeAddress));
  const inPlace = entries.filter(({ address = "" }) => withFormula.has(normalizeAddress(address)));
  return new Set(inPlace.map(({ address = "" }) => normalizeAddress(address))).size < withFormula.size
    ? entries
    : inPlace;
};
