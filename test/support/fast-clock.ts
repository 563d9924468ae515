import type { Clock } from "../../src/engine/clock";

/** So many times as fast as they say do timers run. */
const haste = 10;
/** Milliseconds. Longer timers are deadlines of requests, which a busy machine must not miss: they take real time. */
const longestFast = 15_000;
/** Milliseconds. A timer of so many looks at what has not answered yet, or gives up: it waits until no request is under way. */
const leastPatient = 1_000;

/** Turns of the event loop in which everything that needs no time comes to rest. */
const turnsToRest = 4;

const rest = async (): Promise<void> => {
  for (let turn = 0; turn < turnsToRest; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

export interface FastClock {
  /** For the engine and the service alike. */
  readonly clock: Clock;
  /** Sends a request: until it is answered no timer of a second or more runs. */
  readonly during: <Value>(answer: Promise<Value>) => Promise<Value>;
  /** Cancels all timers. */
  readonly stop: () => void;
}

/**
 * The time of the day is the machine's, from `start` (in ms since 1970) on; pauses pass faster. A busy machine changes nothing: a
 * timer runs when everything that needs no time has happened, and no time passes for the engine until then. Else a batch
 * would be sent before its last record was asked for.
 */
export const createFastClock = (start: number): FastClock => {
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  const started = Date.now();
  let steady = 0;
  const clock: Clock = {
    now: () => start + Date.now() - started,
    steady: () => steady,
    after: (milliseconds, task) => {
      const due = steady + milliseconds;
      let cancelled = false;
      const end = async (): Promise<void> => {
        timers.delete(timer);
        await rest();
        while (milliseconds >= leastPatient && underWay.size > 0) {
          await Promise.allSettled(underWay);
          await rest();
        }
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
    during: (answer) => {
      underWay.add(answer);
      return answer.finally(() => underWay.delete(answer));
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
};
