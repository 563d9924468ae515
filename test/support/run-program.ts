import { execFile } from "node:child_process";
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
