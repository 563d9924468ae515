import type { FunctionHost } from "../functions/function-host";
import { makeExcel } from "../excel/excel-global";
import type { WorkbookEvents } from "../univer/workbook-events";
import type { Book } from "../univer/book";
import { makeCustomFunctions } from "./custom-functions";
import { makeOffice, type OfficeParts } from "./office-global";
import { makeOfficeRuntime } from "./runtime-storage";

/** Everything the globals of office.js stand on. */
export interface OfficeHost extends OfficeParts {
  readonly book: Book;
  readonly functions: FunctionHost;
  readonly events: WorkbookEvents;
  /** Rows a filter hides, by sheet. */
  readonly filteredRows: Map<string, readonly number[]>;
  /** Told when another workbook is open. */
  readonly opened: (name: string) => void;
}

/** The globals of office.js for the add-in's page. */
export const provideOffice = (host: OfficeHost, addin: Window): Readonly<Record<string, unknown>> => ({
  Office: makeOffice(host),
  Excel: makeExcel(host),
  CustomFunctions: makeCustomFunctions(host.functions),
  OfficeRuntime: makeOfficeRuntime(window.localStorage),
  matchMedia: host.theme.matchMedia(addin.matchMedia.bind(addin)),
});
