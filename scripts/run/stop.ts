import { runProgram } from "./command-line";
import { findRunning, forgetRunning, isAlive, type Running } from "./running";

// npm run stop: ends what npm start, npm run dev and npm run excel started from this folder, and takes the add-in out of Excel.

/** Milliseconds that a server has to end by itself. */
const patience = 10_000;

const end = async ({ pid, service, manifest }: Running): Promise<void> => {
  kill(pid, "SIGTERM");
  for (const begin = Date.now(); isAlive(pid) && Date.now() - begin < patience;)
    await new Promise((resolve) => setTimeout(resolve, 50));
  // Where a signal ends a process at once (Windows), or where it did not listen, its service is left.
  for (const left of [pid, service]) if (isAlive(left)) kill(left, "SIGKILL");
  forgetRunning(pid);
  if (manifest !== undefined) await (await import("office-addin-debugging")).stopDebugging(manifest);
};

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
};

const stop = async (): Promise<void> => {
  const running = await findRunning();
  if (running.length === 0) process.stdout.write("Nothing is running.\n");
  for (const each of running) {
    await end(each);
    process.stdout.write(`stopped ${each.address}\n`);
  }
};

runProgram(stop);
