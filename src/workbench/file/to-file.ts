import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IStyleData,
  type IWorksheetData,
  type Nullable,
} from "@univerjs/core";
import { columnLetters, formatArea } from "../univer/addresses";
import type { Book } from "../univer/book";
import { type CellContent, readEntry } from "../univer/entry";
import { fromStyle } from "./cell-style";
import type { CellFormat, SheetFile } from "./workbook-file";

/** The sheets of the open workbook in the format of a file. */
export const toSheetFiles = (book: Book): SheetFile[] =>
  book.workbook.getSheets().map((sheet) => toSheetFile(book, sheet.getSheetId()));

const toSheetFile = (book: Book, sheetId: string): SheetFile => {
  const model = book.sheet(sheetId).getSheet();
  const config = model.getConfig();
  const merged = model.getMergeData().map(formatArea);
  const tables = book.tables.list(sheetId).map(({ name, area }) => ({ name, address: formatArea(area) }));
  const hiddenRows = rowsHidden(config);
  return {
    name: model.getName(),
    ...cellsOf(book, sheetId),
    widths: widthsOf(config),
    ...(merged.length > 0 && { merged }),
    ...(tables.length > 0 && { tables }),
    ...(hiddenRows.length > 0 && { hiddenRows }),
    ...(config.freeze.ySplit > 0 && { frozenRows: config.freeze.ySplit }),
    ...(book.protection.isProtected(sheetId) && { protected: true }),
  };
};

const cellsOf = (book: Book, sheetId: string): Pick<SheetFile, "cells" | "formats"> => {
  const cells: Record<string, CellContent> = {};
  const formats: Record<string, CellFormat> = {};
  const styles = book.model.getStyles();
  book
    .sheet(sheetId)
    .getSheet()
    .getCellMatrix()
    .forValue((row, column, cell) => {
      const address = `${columnLetters(column)}${row + 1}`;
      const content = contentOf(cell, () => book.formulaAt({ sheetId, row, column }));
      if (content !== undefined) cells[address] = content;
      const style = cell?.s ? styles.getStyleByCell(cell) : undefined;
      const format = style ? fromStyle(style) : undefined;
      if (format !== undefined) formats[address] = format;
    });
  return { cells, formats: { ...columnFormats(book, sheetId), ...formats } };
};

const contentOf = (cell: Nullable<ICellData>, formula: () => string | undefined): CellContent | undefined => {
  if (!cell) return undefined;
  if (cell.f || cell.si) return formula();
  const { v, t } = cell;
  if (v === undefined || v === null || v === "") return undefined;
  if (t === CellValueType.BOOLEAN) return Boolean(v);
  if (typeof v !== "string") return v;
  return t === CellValueType.FORCE_STRING || readEntry(v).t !== CellValueType.STRING ? `'${v}` : v;
};

const columnFormats = (book: Book, sheetId: string): Record<string, CellFormat> => {
  const formats: Record<string, CellFormat> = {};
  const { columnData } = book.sheet(sheetId).getSheet().getConfig();
  for (const [column, { s }] of Object.entries(columnData as Record<string, { s?: string | IStyleData }>)) {
    const style = typeof s === "string" ? book.model.getStyles().get(s) : s;
    const format = style ? fromStyle(style) : undefined;
    const letters = columnLetters(Number(column));
    if (format !== undefined) formats[`${letters}:${letters}`] = format;
  }
  return formats;
};

const widthsOf = ({ columnData }: IWorksheetData): Record<string, number> =>
  Object.fromEntries(
    Object.entries(columnData as Record<string, { w?: number }>).flatMap(([column, { w }]) =>
      w === undefined ? [] : [[columnLetters(Number(column)), w]],
    ),
  );

const rowsHidden = ({ rowData }: IWorksheetData): number[] =>
  Object.entries(rowData as Record<string, { hd?: BooleanNumber }>).flatMap(([row, { hd }]) =>
    hd === BooleanNumber.TRUE ? [Number(row)] : [],
  );
