import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";

/** A server that `npm start`, `npm run dev` or `npm run excel` started. */
export interface Running {
  readonly pid: number;
  /** The process of the local service. */
  readonly service: number;
  readonly address: string;
  /** The manifest that is in Excel. */
  readonly manifest?: string;
}

/** RUNNING_FOLDER: tests end their own programs only. */
const notesFolder = process.env["RUNNING_FOLDER"] ?? path.join(__dirname, "../..", ".cache", "running");
const noteFile = (pid: number): string => path.join(notesFolder, `${pid}.json`);

/** Notes this process for `npm run stop`, until it ends. */
export const noteRunning = (running: Omit<Running, "pid">): void => {
  mkdirSync(notesFolder, { recursive: true });
  writeFileSync(noteFile(process.pid), JSON.stringify({ pid: process.pid, ...running }));
  process.once("exit", () => forgetRunning(process.pid));
};

export const forgetRunning = (pid: number): void => rmSync(noteFile(pid), { force: true });

/** What runs. A note whose process has gone, or whose port nobody answers, is removed: its number may be another's. */
export const findRunning = async (folder = notesFolder): Promise<readonly Running[]> => {
  if (!existsSync(folder)) return [];
  const found: Running[] = [];
  for (const name of readdirSync(folder)) {
    const running = JSON.parse(readFileSync(path.join(folder, name), "utf8")) as Running;
    if (isAlive(running.pid) && (await answers(running.address))) found.push(running);
    else rmSync(path.join(folder, name), { force: true });
  }
  return found;
};

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), "localhost");
    const end = (connected: boolean): void => {
      socket.destroy();
      resolve(connected);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
