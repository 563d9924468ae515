/** The only source of time, timers and random numbers. Tests and the benchmark use a virtual one. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Runs `task` once after this many milliseconds; the result cancels it. */
  readonly after: (milliseconds: number, task: () => void) => () => void;
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Milliseconds since an arbitrary moment; monotonic, unlike `now`, which is used where it is missing. */
  readonly steady?: () => number;
}

/** Milliseconds; a longer timer does not keep a Node process alive: a token renewal may be a day away. */
const longTimer = 60_000;

/** The clock of the system: of Node, and of a page that is not hidden. */
export const systemClock: Required<Clock> = {
  now: () => Date.now(),
  steady: () => performance.now(),
  random: () => Math.random(),
  after: (milliseconds, task) => {
    const timer = setTimeout(task, milliseconds);
    // In a page a timer is a number.
    if (milliseconds > longTimer) (timer as { readonly unref?: () => void }).unref?.();
    return () => clearTimeout(timer);
  },
};

/** The clock with a monotonic `now`, for pauses and deadlines: they must not change when the system time is set. */
export const toSteadyClock = (clock: Clock): Clock => ({ ...clock, now: clock.steady ?? clock.now });

/** Lateness of a timer, in ms, from which on the computer slept or the page was throttled. A busy machine is late by less. */
const leastSleep = 10_000;

/**
 * The clock with a steady time that stands still while timers do not run: sleep of the computer and a throttled page are no time in which
 * somebody else was silent. A timer runs when it would without this.
 */
export const awakeClock = (clock: Clock): Required<Clock> => {
  const elapsed = clock.steady ?? clock.now;
  /** When each running timer is due. */
  const timers = new Map<object, number>();
  let asleep = 0;
  let countedUntil = -Infinity;
  const noteSleep = (now: number): void => {
    const late = now - Math.max(Math.min(...timers.values()), countedUntil);
    if (late < leastSleep) return;
    asleep += late;
    countedUntil = now;
  };
  return {
    ...clock,
    steady: () => {
      const now = elapsed();
      noteSleep(now);
      return now - asleep;
    },
    after: (milliseconds, task) => {
      const timer = {};
      timers.set(timer, elapsed() + milliseconds);
      const cancel = clock.after(milliseconds, () => {
        noteSleep(elapsed());
        timers.delete(timer);
        task();
      });
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
  };
};

/** Waits this many milliseconds; rejects with the signal's reason when it aborts first. */
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

/** Returns a promise when the page needs time to respond; otherwise undefined, so that the caller continues without a pause. */
export type YieldToHost = () => Promise<void> | undefined;

/** The longest time slice, in ms. A task of 50 ms would make the page stutter. */
const timeSlice = 15;

/** Counts from the first call on; a new time slice begins after each turn of the page. */
export const createYieldToHost = (clock: Clock): YieldToHost => {
  let since = clock.now();
  return () => {
    if (clock.now() - since < timeSlice) return undefined;
    return sleep(clock, 0).then(() => {
      since = clock.now();
    });
  };
};
