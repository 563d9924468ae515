import type { ColumnsModel, SheetModel } from "../../ooxml/workbook-model";
import type { FunctionHost } from "../functions/function-host";
import type { HostFaults } from "../faults/host-faults";
import type { SheetCharts } from "../charts/sheet-charts";
import type { Book } from "../univer/book";
import type { CustomXmlParts } from "./custom-xml-parts";
import type { OfficeFunctionCache } from "./function-cache";
import type { UnsavedChanges } from "../univer/unsaved-changes";
import type { WorkbookEvents } from "../univer/workbook-events";
import type { OfficeParts } from "./office-global";

/** What a sheet keeps of the file that it was opened from. */
export interface SheetOrigin extends Pick<
  SheetModel,
  "part" | "moved" | "keepsConditionalFormats" | "keepsDataValidations"
> {
  /** The columns up to the last one of a sheet, if its file gives them a format or a width: they are not shown. */
  readonly rest?: ColumnsModel;
  /** The filter of the file has criteria that are not shown. */
  readonly hasOtherFilters?: boolean;
  /** The filter of the file goes on where the sheet ends, which the engine does not know: its range there and here. */
  readonly cutFilter?: { readonly range: string; readonly shown: string };
}

export interface FileOrigin {
  source: Uint8Array | undefined;
  /** By the id of the sheet. */
  sheets: Map<string, SheetOrigin>;
}

/** The shared runtime: the add-in's page. Excel starts a new one for each workbook. */
export interface AddinRuntime {
  /** Resolves when the page is gone. Nothing of it is called any more. */
  readonly end: () => Promise<void>;
  /** Resolves when the functions of the page are associated. */
  readonly start: () => Promise<void>;
}

/** All parts of the workbench that the globals of office.js use. */
export interface OfficeHost extends OfficeParts {
  readonly book: Book;
  readonly charts: SheetCharts;
  readonly customXml: CustomXmlParts;
  /** Opens a workbook in a window of its own: a new one, or this file. */
  readonly createWorkbook: (file?: Uint8Array) => Promise<void>;
  readonly functions: FunctionHost;
  readonly functionCache: OfficeFunctionCache;
  /** What this host does wrong on demand. */
  readonly faults: HostFaults;
  readonly events: WorkbookEvents;
  readonly unsaved: UnsavedChanges;
  /** What the open workbook keeps of the .xlsx file that it was opened from. */
  readonly origin: FileOrigin;
  /** The add-in whose settings files contain. */
  readonly addin: { readonly id: string; readonly version: string };
  /** Undefined until the first workbook is open. */
  runtime: AddinRuntime | undefined;
  /** Called when another workbook is open. */
  readonly opened: (name: string) => void;
}
