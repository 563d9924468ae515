import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A service, or another server, in a process of its own, as a user starts it. */
export interface ServiceProcess {
  readonly origin: string;
  /** Milliseconds from the start of the process to its line `ready`. */
  readonly startMs: number;
  /** Resident memory in megabytes; undefined except on Linux. */
  readonly memory: () => number | undefined;
  /** The peak of resident memory in megabytes; undefined except on Linux. */
  readonly peakMemory: () => number | undefined;
  /** Processor time in milliseconds, which other programs do not influence; undefined except on Linux. */
  readonly processorMs: () => number | undefined;
  /** The number of open files and connections; undefined except on Linux. */
  readonly openFiles: () => number | undefined;
  /** False once the process has ended, whatever ended it. */
  readonly isRunning: () => boolean;
  readonly stop: () => Promise<void>;
  /** Ends the process at once (SIGKILL). */
  readonly kill: () => Promise<void>;
}

const root = path.join(__dirname, "../..");

const memoryOf = (pid: number | undefined, name: "VmRSS" | "VmHWM"): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid ?? 0}/status`, "utf8");
    const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1];
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

const openFilesOf = (pid: number | undefined): number | undefined => {
  try {
    return readdirSync(`/proc/${pid ?? 0}/fd`).length;
  } catch {
    return undefined;
  }
};

const readyLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const origin = /ready (http\S+)/.exec(text)?.[1];
      if (origin !== undefined) resolve(origin.replace(/\/$/, ""));
    });
    child.on("exit", (code) => reject(new Error(`the process ended with ${code ?? "a signal"} before it was ready`)));
  });

export interface ProcessOptions {
  /** `scripts/run/service.ts` by default. */
  readonly program?: string;
  /** Megabytes of the JavaScript heap; as many as Node takes by default, which depends on the machine. */
  readonly heap?: number;
}

/** Megabytes of the JavaScript heap of a gateway, as the files in deploy/ start it. */
export const deployedHeap = 384;

/** Starts the service with these arguments and waits until it is ready. */
export const startServiceProcess = async (
  arguments_: readonly string[],
  { program = "scripts/run/service.ts", heap }: ProcessOptions = {},
): Promise<ServiceProcess> => {
  const begin = performance.now();
  const limits = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
  const all = [...limits, "--import", "tsx", program, ...arguments_];
  const child = spawn(process.execPath, all, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const end = (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    return ended;
  };
  const endWithParent = (): void => void child.kill("SIGKILL");
  process.once("exit", endWithParent);
  void ended.then(() => process.off("exit", endWithParent));
  const origin = await readyLine(child);
  return {
    origin,
    startMs: Math.round(performance.now() - begin),
    memory: () => memoryOf(child.pid, "VmRSS"),
    peakMemory: () => memoryOf(child.pid, "VmHWM"),
    processorMs: () => processorOf(child.pid),
    openFiles: () => openFilesOf(child.pid),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
};
