import { readFileSync } from "node:fs";

/** CPU milliseconds of the main thread on Linux, elsewhere of the process, whose other threads collect garbage. */
const threadTime = (): number => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
};

/** CPU milliseconds of the longest turn of the event loop during the work. */
export const longestTask = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0;
  let running = true;
  let before = threadTime();
  const turn = (): void => {
    const now = threadTime();
    longest = Math.max(longest, now - before);
    before = threadTime();
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  running = false;
  await new Promise<void>((resolve) => setImmediate(resolve));
  return longest;
};
