import type { Clock } from "../../src/engine/clock";

/** So many times as fast as the machine's clock does it go. */
const haste = 10;
/** Milliseconds. Longer waits are deadlines of requests, which a busy machine must not miss: they take real time. */
const longestFast = 14_000;

/** Turns of the event loop in which everything that needs no time comes to rest. */
const turnsToRest = 4;

const rest = async (): Promise<void> => {
  for (let turn = 0; turn < turnsToRest; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

export interface FastClock {
  /** For the engine and the service alike. */
  readonly clock: Clock;
  /** Cancels all timers. */
  readonly stop: () => void;
}

/**
 * Fast time, in which a busy machine changes nothing: a timer runs when everything that needs no time has happened, and
 * no time passes for the engine until then. Else a batch would be sent before its last record was asked for.
 * @param start the first moment, in ms since 1970
 */
export const createFastClock = (start: number): FastClock => {
  const timers = new Set<NodeJS.Timeout>();
  const started = performance.now();
  let steady = 0;
  const clock: Clock = {
    now: () => start + Math.floor((performance.now() - started) * haste),
    steady: () => steady,
    after: (milliseconds, task) => {
      const due = steady + milliseconds;
      let cancelled = false;
      const end = async (): Promise<void> => {
        timers.delete(timer);
        await rest();
        if (cancelled) return;
        steady = Math.max(steady, due);
        task();
      };
      const timer = setTimeout(() => void end(), milliseconds > longestFast ? milliseconds : milliseconds / haste);
      timers.add(timer);
      return () => {
        cancelled = true;
        timers.delete(timer);
        clearTimeout(timer);
      };
    },
    random: () => 0.5,
  };
  return {
    clock,
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
};
