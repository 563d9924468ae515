import { CellValueType, escapeRegExp, IConfirmService, type Nullable } from "@univerjs/core";
import { IFindReplaceService } from "@univerjs/preset-sheets-find-replace";
import type { Book } from "./book";
import { type EnteredCells, parseEntry } from "./entry";
import type { FoundCell, SearchedSheet, SheetSearch, EngineCell } from "./private-hooks";

/**
 * Finds and replaces as Excel does. The engine itself takes formulas that were filled down, and the cells of spills, for
 * values, and writes texts over them; it writes numbers as texts, and asks before it replaces all. Call it before the
 * engine's late parts start.
 */
export const findLikeExcel = (book: Book): void => {
  const { injector } = book.engine;
  const service = injector.get(IFindReplaceService);
  const register = service.registerFindReplaceProvider.bind(service);
  let isAdapted = false;
  service.registerFindReplaceProvider = (provider) => {
    const find = provider.find.bind(provider);
    provider.find = async (query) => {
      const [search] = await find(query);
      if (!isAdapted && search !== undefined) {
        isAdapted = true;
        adaptSearch(Object.getPrototypeOf(search) as SheetSearch, book);
      }
      // The first search has run as the engine does it.
      return find(query);
    };
    return register(provider);
  };
  askNothing(injector.get(IConfirmService));
};

type Questions = Pick<IConfirmService, "confirm">;

/** Excel does not ask before it replaces all. What stands for the lazy service would keep a method that was read. */
const askNothing = (questions: Questions): void => {
  questions.confirm = function (this: Questions, question) {
    if ((question as { readonly id?: string }).id === "CONFIRM_REPLACE_ALL") return Promise.resolve(true);
    return (Object.getPrototypeOf(this) as Questions).confirm.call(this, question);
  };
};

const adaptSearch = (prototype: SheetSearch, book: Book): void => {
  const findInRange = prototype._findInRange;
  prototype._findInRange = function (sheet, ...rest) {
    return findInRange.call(this, searchShownText(book, sheet), ...rest);
  };
  prototype.replaceAll = function (text) {
    const matches = this.getMatches().filter(({ replaceable }) => replaceable);
    return Promise.resolve(replaceIn(book, this, matches, text));
  };
  prototype.replace = function (text) {
    const matches = this.currentMatch?.replaceable === true ? [this.currentMatch] : [];
    return Promise.resolve(replaceIn(book, this, matches, text).success > 0);
  };
};

/** A sheet whose filled formulas have their text, and whose spilled cells have nothing that can be replaced. */
const searchShownText = (book: Book, sheet: SearchedSheet): SearchedSheet => {
  const sheetId = sheet.getSheetId();
  const shownCells = function* (cells: ReturnType<SearchedSheet["iterateByRow"]>): typeof cells {
    for (const cell of cells)
      yield cell.value?.t === CellValueType.BOOLEAN
        ? { ...cell, value: { ...cell.value, v: truth(cell.value.v) } }
        : cell;
  };
  return {
    getSheetId: () => sheetId,
    getRowFiltered: (row) => sheet.getRowFiltered(row),
    iterateByRow: (range) => shownCells(sheet.iterateByRow(range)),
    iterateByColumn: (range) => shownCells(sheet.iterateByColumn(range)),
    getCellRaw: (row, column) => {
      const cell = sheet.getCellRaw(row, column);
      const f = book.formulaAt({ sheetId, row, column });
      if (f !== undefined) return { ...cell, f };
      return isEmpty(cell) ? null : cell;
    },
  };
};

const truth = (value: unknown): string => (value === true || Number(value) === 1 ? "TRUE" : "FALSE");

const isEmpty = (cell: Nullable<EngineCell>): boolean => {
  const v = cell?.v ?? "";
  return v === "" && (cell?.p ?? undefined) === undefined;
};

interface ReplaceCounts {
  readonly success: number;
  readonly failure: number;
}

/** Replaces in one step of undo. Cells of protected sheets stay; the engine counts formulas only where formulas are searched. */
const replaceIn = (
  book: Book,
  { _query: query }: SheetSearch,
  cells: readonly FoundCell[],
  text: string,
): ReplaceCounts => {
  if (!query) return { success: 0, failure: 0 };
  const part = new RegExp(escapeRegExp(query.findString), query.caseSensitive ? "g" : "gi");
  // All are read before the first is written: formulas that were filled down follow the first of them.
  const entries = cells.flatMap((cell) => {
    const before = editedText(book, cell);
    if (before === undefined) return [];
    const after = before.text.replace(part, () => text);
    return after === before.text ? [] : [{ ...matchPlace(cell), after: before.prefix + after }];
  });
  const writable = entries.filter(({ sheetId }) => !book.protection.isProtected(sheetId));
  if (writable.length < entries.length) book.protection.reportRefused();
  const { undoGroup } = book.engine;
  undoGroup.begin();
  try {
    for (const sheetId of new Set(writable.map((entry) => entry.sheetId)))
      enterTexts(
        book,
        sheetId,
        writable.filter((entry) => entry.sheetId === sheetId),
      );
  } finally {
    undoGroup.end();
  }
  return { success: writable.length, failure: entries.length - writable.length };
};

interface NewText {
  readonly row: number;
  readonly column: number;
  readonly after: string;
}

const enterTexts = (book: Book, sheetId: string, texts: readonly NewText[]): void => {
  const cells: EnteredCells = {};
  for (const { row, column, after } of texts)
    (cells[row] ??= {})[column] = parseEntry(after, book.entryContext(sheetId, row, column));
  const area = texts.reduce(
    ({ startRow, startColumn, endRow, endColumn }, { row, column }) => ({
      startRow: Math.min(startRow, row),
      startColumn: Math.min(startColumn, column),
      endRow: Math.max(endRow, row),
      endColumn: Math.max(endColumn, column),
    }),
    { startRow: Infinity, startColumn: Infinity, endRow: 0, endColumn: 0 },
  );
  book.enter({ sheetId, ...area }, cells);
};

const matchPlace = ({
  range,
}: FoundCell): { readonly sheetId: string; readonly row: number; readonly column: number } => ({
  sheetId: range.subUnitId,
  row: range.range.startRow,
  column: range.range.startColumn,
});

/** What somebody would type to enter what the cell has. The prefix of a text that looks like a number is an apostrophe. */
const editedText = (book: Book, cell: FoundCell): { readonly prefix: string; readonly text: string } | undefined => {
  const place = matchPlace(cell);
  const formula = book.formulaAt(place);
  if (formula !== undefined) return { prefix: "", text: formula };
  const { row, column, sheetId } = place;
  const raw = book.sheet(sheetId).getSheet().getCellRaw(row, column) as Nullable<EngineCell>;
  if (isEmpty(raw)) return undefined;
  const rich = raw?.p?.body?.dataStream.replace(/\r\n$/, "");
  const text = raw?.t === CellValueType.BOOLEAN ? truth(raw.v) : (rich ?? String(raw?.v));
  return { prefix: raw?.t === CellValueType.FORCE_STRING ? "'" : "", text };
};
