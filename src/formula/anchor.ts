import type { Ledger, LedgerEntry } from "../runtime/ledger";

interface Area {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** The first cell of an address such as `'My sheet'!$B$9:C10`; undefined where it is none. */
const areaOf = (address: string): Area | undefined => {
  const split = address.lastIndexOf("!");
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})/i.exec(address.slice(split + 1));
  if (match === null) return undefined;
  const [, letters = "", row] = match;
  const column = Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  const sheet = address.slice(0, Math.max(split, 0)).replace(/^'|'$/g, "").replaceAll("''", "'").toLowerCase();
  return { sheet, row: Number(row), column };
};

/** Excel writes the same cell with and without quotes and dollars; the ledger holds one spelling. */
const sameCell = (one: Area, other: Area): boolean =>
  one.sheet === other.sheet && one.row === other.row && one.column === other.column;

/** What the ledger knows of the formula whose cell or spill this address lies in; the latest where several do. */
export const anchorOf = (ledger: Ledger, address: string): LedgerEntry | undefined => {
  const exact = ledger.latestAt(address);
  if (exact !== undefined) return exact;
  const asked = areaOf(address);
  if (asked === undefined) return undefined;
  const covering = ledger.entries
    .get()
    .filter((entry) => entry.address !== undefined && ledger.latestAt(entry.address)?.id === entry.id)
    .filter((entry) => covers(entry, asked));
  return covering.at(-1);
};

const covers = (entry: LedgerEntry, asked: Area): boolean => {
  const anchor = areaOf(entry.address ?? "");
  if (anchor?.sheet !== asked.sheet) return false;
  if (sameCell(anchor, asked)) return true;
  const { height = 1, width = 1 } = entry;
  const down = asked.row - anchor.row;
  const across = asked.column - anchor.column;
  return down >= 0 && down < height && across >= 0 && across < width;
};
