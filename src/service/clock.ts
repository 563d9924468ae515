/** What the service knows of time; tests hand in their own. */
export interface Clock {
  readonly now: () => number;
}

/** The clock on the wall. */
export const wallClock: Clock = { now: () => Date.now() };

/** Lets other requests have their turn in the middle of long work. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls `yieldTurn` whenever some milliseconds have passed since the last time. */
export const createPacer = (milliseconds = 5): (() => Promise<void> | undefined) => {
  let turn = performance.now();
  return () => {
    if (performance.now() - turn < milliseconds) return undefined;
    return yieldTurn().then(() => {
      turn = performance.now();
    });
  };
};
