import { createStore } from "../runtime/store";
import { checkTarget } from "./check-target";
import { readsFrom1904 } from "./date-system";
import { followRange } from "./follow-range";
import { goTo, readAddress, readFormula, readSelection, readSpill } from "./read-ranges";
import { runExcel } from "./run-excel";
import { addSheet, addTable, readTable, writeTableRow } from "./tables";
import type { SelectionPlace, Workbook, WorkbookFacts } from "./workbook-door";
import { writeFormula } from "./write-formula";
import { writeValues } from "./write-values";

/** Makes the door to the open workbook; called once Office is ready. */
export const createWorkbook = (): Workbook => ({
  selection: readSelection,
  place: followPlace(),
  read: readAddress,
  follow: followRange,
  formulaAt: readFormula,
  checkTarget,
  writeFormula,
  writeValues,
  addSheet,
  addTable,
  readTable,
  writeTableRow,
  goTo,
  spillAddress: readSpill,
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

/** Follows the selection only while somebody looks: each move costs a sync. */
const followPlace = (): Workbook["place"] => {
  const place = createStore<SelectionPlace | undefined>(undefined);
  let listeners = 0;
  let following = false;
  const read = (): Promise<void> =>
    runExcel(async (context) => {
      const selected = context.workbook.getSelectedRange().load({ address: true, rowCount: true, columnCount: true });
      const active = context.workbook.getActiveCell().load({ address: true });
      await context.sync();
      const { address, rowCount, columnCount } = selected;
      place.set({ address, activeCell: active.address, rowCount, columnCount });
      // Several areas selected at once have no single address; the place stays what it was.
    }).catch(() => undefined);
  const follow = async (): Promise<void> => {
    following = true;
    await runExcel(async (context) => {
      context.workbook.onSelectionChanged.add(() => (listeners > 0 ? read() : Promise.resolve()));
      await context.sync();
    });
  };
  return {
    get: place.get,
    subscribe: (listener) => {
      listeners += 1;
      if (!following) void follow();
      void read();
      const stop = place.subscribe(listener);
      return () => {
        listeners -= 1;
        stop();
      };
    },
  };
};
