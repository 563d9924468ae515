import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";

/** A local service in a process of its own. */
export interface ServiceProcess {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Ends it at once, without a chance to tidy up. */
  kill(): Promise<void>;
  /** Asks it to end. */
  stop(): Promise<void>;
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once("exit", () => resolve()));

const running = new Set<ChildProcess>();

/** Ends every process that this file of tests still has, whatever became of its tests. */
export const endProcesses = async (): Promise<void> => {
  for (const child of running) child.kill("SIGKILL");
  await Promise.all([...running].map(ended));
};

/** The address that the process prints when it is ready. */
const ready = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = "";
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const origin = /ready (http:\S+)/.exec(output)?.[1];
      if (origin !== undefined) resolve(origin);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`the service ended with ${code ?? "a signal"}: ${output}`)));
  });

/** Starts scripts/run/service.ts as a user would and waits for its ready line. */
export const startProcess = async (options: readonly string[]): Promise<ServiceProcess> => {
  const main = path.join(__dirname, "../../scripts/run/service.ts");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", main, "--size", "test", "--seed", "1", "--port", "0", ...options],
    {
      cwd: path.join(__dirname, "../.."),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  running.add(child);
  child.once("exit", () => running.delete(child));
  const origin = await ready(child);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended(child);
  };
  return { origin, child, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
};
