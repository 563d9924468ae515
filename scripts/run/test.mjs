// `npm test`: types, lint, layers, format, and all tests that are not slow. `npm run test:slow`: the slow ones (*.slow.test.ts).
// Both install what is missing, the browser included, and take a PATTERN and options of Jest such as `--shard 1/4`.
// `npm run test:unit`: the unit tests, which need neither a build nor a browser. `npm test -- --nodes`: those and `npm start` on later Nodes.
// `--record` writes how long each file took to test/durations.json.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";
import { findChromium } from "./chromium.mjs";
import { findLibreOffice } from "./libreoffice.mjs";
import { findPostgres, findRedis } from "./servers.mjs";

const root = path.join(fileURLToPath(import.meta.url), "../../..");
const results = path.join(root, ".cache", "test-results.json");
const secondResults = path.join(root, ".cache", "test-results-second.json");
/** So many failed files are run once more; more of them are no accident of a busy machine. */
const mostSecondRuns = 6;
const durations = path.join(root, "test", "durations.json");
/** Files of fewer seconds are not recorded. */
const leastRecorded = 5;
const own = new Set(["--unit", "--slow", "--nodes", "--record"]);
const given = new Set(process.argv.slice(2).filter((argument) => own.has(argument)));
const [unit, slow] = ["--unit", "--slow"].map((name) => given.has(name));
const jestArguments = process.argv.slice(2).filter((argument) => !own.has(argument));
/** The part of the tests that this run has to do, as `1/4`. Types, lint, layers and format belong to the first. */
const shard = /--shard[= ](\d+)\/\d+/.exec(jestArguments.join(" "))?.[1];
const isWhole = jestArguments.join(" ").replace(/--shard[= ]\d+\/\d+/, "") === "";

install("all");
if (given.has("--nodes")) {
  const { testNodes } = await import("./nodes.mjs");
  process.exit((await testNodes()) ? 0 : 1);
}
const chromium = unit ? undefined : findChromium();
const libreOffice = slow ? findLibreOffice() : undefined;
// The tests of the gateway's store are among those of `npm run test:unit`.
const redis = findRedis();
if (redis === undefined) console.log("Redis is not there: the tests that need it are skipped (REDIS_SERVER_PATH).");
const postgres = slow ? findPostgres() : undefined;
if (slow && postgres === undefined)
  console.log("PostgreSQL is not there: the tests that need it are skipped (POSTGRES_PATH).");
// Its module uses a package, which is there only now that everything is installed.
const conformance = slow ? (await import("./conformance.mjs")).findConformance() : undefined;
if (slow && conformance === undefined)
  console.log("The conformance scenarios of MCP are not there: the test that runs them is skipped (MCP_CONFORMANCE).");
const env = {
  ...process.env,
  ...(conformance !== undefined && { MCP_CONFORMANCE: JSON.stringify(conformance) }),
  ...(redis !== undefined && { REDIS_SERVER_PATH: redis }),
  ...(postgres !== undefined && { POSTGRES_PATH: postgres }),
  ...(chromium !== undefined && { CHROME_PATH: chromium }),
  ...(libreOffice !== undefined && { SOFFICE_PATH: libreOffice }),
  NODE_OPTIONS: "--max-old-space-size=6144",
  REDOCLY_TELEMETRY: "off",
};

/**
 * Runs a program of Node; its output comes at once. With `behind` it gets the processor time that others leave, and its
 * output comes in one piece when it ends.
 */
const run = (name, args, { behind = false } = {}) =>
  new Promise((resolve) => {
    const begun = performance.now();
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: behind ? "pipe" : "inherit" });
    if (behind) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    let output = "";
    if (behind) for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    else console.log(`\n— ${name}`);
    child.on("close", (code) => {
      const seconds = `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
      console.log(`\n— ${name}: ${code === 0 ? "good" : "failed"} (${seconds})\n${code === 0 ? "" : output}`);
      resolve(code === 0);
    });
  });
const program = (file) => path.join(root, "node_modules", file);

const checks = [
  ["types", [program("oxlint/bin/oxlint"), "-c", "oxlint.config.mjs"]],
  ["lint", [program("eslint/bin/eslint.js"), "--max-warnings", "0", "."]],
  [
    "layers",
    [
      program("dependency-cruiser/bin/dependency-cruise.mjs"),
      "--config",
      ".dependency-cruiser.cjs",
      "-T",
      "err-long",
      "src",
    ],
  ],
  ["unused exports and packages", [program("knip/bin/knip.js"), "--no-progress"]],
  ["format", [program("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", "."]],
];
/** Runs the checks one after the other; true where all of them have succeeded. */
const runChecks = async () => {
  let good = true;
  for (const [name, args] of checks) good = (await run(name, args, { behind: true })) && good;
  return good;
};
/** The browser build, once: suites find it made. */
const build = () =>
  run("build", ["scripts/run/run.mjs", "scripts/build/build.ts", "--mode", "development", "--workbench"]);

/** Options of Jest that leave the files of the other command out. */
const kind = slow
  ? ["--testPathIgnorePatterns", String.raw`^(?!.*\.slow\.test\.)`]
  : ["--testPathIgnorePatterns", String.raw`\.slow\.test\.`];

const jest = (file, args, workers = 2) =>
  run(["tests", ...args].join(" "), [
    program("jest/bin/jest.js"),
    `--maxWorkers=${workers}`,
    ...(unit ? ["--selectProjects", "unit"] : []),
    "--json",
    `--outputFile=${file}`,
    ...args,
    ...kind,
  ]);
const readResults = (file) =>
  existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] };

mkdirSync(path.dirname(results), { recursive: true });
for (const file of [results, secondResults]) rmSync(file, { force: true });
// The checks use what the build and the tests leave of the processors, which is about the time they need. They give way: a
// browser that shares a processor with a compiler is late.
const checksToo = !unit && !slow && isWhole && (shard ?? "1") === "1";
const checking = checksToo ? runChecks() : true;
const built = unit || (await build());
const passed = await jest(results, jestArguments);

const { numPassedTests, numFailedTests, numPendingTests, testResults } = readResults(results);
const failedFiles = (all) =>
  all.filter(({ status }) => status === "failed").map(({ name }) => path.relative(root, name));
const failedTests = (all) =>
  all.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  );
const failed = failedFiles(testResults);
// A browser or a process can be late on a busy machine. A file that fails twice has failed; one that passes the second
// time is named, so that somebody mends it. They run one at a time.
const unstable =
  !passed && failed.length > 0 && failed.length <= mostSecondRuns && !unit && isWhole
    ? (await jest(secondResults, ["--runTestsByPath", ...failed], 1)) && readResults(secondResults).numPassedTests > 0
    : false;

/** Replaces the seconds of the files that passed in this run, and forgets files that are gone. */
const record = () => {
  const seconds = new Map(Object.entries(JSON.parse(readFileSync(durations, "utf8"))));
  for (const { name, status, startTime, endTime } of testResults) {
    const file = path.relative(path.join(root, "test"), name).replaceAll("\\", "/");
    const took = Math.round((endTime - startTime) / 1_000);
    if (status === "passed" && took < leastRecorded) seconds.delete(file);
    else if (status === "passed") seconds.set(file, took);
  }
  const kept = [...seconds].filter(([file]) => existsSync(path.join(root, "test", file)));
  kept.sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(durations, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
};
if (given.has("--record")) record();
const checked = await checking;

for (const name of failedTests(testResults)) console.log(`failed: ${name}`);
for (const name of failedTests(readResults(secondResults).testResults)) console.log(`failed again: ${name}`);
if (!checked) console.log("\nTypes, lint, layers or format failed; see above.");
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
if (unstable) console.log(`UNSTABLE: failed at first and passed when run again: ${failed.join(", ")}`);
process.exit(checked && built && (passed || unstable) && numPassedTests > 0 ? 0 : 1);
