// `npm test -- --nodes`: `npm start` and the unit tests on the newest Node of each supported line above the lowest.
// The programs are npm packages, which are fetched into .cache/nodes; they are no dependencies of this repository.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import semver from "semver";

const root = path.join(fileURLToPath(import.meta.url), "../../..");
const lines = [22, 24, 26];
/** What Node and npm print if something here is about to break, or is used in a way that they do not support. */
const warning = /^.*(?:\(node:\d+\)|DeprecationWarning|ExperimentalWarning|EBADENGINE|npm warn).*$/im;
/** Seconds that `npm start` has until it serves, the first build included. */
const patience = 300;

/** The newest program of a line. @throws Error if it could not be fetched */
export const fetchNode = (line) => {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = path.join(root, ".cache", "nodes", String(line));
  const program = path.join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true }));
  const args = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@${line}`];
  const { status, stderr } = spawnSync("npm", args, {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0 || !existsSync(program)) throw new Error(`Node ${line} could not be fetched: ${stderr}`);
  return program;
};

/** A program under one Node, first on the path too, so that what it starts runs there as well. */
const begin = (node, args) =>
  spawn(node, args, {
    cwd: root,
    env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` },
    stdio: ["ignore", "pipe", "pipe"],
  });

const outputOf = (child, onText = () => undefined) => {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
      onText(output);
    });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
};

/** Starts the workbench, reads the page and the list of functions, and ends it. */
const startWorks = async (node) => {
  const child = begin(node, ["scripts/run/start.mjs", "--port", "0", "--size", "test"]);
  let address;
  const late = setTimeout(() => child.kill("SIGTERM"), patience * 1_000);
  const ended = outputOf(child, (output) => {
    const ready = /^ready (\S+)/m.exec(output)?.[1];
    if (ready === undefined || address !== undefined) return;
    address = ready;
    void read(ready)
      .then(
        (found) => (served = found),
        () => undefined,
      )
      .finally(() => child.kill("SIGTERM"));
  });
  let served = 0;
  const { output } = await ended;
  clearTimeout(late);
  return { good: served > 40, output, found: `${served} functions served` };
};

const read = async (address) => {
  const page = await fetch(address);
  const { functions } = await (await fetch(new URL("/functions.json", address))).json();
  return page.ok ? functions.length : 0;
};

const unitTests = async (node) => {
  const args = ["node_modules/jest/bin/jest.js", "--selectProjects", "unit", "--maxWorkers=2"];
  const { code, output } = await outputOf(begin(node, args));
  return { good: code === 0, output, found: /^Tests: +(.*)$/m.exec(output)?.[1] ?? "no tests" };
};

/** @returns whether everything is good on every line. */
export const testNodes = async () => {
  const { engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  let good = true;
  for (const line of lines) {
    const node = fetchNode(line);
    const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
    if (!semver.satisfies(version, engines.node)) {
      console.log(`${version}: "engines" (${engines.node}) leaves it out`);
      good = false;
    }
    for (const [what, test] of [
      ["npm start", startWorks],
      ["unit tests", unitTests],
    ]) {
      const result = await test(node);
      const warned = warning.exec(result.output)?.[0];
      console.log(`${version} ${what}: ${result.good ? "good" : "failed"}, ${result.found}, ${warned ?? "no warning"}`);
      if (result.good && warned === undefined) continue;
      good = false;
      console.log(result.output);
    }
  }
  return good;
};
