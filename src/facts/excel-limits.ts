// Limits of an Excel worksheet.

/** The rows of a sheet. */
export const sheetRows = 1_048_576;
/** The columns of a sheet. */
export const sheetColumns = 16_384;

/** The index of the last row, from 0. */
export const lastRow = sheetRows - 1;
/** The index of the last column, from 0. */
export const lastColumn = sheetColumns - 1;

/** The UTF-16 units of the longest text that a cell holds. */
export const longestCellText = 32_767;
/** The characters of the longest formula. */
export const longestFormula = 8_192;
/** The characters of the longest tip of a link. */
export const longestScreenTip = 255;
