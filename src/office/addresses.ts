/** `Sheet1!A1` as Excel writes it: quotes only where the sheet's name needs them; rows and columns count from 0. */
export const addressOf = (sheet: string, row: number, column: number): string => {
  const name = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${columnLetters(column)}${row + 1}`;
};

const columnLetters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnLetters(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));

/** The range of an address with its sheet; without one, on the active sheet. */
export const rangeAt = (context: Excel.RequestContext, address: string): Excel.Range => {
  const { worksheets } = context.workbook;
  const sheet = sheetIn(address);
  if (sheet === undefined) return worksheets.getActiveWorksheet().getRange(address);
  return worksheets.getItem(sheet).getRange(address.slice(address.lastIndexOf("!") + 1));
};

/** The name of the sheet in an address, without quotes; undefined where it names none. */
export const sheetIn = (address: string): string | undefined => {
  const split = address.lastIndexOf("!");
  return split === -1 ? undefined : address.slice(0, split).replace(/^'|'$/g, "").replaceAll("''", "'");
};

/** One spelling per cell, to know it again: without quotes, `$` and the workbook's name, which Excel adds here and there. */
export const plainAddress = (address: string): string => {
  const sheet = (sheetIn(address) ?? "").replace(/^\[[^\]]*\]/, "");
  return `${sheet}!${address.slice(address.lastIndexOf("!") + 1).replaceAll("$", "")}`;
};
