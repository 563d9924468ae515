import { type Clock, sleep } from "../runtime/clock";

const longestTask = 15;

/** Answers a promise when the task has run for 15 ms, so that long tables never hold the page for 50. */
export const createBreath = (clock: Clock): (() => Promise<void> | undefined) => {
  let since = clock.now();
  return () => {
    if (clock.now() - since < longestTask) return undefined;
    return sleep(clock, 0).then(() => {
      since = clock.now();
    });
  };
};
