import type { RequestLog } from "../../../engine/requests/request-log";
import { addressSheet, quoteSheet, withoutSheet } from "../../../facts/sheet-names";
import { supports } from "../host";
import { runExcel } from "../run-excel";
import type { FormulaCells } from "../sheet/formula-cells";

/** What tells the formulas of a sheet, and calculates them. */
export interface RenamedSheetsDeps {
  readonly cells: Pick<FormulaCells, "calculate">;
  readonly requestLog: Pick<RequestLog, "latestEntries">;
}

/**
 * Calculates the formulas of a sheet that gets another name, from memory: what is known of a formula stands under its address, and another
 * sheet may have the earlier name next. Hosts below ExcelApi 1.17 do not say.
 */
export const followRenamedSheets = async (deps: RenamedSheetsDeps): Promise<void> => {
  if (!supports("ExcelApi", "1.17")) return;
  await runExcel(async (context) => {
    context.workbook.worksheets.onNameChanged.add((event) => calculateAgain(event, deps));
    await context.sync();
  });
};

const calculateAgain = async (
  { worksheetId, nameBefore }: Excel.WorksheetNameChangedEventArgs,
  { cells, requestLog }: RenamedSheetsDeps,
): Promise<void> => {
  const places = requestLog
    .latestEntries()
    .flatMap(({ address = "", status }) =>
      status === "done" && addressSheet(address)?.toLowerCase() === nameBefore.toLowerCase()
        ? [withoutSheet(address)]
        : [],
    );
  if (places.length === 0) return;
  const name = await runExcel(async (context) => {
    const sheet = context.workbook.worksheets.getItem(worksheetId).load({ name: true });
    await context.sync();
    return sheet.name;
  });
  await cells.calculate(places.map((place) => `${quoteSheet(name)}!${place}`));
};
