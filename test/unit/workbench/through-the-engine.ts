import { readWorkbook } from "../../../src/ooxml/read-workbook";
import type { CellModel } from "../../../src/ooxml/workbook-model";
import { openXlsx, toXlsx } from "../../../src/workbench/file/open-and-save";
import { until } from "../../support/until";
import { changedCell } from "../ooxml/compare-parts";
import { startHost } from "./start-host";

type Content = Pick<CellModel, "formula" | "value">;

export interface ThroughTheEngine {
  /** What the file says about each cell, by its address. */
  readonly stored: Readonly<Record<string, Content>>;
  /** The same cells in the engine. */
  readonly shown: Readonly<Record<string, Content>>;
  /** Written without a change. */
  readonly saved: Uint8Array;
  /** Written after a change of one cell of the first sheet. */
  readonly changed: Uint8Array;
}

/** Opens a file in the engine, waits until it is calculated, and writes it twice. */
export const throughTheEngine = async (bytes: Uint8Array, name: string): Promise<ThroughTheEngine> => {
  const host = startHost();
  const { book, functions } = host;
  const { sheets } = readWorkbook(bytes, { custom: functions.names });
  await openXlsx(host, bytes, name);
  await until(`${name} is calculated`, () => !functions.unsettled);
  const stored: Record<string, Content> = {};
  const shown: Record<string, Content> = {};
  for (const sheet of sheets) {
    const sheetId = book.findSheet(sheet.name);
    if (sheetId === undefined) throw new Error(`The engine has no sheet "${sheet.name}".`);
    for (const { row, column, value, formula } of sheet.cells) {
      const area = { sheetId, startRow: row, startColumn: column, endRow: row, endColumn: column };
      const address = book.addressOf({ unitId: book.unitId, sheetId, row, column });
      stored[address] = contentOf(typeof value === "object" ? value.error : value, formula);
      shown[address] = contentOf(book.values(area)[0]?.[0], book.formulaAt({ sheetId, row, column }));
    }
  }
  const saved = toXlsx(host);
  const first = book.findSheet(sheets[0]?.name ?? "") ?? "";
  const { row, column, value } = changedCell;
  // A write into a protected sheet fails.
  const isProtected = book.protection.isProtected(first);
  if (isProtected) book.protection.unprotect(first);
  book.write({ sheetId: first, startRow: row, startColumn: column, endRow: row, endColumn: column }, [[value]]);
  if (isProtected) book.protection.protect(first);
  await until(`${name} is calculated again`, () => !functions.unsettled);
  return { stored, shown, saved, changed: toXlsx(host) };
};

const contentOf = (value: unknown, formula: string | undefined): Content => ({
  ...(value !== undefined && value !== "" && { value: value as string | number | boolean }),
  ...(formula !== undefined && { formula }),
});
