// Finds the conformance scenarios of the Model Context Protocol; fetches them into .cache/conformance where they are missing.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { fetchNode } from "./nodes.mjs";

const folder = path.join(fileURLToPath(import.meta.url), "../../../.cache/conformance");
const program = path.join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const version = "0.1.16";
/** The lowest line of Node that the scenarios run on. */
const line = 22;

/** The program and its Node, or undefined: then the test that needs them says that it did not run. */
export const findConformance = () => {
  try {
    if (!existsSync(program)) {
      console.error("Fetching the conformance scenarios of the Model Context Protocol …");
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }));
      const name = `@modelcontextprotocol/conformance@${version}`;
      const args = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", name];
      spawnSync("npm", args, { cwd: folder, stdio: "ignore", shell: process.platform === "win32", timeout: 300_000 });
    }
    const node = Number(process.versions.node.split(".")[0]) >= line ? process.execPath : fetchNode(line);
    return existsSync(program) ? { node, program } : undefined;
  } catch {
    return undefined;
  }
};
