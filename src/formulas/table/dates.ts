import { serialToUnix, unixToSerial } from "../../facts/dates";

let isFrom1904 = false;

/** Sets the date system of the open workbook. One page has one workbook, and its date system is read before the first answer. */
export const countDaysFrom1904 = (from1904: boolean): void => {
  isFrom1904 = from1904;
};

/** The Excel date serial of a moment in ms since 1970, exact to the millisecond. */
export const toSerial = (milliseconds: number): number => unixToSerial(milliseconds, isFrom1904);

/** The moment of an Excel date serial in ms since 1970, rounded to the millisecond. */
export const fromSerial = (serial: number): number => serialToUnix(serial, isFrom1904);

/**
 * The share of the largest result that formatted dates may take. A formatted date weighs eight times as much as its serial, so dates of a
 * longer result are plain serials, and the add-in formats their cells afterwards.
 */
export const formattedShare = 1 / 8;

/** The number formats by the type of the field; other types have none. */
export const numberFormats: Readonly<Record<string, string>> = { date: "yyyy-mm-dd", "date-time": "yyyy-mm-dd hh:mm" };
