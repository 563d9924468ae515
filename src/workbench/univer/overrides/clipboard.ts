import { ErrorService, type IRange, type Nullable, ObjectMatrix } from "@univerjs/core";
import {
  ISheetClipboardService,
  PREDEFINED_HOOK_NAME_COPY,
  PREDEFINED_HOOK_NAME_PASTE,
} from "@univerjs/preset-sheets-core";
import type { Area } from "../addresses";
import type { Book } from "../book";
import { cleanHtml, readRows, writeRows } from "../clipboard-text";
import { t } from "../../texts";
import { enterPastedHtml, readPastedHtml } from "./pasted-html";
import { showsDate } from "../display-formats";
import { declareCell } from "../pasted-cells";
import { type ClipboardParts, clipboardParts, type CopiedCell } from "./clipboard-parts";
import { spilledCells, type EngineCell } from "../private-hooks";

/** What Excel calls _All_ and _All except borders_. */
const withAttached: readonly string[] = [
  PREDEFINED_HOOK_NAME_PASTE.DEFAULT_PASTE,
  PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_BESIDES_BORDER,
];

/** The engine's kind of a copy that has formulas instead of values. */
const copiesFormulas = PREDEFINED_HOOK_NAME_COPY.SPECIAL_COPY_FORMULA_ONLY;

/**
 * Copies and pastes as Excel does: with the values of spilled cells, with the notes and links of the copied cells, text by
 * rows and tabs, and nothing into protected sheets.
 */
export const pasteLikeExcel = (book: Book): void => {
  const service = book.engine.injector.get(ISheetClipboardService);
  const parts = clipboardParts(service);
  let declared: CopiedAttributes = () => undefined;
  copySpilledCells(book, parts, (attributes) => (declared = attributes));
  pasteText(book, parts);
  readPastedHtml(parts, () => book.engine.injector.get(ErrorService).emit(t("paste.tooLarge")));
  service.addClipboardHook({
    id: "workbench-paste",
    // After the engine's own hooks: what is entered last stays.
    priority: 1_000,
    onBeforePaste: ({ subUnitId }) => {
      const isProtected = book.protection.isProtected(subUnitId);
      if (isProtected) book.protection.reportRefused();
      return !isProtected;
    },
    // oxlint-disable-next-line typescript/no-deprecated -- the engine calls nothing else yet
    onCopyCellStyle: (row, column) => declared(row, column) ?? null,
    onPasteCells: (from, to, cells, { copyType, pasteType }) => {
      if (from === null) return enterPastedHtml(book, to, cells, pasteType);
      // Notes and links follow cells that are cut.
      if (String(copyType) !== "COPY" || !withAttached.includes(pasteType)) return { undos: [], redos: [] };
      const source = { sheetId: from.subUnitId, rows: from.range.rows, columns: from.range.cols };
      const target = { sheetId: to.subUnitId, rows: to.range.rows, columns: to.range.cols };
      const [notes, links] = [book.notes.pasted(source, target), book.links.pasted(source, target)];
      return { undos: [...notes.undos, ...links.undos], redos: [...notes.redos, ...links.redos] };
    },
  });
};

/**
 * Univer copies what is stored in a cell, and a spilled cell stores nothing (https://github.com/dream-num/univer/issues/1379). Where
 * the formula of a spill is copied too, a paste of everything lets it spill again; a paste of values takes the values.
 */
const copySpilledCells = (book: Book, parts: ClipboardParts, declare: (attributes: CopiedAttributes) => void): void => {
  const generate = parts._generateCopyContent.bind(parts);
  const paste = parts._pasteInternal.bind(parts);
  parts._generateCopyContent = (unitId, sheetId, range, ...rest) => {
    const worksheet = book.sheet(sheetId).getSheet();
    const read = worksheet.getMatrixWithMergedCells.bind(worksheet) as (
      ...place: unknown[]
    ) => ObjectMatrix<CopiedCell>;
    const readWithSpills = (...place: unknown[]): ObjectMatrix<CopiedCell> => {
      const cells = read(...place);
      putSpilledValues(book, { sheetId, ...corners(range) }, cells);
      return cells;
    };
    Object.assign(worksheet, { getMatrixWithMergedCells: readWithSpills });
    declare(rest[1] === copiesFormulas ? () => undefined : attributesOf(book, { sheetId, ...corners(range) }));
    try {
      const copied = generate(unitId, sheetId, range, ...rest);
      // A copy of formulas has their text.
      if (!copied || rest[1] === copiesFormulas) return copied;
      const texts = book.text({ sheetId, ...corners(range) });
      const rows = copied.discreteRange.rows.map((row) => texts[row - range.startRow] ?? []);
      return { ...copied, plain: writeRows(rows) };
    } finally {
      Reflect.deleteProperty(worksheet, "getMatrixWithMergedCells");
    }
  };
  parts._pasteInternal = async (copyId, pasteType) => {
    const copied = parts._copyContentCache.get(copyId);
    if (!copied?.matrix || pasteType === PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_VALUE)
      return paste(copyId, pasteType);
    const matrix = new ObjectMatrix<CopiedCell>(copied.matrix.clone());
    copied.matrix.forValue((row, column, cell) => {
      if (cell.spillsAgain === true) matrix.setValue(row, column, {});
    });
    parts._copyContentCache.set(copyId, { ...copied, matrix });
    const isPasted = await paste(copyId, pasteType);
    // What was cut is pasted once.
    if (parts._copyContentCache.get(copyId)?.matrix) parts._copyContentCache.set(copyId, copied);
    return isPasted;
  };
};

/** The attributes of a copied cell in HTML, by its row and column. */
type CopiedAttributes = (row: number, column: number) => Readonly<Record<string, string>> | undefined;

const attributesOf = (book: Book, area: Area): CopiedAttributes => {
  const [values, spilled] = [book.values(area), book.spilledFormats(area)];
  const worksheet = book.sheet(area.sheetId).getSheet();
  return (row, column) => {
    const [r, c] = [row - area.startRow, column - area.startColumn];
    const format = spilled[r]?.[c] ?? worksheet.getComposedCellStyle(row, column).n?.pattern;
    // A day of the 1904 date system has another number elsewhere.
    const isDay = book.engine.dateSystem.from1904 && format !== undefined && showsDate(format);
    return isDay ? undefined : declareCell(values[r]?.[c] ?? "", format);
  };
};

const corners = ({ startRow, startColumn, endRow, endColumn }: IRange): Omit<Area, "sheetId"> => ({
  startRow,
  startColumn,
  endRow,
  endColumn,
});

const putSpilledValues = (book: Book, area: Area, cells: ObjectMatrix<CopiedCell>): void => {
  const { sheetId, ...copied } = area;
  const spilled = spilledCells(book.engine.injector, book.unitId, sheetId) ?? {};
  const texts = book.text(area);
  for (const { startRow, startColumn, endRow, endColumn } of book.spills(sheetId, copied)) {
    const spillsAgain = startRow >= copied.startRow && startColumn >= copied.startColumn;
    const lastOfRows = Math.min(endRow, copied.endRow);
    const lastOfColumns = Math.min(endColumn, copied.endColumn);
    for (let row = Math.max(startRow, copied.startRow); row <= lastOfRows; row += 1)
      for (let column = Math.max(startColumn, copied.startColumn); column <= lastOfColumns; column += 1) {
        const cell = spilled[row]?.[column];
        if ((row === startRow && column === startColumn) || cell?.v === undefined || cell.v === null) continue;
        const displayV = texts[row - copied.startRow]?.[column - copied.startColumn] ?? "";
        cells.setValue(row, column, copiedCell(cells.getValue(row, column), cell, { displayV, spillsAgain }));
      }
  }
};

/** A cell of the clipboard with the value of a spilled cell, which has a format of its own only where the user gave it one. */
const copiedCell = (
  own: Nullable<CopiedCell>,
  { v, t, s }: EngineCell,
  { displayV, spillsAgain }: Required<Pick<CopiedCell, "displayV" | "spillsAgain">>,
): CopiedCell => {
  const style = own?.s ?? (s ? { n: s.n } : undefined);
  return {
    ...own,
    v,
    t,
    displayV,
    ...(style && { s: style }),
    ...(spillsAgain && { spillsAgain }),
  };
};

/**
 * Univer makes HTML of a text with tabs, and loses blank lines, quoted line breaks and signs such as `<`
 * (https://github.com/dream-num/univer/issues/3918). HTML of other programs is sanitized before it becomes elements.
 */
const pasteText = (book: Book, parts: ClipboardParts): void => {
  const pasteHtml = parts._pasteHTML.bind(parts);
  const legacyPaste = parts.legacyPaste.bind(parts);
  parts._pastePlainText = (text) => Promise.resolve(enterRows(book, readRows(text)));
  parts._pasteHTML = (html, pasteType) => pasteHtml(cleanHtml(html), pasteType);
  parts.legacyPaste = (html, text, files) =>
    html || !text ? legacyPaste(html, text, files) : Promise.resolve(enterRows(book, readRows(text)));
};

/** Enters rows from the first selected cell on. A selection of several times their size is filled. */
const enterRows = (book: Book, rows: readonly (readonly string[])[]): boolean => {
  const selected = book.clip(book.selectedArea());
  if (book.protection.isProtected(selected.sheetId)) {
    book.protection.reportRefused();
    return false;
  }
  const [height, width] = [rows.length, Math.max(...rows.map((row) => row.length))];
  const { startRow, startColumn } = selected;
  const size = [selected.endRow - startRow + 1, selected.endColumn - startColumn + 1] as const;
  const [rowCount, columnCount] = size[0] % height === 0 && size[1] % width === 0 ? size : ([height, width] as const);
  const area = { ...selected, endRow: startRow + rowCount - 1, endColumn: startColumn + columnCount - 1 };
  const cells = Array.from({ length: rowCount }, (_, row) =>
    Array.from({ length: columnCount }, (__, column) => rows[row % height]?.[column % width] ?? ""),
  );
  book.write(area, cells);
  book.select(area);
  return true;
};
