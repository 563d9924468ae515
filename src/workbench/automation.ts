import type { OfficeHost } from "./office/provide-office";
import { readCells, type ReadCell } from "./read-cells";

/** `window.workbench`, by which tests and scripts drive the page. */
export interface Automation {
  /** Waits until the add-in's page is loaded. */
  readonly ready: () => Promise<void>;
  /** Enters a text into a cell as if it were typed. */
  readonly enter: (address: string, text: string) => Promise<void>;
  /** The cells of a range: value, displayed text, error with its sentence, formula. */
  readonly read: (range: string) => ReadCell[][];
  readonly select: (range: string) => void;
  /** Waits until nothing is calculated, called or on its way into the sheet. */
  readonly settled: () => Promise<void>;
}

/** Makes the automation of the open workbench. */
export const makeAutomation = ({ book, functions }: OfficeHost, loaded: Promise<void>): Automation => ({
  ready: () => loaded,
  enter: (address, text) => {
    book.write(book.area(address), [[text]]);
    return Promise.resolve();
  },
  read: (range) => readCells(book, functions, range),
  select: (range) => book.select(book.area(range)),
  settled: async () => {
    do await new Promise((resolve) => setTimeout(resolve, 20));
    while (functions.unsettled);
  },
});
