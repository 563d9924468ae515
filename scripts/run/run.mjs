// Runs one TypeScript program of this repository: `node scripts/run/run.mjs FILE.ts [arguments]`.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const tsx = path.join(path.dirname(createRequire(import.meta.url).resolve("tsx/package.json")), "dist", "cli.mjs");
const child = spawn(process.execPath, [tsx, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal === null ? code : 1));
