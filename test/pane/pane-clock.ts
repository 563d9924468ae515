import type { Clock } from "../../src/engine/clock";

/** Real milliseconds between two looks at the timers. */
const tick = 2;
/** The most milliseconds that pass between two looks. */
const mostAtOnce = 5;

/** A clock that a test can make go faster, and stops. */
export interface PaneClock extends Clock {
  /** From now on time passes so many times as fast as real time. */
  readonly setSpeed: (times: number) => void;
  readonly stop: () => void;
}

/**
 * Real time from a given moment on, except that it stands still while the process is busy: on a slow machine a window of some milliseconds
 * closes after the same steps as on a quick one.
 */
export const createPaneClock = (firstMoment: number): PaneClock => {
  const timers = new Set<{ readonly at: number; readonly task: () => void }>();
  let speed = 1;
  let passed = 0;
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    passed += Math.min(now - last, mostAtOnce) * speed;
    last = now;
    const due = [...timers].filter(({ at }) => at <= passed).toSorted((one, other) => one.at - other.at);
    for (const timer of due) if (timers.delete(timer)) timer.task();
  };
  const ticking = setInterval(look, tick);
  return {
    now: () => firstMoment + passed,
    steady: () => passed,
    random: () => Math.random(),
    after: (milliseconds, task) => {
      const timer = { at: passed + milliseconds, task };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    setSpeed: (times) => (speed = times),
    stop: () => clearInterval(ticking),
  };
};
