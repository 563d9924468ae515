// The sheet in an A1 address: `'EU Banks'!A1`.

/** The name of a sheet as it is written in an address. Excel quotes names that could be read as a cell too (`FY24`, `R1C1`). */
export const quoteSheet = (name: string): string => {
  const plain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^(?:[A-Z]{1,3}\d+|R\d*(?:C\d*)?|C\d*)$/i.test(name);
  return plain ? name : `'${name.replaceAll("'", "''")}'`;
};

/** The name of a sheet without the quotes that it may have in an address. */
export const unquoteSheet = (name: string): string => name.replace(/^'|'$/g, "").replaceAll("''", "'");

/** The name of the sheet in an address, without quotes and the name of the workbook; undefined where it names none. */
export const addressSheet = (address: string): string | undefined => {
  const bang = address.lastIndexOf("!");
  return bang === -1 ? undefined : unquoteSheet(address.slice(0, bang)).replace(/^\[[^\]]*\]/, "");
};

/** The address without its sheet. */
export const withoutSheet = (address: string): string => address.slice(address.lastIndexOf("!") + 1);

/** An address that names no sheet, on the sheet of another address. */
export const withSheetFrom = (address: string, other: string): string =>
  address.includes("!") ? address : `${other.slice(0, other.lastIndexOf("!") + 1)}${address}`;

/** One spelling per cell, to compare addresses: without quotes, `$` and the name of the workbook. */
export const normalizeAddress = (address: string): string =>
  `${addressSheet(address) ?? ""}!${withoutSheet(address).replaceAll("$", "")}`;
