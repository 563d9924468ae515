import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** A service in a process of its own, as a user starts it. */
export interface ServiceProcess {
  readonly origin: string;
  /** Milliseconds from the start of the process to its line `ready`. */
  readonly startMs: number;
  /** Resident memory in megabytes; undefined where the system does not tell. */
  readonly memory: () => number | undefined;
  /** Milliseconds of processor time used so far: what a shared machine cannot falsify; undefined where the system does not tell. */
  readonly processorMs: () => number | undefined;
  readonly stop: () => Promise<void>;
}

const root = path.join(__dirname, "..");

const memoryOf = (pid: number | undefined): number | undefined => {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
};

/** The kernel counts in hundredths of a second. */
const tick = 10;

const processorOf = (pid: number | undefined): number | undefined => {
  try {
    const columns = (readFileSync(`/proc/${pid ?? 0}/stat`, "utf8").split(") ")[1] ?? "").split(" ");
    return (Number(columns[11]) + Number(columns[12])) * tick;
  } catch {
    return undefined;
  }
};

const readyLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const origin = /ready (\S+)/.exec(text)?.[1];
      if (origin !== undefined) resolve(origin);
    });
    child.on("exit", (code) => reject(new Error(`the service ended with ${code ?? "a signal"}`)));
  });

/** Starts the service with these arguments and waits until it is ready. */
export const startServiceProcess = async (arguments_: readonly string[]): Promise<ServiceProcess> => {
  const begin = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/service.ts", ...arguments_], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const origin = await readyLine(child);
  return {
    origin,
    startMs: Math.round(performance.now() - begin),
    memory: () => memoryOf(child.pid),
    processorMs: () => processorOf(child.pid),
    stop: () =>
      new Promise((resolve) => {
        child.removeAllListeners("exit");
        child.on("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
};
