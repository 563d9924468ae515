import { runExcel } from "./run-excel";

/** 2000-01-01 where days are counted from 1904. */
const millennium = 35_064;

/**
 * Whether the workbook counts days from 1904. Office.js has no property for it, but its DATE answers in the workbook's own system;
 * undefined where the host does not say.
 */
export const readsFrom1904 = (): Promise<boolean | undefined> =>
  runExcel(async (context) => {
    const day = context.workbook.functions.date(2000, 1, 1).load({ value: true });
    await context.sync();
    return day.value === millennium;
  }).catch(() => undefined);
