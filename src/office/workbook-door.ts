import type { Store } from "../runtime/store";

/** What a cell holds when read: empty is "", an error value is its text (`#N/A`). */
export type CellContent = string | number | boolean;

/** A rectangle of the workbook with what it holds. */
export interface RangeContent {
  /** `Sheet1!A2:A1201`, the sheet quoted where Excel quotes it. */
  readonly address: string;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly values: readonly (readonly CellContent[])[];
}

/** Where the selection is, without its values: cheap enough to follow every move of the cursor. */
export interface SelectionPlace {
  /** The whole selection, `Sheet1!A2:A1201`; its first area where several are selected. */
  readonly address: string;
  /** The active cell, `Sheet1!A2`. */
  readonly activeCell: string;
  readonly rowCount: number;
  readonly columnCount: number;
}

/** A formula and the cell that holds it; for a cell inside a spill, the anchor's. */
export interface FormulaCell {
  readonly address: string;
  /** In English (`Range.formulas`), with the leading `=`. */
  readonly formula: string;
}

/** Why something may not be written at a place, found before anything is written. */
export interface TargetProblem {
  /**
   * `protected`: the sheet is protected. `merged`: merged cells in the target. `filtered`: an active filter hides rows of it. `table`: the target
   * touches a table (nothing spills there). `occupied`: cells of the target hold something. `outside`: it would leave the sheet. `noSheet`: there is no such sheet.
   */
  readonly kind: "protected" | "merged" | "filtered" | "table" | "occupied" | "outside" | "noSheet";
  /** What is in the way, as an address or the name of a table or sheet. */
  readonly where: string;
}

/** How a block of values is written. */
export interface WriteOptions {
  /** Number format per column (`yyyy-mm-dd hh:mm`); undefined leaves it, `@` keeps long digits as text. */
  readonly numberFormats?: readonly (string | undefined)[];
  /** Makes the columns as wide as what they hold; for a sheet that is the add-in's own. */
  readonly fit?: boolean;
  /** Told after each chunk: rows written so far. */
  readonly progress?: (rows: number) => void;
  /** Aborting stops before the next chunk; what was written by this call is cleared again (never a half write). */
  readonly signal?: AbortSignal;
}

/** Facts of the workbook that decide how the pane inserts. */
export interface WorkbookFacts {
  /** Formulas are calculated only when the user asks. */
  readonly manual: boolean;
  /** Undefined where the host does not say. */
  readonly dates1904: boolean | undefined;
}

/** A table of the workbook with its header and rows as read. */
export interface TableContent {
  readonly name: string;
  readonly address: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly CellContent[])[];
}

/**
 * What pane and commands need of the open workbook; `office/workbook.ts` makes it. Every verb goes through `runExcel` (waits for cell-edit mode to end),
 * every writing verb is one step of undo (`mergeUndoGroup`) and rejects with an AddinError whose sentence says what to do; none writes half.
 * Addresses carry the sheet (`Sheet1!A1`, `'EU Banks'!B2:C9`).
 */
export interface Workbook {
  /** The selected cells, cut to the used range and to 50,001 rows (so that the pane can tell "too many" from 50,000); a wholly empty selection has one empty cell. */
  readonly selection: () => Promise<RangeContent>;
  /** Where the selection is now; undefined before Office is ready. Follows `onSelectionChanged` while somebody is subscribed. */
  readonly place: Store<SelectionPlace | undefined>;
  /** The values of an address, cut like `selection`. */
  readonly read: (address: string) => Promise<RangeContent>;
  /** Calls back with the address at which a range stands after rows, columns or cells moved, undefined when it is gone; the answer ends it. */
  readonly follow: (address: string, moved: (address: string | undefined) => void) => () => void;
  /** The formula of a cell, or of the anchor whose spill covers it; the active cell where no address is given; undefined where there is none. */
  readonly formulaAt: (address?: string) => Promise<FormulaCell | undefined>;
  /** Whether `rows` × `columns` from the target cell may be written: undefined when free. For a formula that spills ask with the size foreseen (1 × 1 checks the cell alone). */
  readonly checkTarget: (
    target: string,
    size: { readonly rows: number; readonly columns: number },
  ) => Promise<TargetProblem | undefined>;
  /**
   * Enters one formula at the target cell (`Range.formulas`, English, dynamic array), and where `headers` are given these in the row ABOVE nothing else:
   * the headers stand at the target and the formula one row below. Number formats are set on the columns below. Answers the formula's address.
   */
  readonly writeFormula: (
    target: string,
    formula: string,
    options?: { readonly headers?: readonly string[]; readonly numberFormats?: readonly (string | undefined)[] },
  ) => Promise<string>;
  /**
   * Writes rows × columns from the target cell in chunks of at most 1.5 MB, one sync each. Text stays text: what begins with `=`, `+`, `-`, `@` or would be
   * read as a number or date is written with a leading apostrophe or the format `@`; over 32,767 characters it is cut with `…`. Answers the address written.
   */
  readonly writeValues: (
    target: string,
    matrix: readonly (readonly CellContent[])[],
    options?: WriteOptions,
  ) => Promise<string>;
  /** Adds a sheet after the active one without activating it; a taken name gets ` (2)`, forbidden characters go, 31 characters at most. Answers the name. */
  readonly addSheet: (name: string) => Promise<string>;
  /** Makes a table of an address whose first row is the header; a taken name gets `_2`. Answers the table's name. */
  readonly addTable: (address: string, name: string) => Promise<string>;
  /** The table of this name, or undefined. */
  readonly readTable: (name: string) => Promise<TableContent | undefined>;
  /** Appends rows to a table, or replaces the row at `index` (0 = first below the header). */
  readonly writeTableRow: (name: string, row: readonly CellContent[], index?: number) => Promise<void>;
  /** Activates the sheet and selects the address. */
  readonly goTo: (address: string) => Promise<void>;
  /** The whole spill of an anchor (`Sheet1!C2:G1201`); undefined where nothing spills (yet). */
  readonly spillAddress: (anchor: string) => Promise<string | undefined>;
  readonly facts: () => Promise<WorkbookFacts>;
}
