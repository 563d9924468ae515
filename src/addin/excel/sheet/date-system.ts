import { countDaysFrom1904 } from "../../../formulas/table/dates";
import { runExcel } from "../run-excel";

/** 2000-01-01 where days are counted from 1904. */
const millennium = 35_064;

/**
 * Whether the workbook counts days from 1904. Office.js has no property for it, but its DATE answers in the workbook's own system;
 * undefined where the host does not say. Nothing tells when a workbook turns to the other way, so all that counts days follows each look.
 */
export const readsFrom1904 = (): Promise<boolean | undefined> =>
  runExcel(async (context) => {
    const day = context.workbook.functions.date(2000, 1, 1).load({ value: true });
    await context.sync();
    const from1904 = day.value === millennium;
    countDaysFrom1904(from1904);
    return from1904;
  }).catch(() => undefined);
