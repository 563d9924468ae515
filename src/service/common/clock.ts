/** The current time in milliseconds. Tests pass their own clock. */
export interface Clock {
  readonly now: () => number;
}

export const wallClock: Clock = { now: () => Date.now() };

/** Lets the event loop handle other requests. */
export const yieldToOthers = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Yields to other requests if a time slice has passed since the last yield, and otherwise returns undefined. */
export type YieldIfDue = () => Promise<void> | undefined;

/** Returns a function for long loops. Loops that follow one another share it, so that short ones add up. */
export const yieldEvery = (milliseconds = 5): YieldIfDue => {
  let turn = performance.now();
  return () => {
    if (performance.now() - turn < milliseconds) return undefined;
    return yieldToOthers().then(() => {
      turn = performance.now();
    });
  };
};
