import { InterceptorEffectEnum, IUniverInstanceService, UniverInstanceType } from "@univerjs/core";
import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { first } from "rxjs";
import { cellName, parseCell, singleCell } from "../../facts/addresses";
import type { CommentThread } from "../../ooxml/workbook-model";
import { FollowingItems, movedCorners, type ItemSheets } from "./following-items";

interface PlacedThread {
  readonly row: number;
  readonly column: number;
  readonly thread: CommentThread;
}

/** Excel's colour of the mark of a thread. */
const threadMarker = { tr: { color: "#7719aa", size: 6 } };

/** The threads of comments in the open workbook. They follow their cells, and undo restores them. */
export class SheetThreads {
  readonly #book: ItemSheets;
  readonly #bySheet = new Map<string, readonly PlacedThread[]>();

  constructor(book: ItemSheets) {
    this.#book = book;
    new FollowingItems<PlacedThread>(book, {
      mutation: "sheet.mutation.workbench-set-threads",
      get: (sheetId) => this.#placed(sheetId),
      set: (_, sheetId, threads) => void this.#bySheet.set(sheetId, threads),
      move: (one, command) => {
        const others = movedCorners(singleCell(one.row, one.column), command);
        if (others === undefined) return [];
        const { startRow: row, startColumn: column } = others;
        return [row === one.row && column === one.column ? one : { ...one, row, column }];
      },
      join: (stays, others) => [...stays, ...others],
    });
    // The engine's sheet services start with the first workbook.
    const books = book.engine.injector.get(IUniverInstanceService).getTypeOfUnitAdded$(UniverInstanceType.UNIVER_SHEET);
    books.pipe(first()).subscribe(() => this.#mark());
  }

  /** Takes the threads of an opened file, by the id of their sheet. */
  open(threads: ReadonlyMap<string, readonly CommentThread[]>): void {
    this.#bySheet.clear();
    for (const [sheetId, list] of threads)
      this.#bySheet.set(
        sheetId,
        list.map((thread) => ({ row: 0, column: 0, ...parseCell(thread.cell), thread })),
      );
  }

  /** By row, then column. */
  list(sheetId: string): CommentThread[] {
    return this.#placed(sheetId)
      .toSorted((one, other) => one.row - other.row || one.column - other.column)
      .map(({ row, column, thread }) => ({ ...thread, cell: cellName(row, column) }));
  }

  at({ sheetId, row, column }: { sheetId: string; row: number; column: number }): CommentThread | undefined {
    return this.#bySheet.get(sheetId)?.find((one) => one.row === row && one.column === column)?.thread;
  }

  #placed(sheetId: string): readonly PlacedThread[] {
    return this.#bySheet.get(sheetId) ?? [];
  }

  #mark(): void {
    this.#book.engine.injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
      priority: 0,
      effect: InterceptorEffectEnum.Style,
      handler: (cell, { subUnitId: sheetId, row, col: column }, next) => {
        const isMarked = this.at({ sheetId, row, column }) !== undefined;
        return next(isMarked ? { ...cell, markers: { ...cell?.markers, ...threadMarker } } : cell);
      },
    });
  }
}
