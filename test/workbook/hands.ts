import type { Locator } from "playwright-core";

/** What a person does in the workbench, by keyboard alone or through the mouse: one journey serves both. */
export interface Hands {
  readonly name: "keyboard" | "mouse";
  /** Presses a control of the pane: a button, a tab, a link, an option. */
  readonly press: (control: Locator) => Promise<void>;
  /** Presses it twice, as fast as it goes. */
  readonly pressTwice: (control: Locator) => Promise<void>;
  /** Ticks a box; one that is ticked stays so. */
  readonly tick: (box: Locator) => Promise<void>;
  /** Types into a field of the pane, in place of what it holds. */
  readonly fill: (field: Locator, text: string) => Promise<void>;
  /** Chooses an option of a select by its visible text. */
  readonly choose: (select: Locator, label: string) => Promise<void>;
  /** Chooses the candidate at a place (0 the first) of a listbox. */
  readonly pick: (listbox: Locator, at: number) => Promise<void>;
  /** Presses a button of the ribbon. */
  readonly ribbon: (label: string) => Promise<void>;
  /** Selects a range of the sheet. */
  readonly select: (range: string) => Promise<void>;
  /** Types into a cell of the active sheet and enters it. */
  readonly enter: (cell: string, text: string) => Promise<void>;
  /** Inserts an empty row above the row of this number (1 is the first). */
  readonly insertRowAbove: (row: number) => Promise<void>;
  /** Goes to the sheet after the active one. */
  readonly nextSheet: () => Promise<void>;
}
