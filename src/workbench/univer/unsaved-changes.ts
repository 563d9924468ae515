import { ICommandService, RedoCommandId, UndoCommandId } from "@univerjs/core";
import type { Engine } from "./engine";

/**
 * Whether the open workbook has changes that no file has: edits that could be undone, and custom XML parts. Results of
 * functions are none.
 */
export class UnsavedChanges {
  #any = false;
  #listener: () => void = () => undefined;

  constructor({ injector, undoGroup }: Engine, isOpen: (unitId: string) => boolean) {
    // The editors of cell and formula bar have undo steps of their own.
    undoGroup.onEdit((unitId) => {
      if (isOpen(unitId)) this.#set(true);
    });
    injector.get(ICommandService).onCommandExecuted(({ id }) => {
      if (id === UndoCommandId || id === RedoCommandId) this.#set(true);
    });
  }

  get any(): boolean {
    return this.#any;
  }

  onChanged(listener: () => void): void {
    this.#listener = listener;
  }

  /** Call it after a change that is no step of undo. */
  add(): void {
    this.#set(true);
  }

  /** Call it when a workbook was opened or saved. */
  reset(any = false): void {
    this.#set(any);
  }

  #set(any: boolean): void {
    if (any === this.#any) return;
    this.#any = any;
    this.#listener();
  }
}
