/** The only source of time, timers and chance; tests and the benchmark hand in one they can move. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs `task` once after so many milliseconds; the answer calls it off. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Milliseconds since some moment, that nobody sets and no time zone moves; `now` where it is missing. */
  readonly steady?: () => number;
}

/** The same clock for what must not jump when somebody sets the time: pauses, deadlines, gaps. */
export const steadyOf = (clock: Clock): Clock => ({ ...clock, now: clock.steady ?? clock.now });

/** Waits on the clock; rejects with the signal's reason when it aborts first. */
export const sleep = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const stop = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    });
    signal?.addEventListener("abort", stop, { once: true });
  });
