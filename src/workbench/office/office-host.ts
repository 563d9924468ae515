import type { FunctionHost } from "../functions/function-host";
import type { Book } from "../univer/book";
import type { WorkbookEvents } from "../univer/workbook-events";
import type { OfficeParts } from "./office-global";

/** All parts of the workbench that the globals of office.js use. */
export interface OfficeHost extends OfficeParts {
  readonly book: Book;
  readonly functions: FunctionHost;
  readonly events: WorkbookEvents;
  /** Hidden rows of filters, by sheet. */
  readonly filteredRows: Map<string, readonly number[]>;
  /** Called when another workbook is open. */
  readonly opened: (name: string) => void;
}
