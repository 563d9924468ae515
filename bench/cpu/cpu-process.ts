import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { asShipped } from "../sizes/as-shipped";
import type { CpuLine } from "./cpu-layer";

const entry = path.join(__dirname, "cpu-program.ts");
const run = promisify(execFile);

/** The CPU lines of the code as it is shipped, from a process that has nothing else in its heap: a development loader's module accessors would cost as much as the cells. */
export const measuredCpu = (): Promise<readonly CpuLine[]> =>
  asShipped({ entry, target: "node" }, async (file) => {
    const { stdout } = await run(process.execPath, [file]);
    return JSON.parse(stdout) as readonly CpuLine[];
  });
