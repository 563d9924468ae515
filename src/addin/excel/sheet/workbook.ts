import type { findBlockedSpills } from "./blocked-spills";
import type { Store } from "../../../engine/store";
import { checkTarget } from "./check-target";
import { readsFrom1904 } from "./date-system";
import { followRange } from "./moved-ranges";
import {
  followSelection,
  goTo,
  readAddress,
  readFormula,
  readListAtCell,
  readSelection,
  readSpill,
  type SelectionPlace,
} from "./ranges";
import type { Namespace } from "./namespace";
import { runExcel } from "../run-excel";
import type { writeReport } from "./report-sheet";
import { addSheet, addTable, readTable, writeTableRow } from "./tables";
import { replaceCells, writeFormula, writeValues } from "./write-cells";

/** Settings of the workbook that change what an inserted formula shows. */
export interface WorkbookFacts {
  /** Formulas are calculated only when the user asks. */
  readonly manual: boolean;
  /** Undefined where the host does not say. */
  readonly dates1904: boolean | undefined;
}

/**
 * The open workbook, as the pane uses it. Every method goes through `runExcel`, so it waits until the user has left cell-edit mode.
 * A method that writes is one step of undo, writes all or nothing, and rejects with an AddinError that says what to do.
 * Addresses returned name the sheet (`Sheet1!A1`, `'EU Banks'!B2:C9`).
 */
export interface Workbook {
  readonly selection: typeof readSelection;
  /** Undefined before the first selection is read. Follows the selection while it has subscribers. */
  readonly place: Store<SelectionPlace | undefined>;
  readonly listAtCell: typeof readListAtCell;
  readonly read: typeof readAddress;
  readonly follow: typeof followRange;
  readonly formulaAt: typeof readFormula;
  readonly checkTarget: typeof checkTarget;
  readonly writeFormula: typeof writeFormula;
  readonly writeValues: typeof writeValues;
  readonly writeReport: typeof writeReport;
  readonly replaceCells: typeof replaceCells;
  readonly addSheet: typeof addSheet;
  readonly addTable: typeof addTable;
  readonly readTable: typeof readTable;
  readonly writeTableRow: typeof writeTableRow;
  readonly goTo: typeof goTo;
  readonly spillAddress: typeof readSpill;
  readonly blockedSpills: typeof findBlockedSpills;
  readonly facts: () => Promise<WorkbookFacts>;
}

/** Call it once Office is ready. The pane reads and writes formulas without the namespace. */
export const createWorkbook = ({ toCells, fromCells }: Namespace): Workbook => ({
  selection: readSelection,
  place: followSelection(),
  listAtCell: readListAtCell,
  read: readAddress,
  follow: followRange,
  formulaAt: async (address) => {
    const found = await readFormula(address);
    return found && { ...found, formula: fromCells(found.formula) };
  },
  checkTarget,
  writeFormula: (target, formula, options) => writeFormula(target, toCells(formula), options),
  writeValues,
  writeReport: async ({ facts, tables, blocks = [], ...report }, isLive) => {
    // In a chunk of its own, because few views need it.
    const { writeReport: write } = await import(/* webpackChunkName: "result-formats" */ "./report-sheet");
    const inCells = <Part extends { readonly formula?: string }>(part: Part): Part =>
      part.formula === undefined ? part : { ...part, formula: toCells(part.formula) };
    const blocksInCells = blocks.map((block) => ({ ...inCells(block), notes: block.notes.map(inCells) }));
    return write({ ...report, facts: facts.map(inCells), tables: tables.map(inCells), blocks: blocksInCells }, isLive);
  },
  replaceCells,
  addSheet,
  addTable,
  readTable,
  writeTableRow,
  goTo,
  spillAddress: readSpill,
  blockedSpills: async (results) =>
    (await import(/* webpackChunkName: "result-formats" */ "./blocked-spills")).findBlockedSpills(results),
  facts: readFacts,
});

const calculatesManually = (): Promise<boolean> =>
  runExcel(async (context) => {
    const application = context.workbook.application.load({ calculationMode: true });
    await context.sync();
    return application.calculationMode === "Manual";
  });

const readFacts = async (): Promise<WorkbookFacts> => ({
  manual: await calculatesManually(),
  dates1904: await readsFrom1904(),
});
