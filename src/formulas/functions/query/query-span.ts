import { AddinError } from "../../../engine/http/addin-error";
import { t } from "../../../i18n/t";
import { addressSheet } from "../../../facts/sheet-names";
import { choice, choiceParameter } from "../../arguments/parameters";
import { defineFunction } from "../../define/define-function";
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
  calculate: ({ context, values, requestContext }) => {
    const { requestLog } = context.runtime;
    // After a refresh, and after a change of account, the values in the cells are others.
    for (const store of ["session", "changes"] as const) requestContext.log.dependsOn(store);
    const sheet = addressSheet(context.address ?? "");
    // Of all cells: the log of requests keeps the latest thousands only.
    const times = requestLog
      .latestEntries()
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
    return Promise.resolve(FormulaResult.ofCells([[cell(oldest), cell(newest)]]));
  },
});
