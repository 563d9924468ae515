import type { Clock } from "../../../engine/clock";
import { createStore, type Store } from "../../../engine/store";
import { watchBatches } from "../run-excel";

/** Milliseconds that a batch may take before the add-in checks whether a cell is being edited. */
const editCheckDelay = 1_000;

/** True while the add-in waits because a cell is being edited: Excel accepts no batch until the user has finished. */
export const followCellEdit = (clock: Clock): Store<boolean> => {
  const waiting = createStore(false);
  let under = 0;
  let looking = false;
  const look = async (): Promise<void> => {
    const editing = under > 0 && (await isEditing());
    waiting.set(editing && under > 0);
    looking = under > 0;
    if (looking) clock.after(editCheckDelay, () => void look());
  };
  watchBatches((batch) => {
    under += 1;
    if (!looking) clock.after(editCheckDelay, () => void look());
    looking = true;
    void batch.then(() => {
      under -= 1;
      if (under === 0) waiting.set(false);
    });
  });
  return waiting;
};

/** The only sign is that Excel rejects a batch that does not wait. */
const isEditing = async (): Promise<boolean> => {
  try {
    await Excel.run(async (context) => {
      context.workbook.load({ name: true });
      await context.sync();
    });
    return false;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === "InvalidOperationInCellEditMode";
  }
};
