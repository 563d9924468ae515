import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";

/**
 * What tells a process from a later one with the same id: on Linux its start and the boot of the machine, on macOS its
 * start; elsewhere empty.
 */
const processBegin = (pid: number): string => {
  try {
    if (process.platform === "darwin")
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" })
        .trim()
        .replace(/\s+/g, "_");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const start = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
    return `${boot}/${start}`;
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

/** The stores that this process has locked. */
const ownLocks = new Set<string>();

/** The process that a mark names, if it still runs. */
const lockOwner = (mark: string, file: string): number | undefined => {
  const [pid = "", begin = ""] = mark.split(" ");
  const owner = Number(pid);
  if (!Number.isInteger(owner) || owner <= 0) return undefined;
  // In a container every service may be process 1: a mark with the own id is that of an earlier one.
  if (owner === process.pid) return ownLocks.has(file) ? owner : undefined;
  return isAlive(owner) && processBegin(owner) === begin ? owner : undefined;
};

const inUse = (file: string, owner: number | string, advice: string): Error =>
  new Error(`The store ${file} is in use by process ${owner}. Stop it, or ${advice}.`);

/** Creates the mark if there is none. Returns the text of the mark that is there. */
const createMark = (mark: string, text: string): string | undefined => {
  try {
    writeFileSync(mark, text, { flag: "wx" });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return existsSync(mark) ? readFileSync(mark, "utf8") : "";
  }
};

/** Removes the mark of a process that is gone, unless another process replaced it meanwhile. */
const removeStale = (mark: string, text: string): void => {
  const aside = `${mark}.${process.pid}`;
  try {
    renameSync(mark, aside);
  } catch {
    return;
  }
  if (readFileSync(aside, "utf8") !== text) linkSync(aside, mark);
  rmSync(aside, { force: true });
};

/** The file behind a name, which may be a symbolic link. Its folder is created. @throws if the file has several names. */
export const realFile = (name: string): string => {
  mkdirSync(path.dirname(path.resolve(name)), { recursive: true });
  const file = existsSync(name)
    ? realpathSync(name)
    : path.join(realpathSync(path.dirname(path.resolve(name))), path.basename(name));
  if (existsSync(file) && statSync(file).nlink > 1) {
    throw new Error(
      `The store ${file} has another name (a hard link). SQLite would lose changes: remove the other name, or copy the file.`,
    );
  }
  return file;
};

/**
 * Locks a store's file for this process and returns a function that unlocks it. The lock belongs to the file, whatever
 * its name: call it with the result of `realFile`. SQLite's own lock is a directory here and survives a killed process;
 * it is removed if the process named in the `.pid` file is gone. @throws if another process uses the store; `advice` says
 * what else can be done.
 */
export const lockStore = (file: string, advice = "give --store another file"): (() => void) => {
  const mark = `${file}.pid`;
  const text = `${process.pid} ${processBegin(process.pid)}`;
  for (let attempt = 0; ; attempt += 1) {
    const found = createMark(mark, text);
    if (found === undefined) break;
    const owner = lockOwner(found, file);
    if (owner !== undefined || attempt === 5) throw inUse(file, owner ?? "unknown", advice);
    removeStale(mark, found);
  }
  ownLocks.add(file);
  rmSync(`${file}.lock`, { recursive: true, force: true });
  return () => {
    ownLocks.delete(file);
    rmSync(mark, { force: true });
  };
};
