import type { ICellData, IRange, Nullable, ObjectMatrix } from "@univerjs/core";
import type { EngineCell } from "../private-hooks";

// The members of the engine's clipboard without published types. Check them after an update of Univer.

/** A cell on the clipboard. */
export interface CopiedCell extends Omit<ICellData, "v" | "t"> {
  readonly v?: EngineCell["v"];
  readonly t?: EngineCell["t"];
  readonly displayV?: string;
  /** The formula that fills it is copied too. */
  readonly spillsAgain?: boolean;
}

/** What a copy has put aside for a paste in this page. */
interface CopiedCells {
  readonly matrix: Nullable<ObjectMatrix<CopiedCell>>;
}

/** What goes to the clipboard. */
interface CopyContent {
  readonly plain: string;
  /** The rows that are copied: filtered ones are not. */
  readonly discreteRange: { readonly rows: readonly number[] };
}

/** The members of the engine's clipboard that read and write cells. */
export interface ClipboardParts {
  _copyContentCache: {
    readonly get: (copyId: string) => CopiedCells | undefined;
    readonly set: (copyId: string, cells: CopiedCells) => void;
  };
  _generateCopyContent: (unitId: string, sheetId: string, range: IRange, ...rest: unknown[]) => Nullable<CopyContent>;
  _pasteInternal: (copyId: string, pasteType: string) => Promise<boolean>;
  _pastePlainText: (text: string, pasteType: string) => Promise<boolean>;
  _pasteHTML: (html: string, pasteType: string) => Promise<boolean>;
  legacyPaste: (html?: string, text?: string, files?: readonly File[]) => Promise<boolean>;
  readonly _htmlToUSM: HtmlReader;
}

/** What makes cells of HTML. */
export interface HtmlReader {
  convert: (html: string) => { readonly cellMatrix: Nullable<ObjectMatrix<HtmlCell>> };
  /** Called with the text of a style sheet, before the browser drops the properties that it does not know. */
  _parseMsoNumfmtFromCssText: (css: string) => void;
  /** Called once for each cell of a table, before its text is read. The engine reads the text again where it gets a format. */
  _getMsoNumfmtForNode: (cell: Element) => string | undefined;
}

/** A cell that was made of HTML. */
export interface HtmlCell {
  readonly v?: EngineCell["v"];
  /** Text with formats of its own. */
  readonly p?: unknown;
  readonly s?: ICellData["s"];
}

export const clipboardParts = (service: object): ClipboardParts => service as ClipboardParts;
