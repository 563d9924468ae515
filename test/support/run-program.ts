import { execFile, spawn } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const root = path.join(__dirname, "../..");

/**
 * Runs a TypeScript program of this repository in a process of its own and returns what it prints.
 * @throws with the program's complaint where it does not end with 0.
 */
export const runProgram = async (file: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", file, ...args], {
    cwd: root,
    maxBuffer: 64_000_000,
  });
  return stdout;
};

/** How a program ended. `code`: null where it was killed. */
export interface EndedProgram {
  readonly code: number | null;
  readonly printed: string;
  readonly complained: string;
}

/** Runs a program with its arguments by Node and waits until it ends, however it does; after 30 s it is killed. */
export const endProgram = (program: readonly string[], ...args: readonly string[]): Promise<EndedProgram> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...program, ...args], { cwd: root, timeout: 30_000 });
    const heard = { printed: "", complained: "" };
    child.stdout.on("data", (chunk: Buffer) => (heard.printed += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (heard.complained += chunk.toString()));
    child.on("close", (code) => resolve({ code, ...heard }));
  });
