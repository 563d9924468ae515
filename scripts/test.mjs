// `npm test`: everything, browser included, installing what is missing. `npm test -- PATTERN` runs the matching suites only.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";
import { findChromium } from "./chromium.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const results = path.join(root, ".cache", "test-results.json");
const patterns = process.argv.slice(2);

const run = (name, args) => {
  console.log(`\n— ${name}`);
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, CHROME_PATH: chromium, NODE_OPTIONS: "--max-old-space-size=6144", REDOCLY_TELEMETRY: "off" },
  });
  return result.status === 0;
};
const program = (file) => path.join(root, "node_modules", file);

install("all");
const chromium = findChromium();
mkdirSync(path.dirname(results), { recursive: true });

const checks =
  patterns.length > 0
    ? true
    : [
        run("types", [program("typescript/bin/tsc"), "--noEmit", "-p", "."]),
        run("lint", [program("eslint/bin/eslint.js"), "--max-warnings", "0", "."]),
        run("layers", [
          program("dependency-cruiser/bin/dependency-cruise.mjs"),
          "--config",
          ".dependency-cruiser.cjs",
          "src",
        ]),
        run("format", [program("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", "."]),
      ].every(Boolean);

// The browser build first and once: suites find it made.
const built = run("build", ["scripts/run.mjs", "scripts/build.ts", "--mode", "development", "--workbench"]);
const tested = run("tests", [
  program("jest/bin/jest.js"),
  "--maxWorkers=2",
  // A process that a suite left behind must not hold up the result for ever.
  "--forceExit",
  "--json",
  `--outputFile=${results}`,
  ...patterns,
]);

const {
  numPassedTests = 0,
  numFailedTests = 0,
  numPendingTests = 0,
} = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : {};
console.log(`\n${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
if (!checks) console.log("Types, lint, layers or format failed; see above.");
process.exit(checks && built && tested && numPassedTests > 0 ? 0 : 1);
