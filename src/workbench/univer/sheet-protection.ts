import type { Injector } from "@univerjs/core";
import { ICommandService } from "@univerjs/core";

const edits = [
  "sheet.command.set-range-values",
  "sheet.command.clear-selection",
  "sheet.command.insert-row",
  "sheet.command.remove-row",
  "sheet.command.insert-col",
  "sheet.command.remove-col",
  "sheet.command.move-range",
  "sheet.command.auto-fill",
  "sheet.command.sort-range",
  "sheet.command.reorder-range",
  "sheet.command.set-filter",
  "sheet.command.clear-filter",
  "sheet.command.remove-sheet-filter",
];

/** The protected sheets. The engine's own permissions need users and servers, which do not exist here. */
export class SheetProtection {
  readonly #protected = new Set<string>();
  #listener: () => void = () => undefined;

  constructor(injector: Injector) {
    injector.get(ICommandService).beforeCommandExecuted((command) => {
      const { subUnitId } = (command.params ?? {}) as { readonly subUnitId?: string };
      if (subUnitId === undefined || !this.#protected.has(subUnitId)) return;
      if (!edits.some((edit) => command.id.startsWith(edit))) return;
      this.#listener();
      throw new Error("The sheet is protected.");
    });
  }

  /** The listener is called when an edit is refused. */
  onRefused(listener: () => void): void {
    this.#listener = listener;
  }

  /** Says that an edit is refused. */
  reportRefused(): void {
    this.#listener();
  }

  isProtected(sheetId: string): boolean {
    return this.#protected.has(sheetId);
  }

  protect(sheetId: string): void {
    this.#protected.add(sheetId);
  }

  unprotect(sheetId: string): void {
    this.#protected.delete(sheetId);
  }

  /** Call it when a new workbook is open. */
  clear(): void {
    this.#protected.clear();
  }
}
