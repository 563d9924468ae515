/** From when the open workbook counts days. */
export interface DateSystem {
  from1904: boolean;
}

/** The days between the beginnings of the two ways to count. */
const apart = 1_462;
const unixEpoch = 25_569;

/** The number of a day in a workbook. */
export const toSerial = (milliseconds: number, from1904: boolean): number =>
  milliseconds / 86_400_000 + unixEpoch - (from1904 ? apart : 0);

/** Whether a number format shows a date. */
const showsDate = (pattern: string): boolean => /[dy]/i.test(pattern.replace(/"[^"]*"|\[[^\]]*\]/g, ""));

/** What the engine, which counts from 1900, must be given to show the day that a number means here. */
export const shownSerial = (serial: number, pattern: string, { from1904 }: DateSystem): number =>
  from1904 && showsDate(pattern) ? serial + apart : serial;
