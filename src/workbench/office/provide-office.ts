import type { FunctionHost } from "../functions/function-host";
import type { Book } from "../univer/book";
import { makeCustomFunctions } from "./custom-functions";
import { makeOffice, type OfficeParts } from "./office-global";
import { makeOfficeRuntime } from "./runtime-storage";

/** Everything the globals of office.js stand on. */
export interface OfficeHost extends OfficeParts {
  readonly book: Book;
  readonly functions: FunctionHost;
}

/** The globals of office.js for the add-in's page. */
export const provideOffice = (host: OfficeHost): Readonly<Record<string, unknown>> => ({
  Office: makeOffice(host),
  CustomFunctions: makeCustomFunctions(host.functions),
  OfficeRuntime: makeOfficeRuntime(window.localStorage),
});
