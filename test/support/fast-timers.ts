/** So many times as fast pass the short waits of a file that has called `fastTimers`. */
const factor = 10;
/** Real milliseconds. A longer wait is a deadline, which a busy machine must not miss: it stays as it is. */
const longest = 1_000;

const realTimeout = globalThis.setTimeout;

/**
 * The spreadsheet engine collects edits for 100 ms before it calculates, and looks after 50 ms whether it does. Without a
 * page nobody sees these waits. All of them pass faster alike, so their order stays.
 */
export const fastTimers = (): void => {
  const fast = (task: () => void, milliseconds = 0, ...values: []) =>
    realTimeout(task, milliseconds > longest ? milliseconds : milliseconds / factor, ...values);
  Object.assign(globalThis, { setTimeout: Object.assign(fast, realTimeout) });
};
