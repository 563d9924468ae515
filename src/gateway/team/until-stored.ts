import { type Clock, sleep } from "../../engine/clock";
import { StoreUnavailable } from "./store";

/** Milliseconds between two attempts. */
const again = 500;
/** Milliseconds for which somebody waits for it. */
const patience = 30_000;

/**
 * Stores something that must not be lost: as often as it takes, until `isOver`. Rejects with `StoreUnavailable` after 30
 * seconds, and goes on trying.
 */
export const untilStored = async (clock: Clock, store: () => Promise<void>, isOver: () => boolean): Promise<void> => {
  const keepOn = async (): Promise<void> => {
    while (!isOver()) {
      try {
        await store();
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await sleep(clock, again);
      }
    }
  };
  const stored = keepOn();
  let cancel = (): void => undefined;
  const late = new Promise<"late">((resolve) => (cancel = clock.after(patience, () => resolve("late"))));
  const ended = await Promise.race([stored, late]).finally(cancel);
  if (ended === "late") throw new StoreUnavailable("The store was away for too long.");
};
