import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** When a process began, where the system tells (Linux); tells a process from a later one with its number. */
const beginOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const ownerOf = (file: string): number | undefined => {
  if (!existsSync(file)) return undefined;
  const [pid = "", begin = ""] = readFileSync(file, "utf8").split(" ");
  const owner = Number(pid);
  const same = beginOf(owner) === begin;
  return Number.isInteger(owner) && owner > 0 && isAlive(owner) && same ? owner : undefined;
};

/**
 * Makes this process the owner of a store's file and returns how to give it up. SQLite's own lock here is a directory that outlives
 * a killed process; it is removed when the owner named beside the file is gone.
 */
export const claimStore = (file: string): (() => void) => {
  const mark = `${file}.pid`;
  const owner = ownerOf(mark);
  if (owner !== undefined) {
    throw new Error(`The store ${file} is in use by process ${owner}. Stop it, or give --store another file.`);
  }
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  rmSync(`${file}.lock`, { recursive: true, force: true });
  writeFileSync(mark, `${process.pid} ${beginOf(process.pid)}`);
  return () => rmSync(mark, { force: true });
};
