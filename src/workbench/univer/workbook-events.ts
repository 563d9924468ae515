import { ICommandService, type ICommandInfo } from "@univerjs/core";
import {
  InsertColMutation,
  InsertRowMutation,
  type ISetWorksheetNameMutationParams,
  RemoveColMutation,
  RemoveRowMutation,
  SetRangeValuesMutation,
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  SetWorksheetNameMutation,
} from "@univerjs/sheets";
import { type CellRange, formatRange } from "../../facts/addresses";
import { lastColumn, lastRow } from "../../facts/excel-limits";
import { type Area } from "./addresses";
import type { Book } from "./book";

export type WorkbookEventKind = "changed" | "selection" | "renamed";

/** Members of `WorksheetChangedEventArgs`, `SelectionChangedEventArgs` and `WorksheetNameChangedEventArgs`. */
export interface WorkbookEvent {
  readonly type: string;
  readonly worksheetId: string;
  readonly address?: string;
  readonly nameBefore?: string;
  readonly nameAfter?: string;
  readonly changeType?: string;
  readonly source?: string;
}

type EventListener = (event: WorkbookEvent) => void;

const structureEvents: Readonly<Record<string, string>> = {
  [InsertRowMutation.id]: "RowInserted",
  [RemoveRowMutation.id]: "RowDeleted",
  [InsertColMutation.id]: "ColumnInserted",
  [RemoveColMutation.id]: "ColumnDeleted",
};

interface SheetParams {
  readonly subUnitId?: string;
  readonly range?: CellRange;
  readonly cellValue?: Readonly<Record<number, Readonly<Record<number, unknown>>>>;
}

/** Notifies listeners of changes and selections, like Excel's events: asynchronously, after the change. */
export class WorkbookEvents {
  readonly #listeners: Readonly<Record<WorkbookEventKind, Set<EventListener>>> = {
    changed: new Set(),
    selection: new Set(),
    renamed: new Set(),
  };
  readonly #book: Book;
  #source: "Local" | "Remote" = "Local";

  constructor(book: Book) {
    this.#book = book;
    const commands = book.engine.injector.get(ICommandService);
    commands.beforeCommandExecuted((command) => this.#renamed(command));
    commands.onCommandExecuted((command, options) => {
      if (options?.onlyLocal === true && command.id === SetRangeValuesMutation.id) return;
      this.#changed(command);
      if (command.id === SetSelectionsOperation.id || command.id === SetWorksheetActiveOperation.id) this.#selected();
    });
  }

  on(kind: WorkbookEventKind, listener: EventListener): () => void {
    this.#listeners[kind].add(listener);
    return () => void this.#listeners[kind].delete(listener);
  }

  /** Makes a change whose events say that somebody else has made it. */
  remotely(change: () => void): void {
    this.#source = "Remote";
    try {
      change();
    } finally {
      this.#source = "Local";
    }
  }

  #changed(command: Readonly<ICommandInfo>): void {
    const { subUnitId: worksheetId, range, cellValue } = (command.params ?? {}) as SheetParams;
    const edited = command.id === SetRangeValuesMutation.id ? areaOfCells(cellValue) : range;
    const changeType = command.id === SetRangeValuesMutation.id ? "RangeEdited" : structureEvents[command.id];
    if (changeType === undefined || worksheetId === undefined || edited === undefined) return;
    const address = formatRange({ ...edited, ...wholeLines(changeType) });
    this.#emit("changed", { type: "WorksheetChanged", worksheetId, address, changeType, source: this.#source });
  }

  #renamed({ id, params }: Readonly<ICommandInfo>): void {
    if (id !== SetWorksheetNameMutation.id) return;
    const { subUnitId: worksheetId, name: nameAfter } = params as ISetWorksheetNameMutationParams;
    const nameBefore = this.#book.sheet(worksheetId).getSheetName();
    this.#emit("renamed", { type: "WorksheetNameChanged", worksheetId, nameBefore, nameAfter, source: this.#source });
  }

  #selected(): void {
    // While one workbook replaces another none is open, but the engine still reports selections.
    const range = this.#book.engine.api.getActiveWorkbook()?.getActiveRange();
    if (!range) return;
    const address = formatRange(range.getRange());
    this.#emit("selection", { type: "WorksheetSelectionChanged", worksheetId: range.getSheetId(), address });
  }

  #emit(kind: WorkbookEventKind, event: WorkbookEvent): void {
    if (this.#listeners[kind].size === 0) return;
    setTimeout(() => {
      for (const listener of [...this.#listeners[kind]]) listener(event);
    });
  }
}

/** Inserted and deleted rows and columns have the address `3:3` or `C:C`. */
const wholeLines = (changeType: string): Partial<Area> => {
  if (changeType.startsWith("Row")) return { startColumn: 0, endColumn: lastColumn };
  return changeType.startsWith("Column") ? { startRow: 0, endRow: lastRow } : {};
};

const areaOfCells = (cells: SheetParams["cellValue"]): CellRange | undefined => {
  const rows = Object.keys(cells ?? {}).map(Number);
  const columns = [...new Set(Object.values(cells ?? {}).flatMap((row) => Object.keys(row)))].map(Number);
  if (rows.length === 0 || columns.length === 0) return undefined;
  return {
    startRow: Math.min(rows[0] ?? 0, rows.at(-1) ?? 0),
    endRow: Math.max(rows[0] ?? 0, rows.at(-1) ?? 0),
    startColumn: Math.min(...columns),
    endColumn: Math.max(...columns),
  };
};
