import type { Book } from "../univer/book";
import type { CellContent } from "../univer/entry";
import type { WorkbookEvents } from "../univer/workbook-events";

/** What a colleague does to the open workbook at the same time. */
export interface CoAuthorChange {
  /** Contents by address. */
  readonly cells?: Readonly<Record<string, CellContent>>;
  /** Document settings of this add-in, saved by its copy in the colleague's Excel. Undefined removes one. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Inserts rows above this one (1 is the first) of the active sheet. */
  readonly insertRows?: { readonly above: number; readonly count?: number };
}

interface Shared {
  readonly book: Book;
  readonly events: WorkbookEvents;
  readonly settings: { readonly receive: (changes: Readonly<Record<string, unknown>>) => void };
}

/**
 * Makes a change as somebody else. Its events have the source `Remote`, and this user cannot undo it. The add-in sees
 * changed settings after `refreshAsync` only ("Coauthoring in Excel add-ins").
 */
export const changeAsCoAuthor = (
  { book, events, settings }: Shared,
  { cells = {}, settings: changed, insertRows }: CoAuthorChange,
): void => {
  const remotely = (change: () => void): void => events.remotely(() => book.engine.undoGroup.without(change));
  for (const [address, content] of Object.entries(cells)) remotely(() => book.write(book.area(address), [[content]]));
  if (insertRows !== undefined)
    remotely(() => void book.sheet(book.activeSheetId).insertRowsBefore(insertRows.above - 1, insertRows.count ?? 1));
  if (changed !== undefined) settings.receive(changed);
};
