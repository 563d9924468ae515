import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findPostgresPrograms, startPostgres } from "../support/postgres-process";

const patience = 1_800_000;
const root = path.join(__dirname, "../..");

/** These start programs of their own, or do not depend on the data. */
const elsewhere = ["tools", "independence", "slow-clients"];
const files = readdirSync(__dirname).filter(
  (file) => file.endsWith(".test.ts") && !file.includes(".slow.") && !elsewhere.includes(file.replace(".test.ts", "")),
);

/**
 * Runs the whole suite over the data of a place. Returns the names of failed tests, and how many passed.
 * @param options further ones of Jest
 */
const runSuite = async (
  place: string,
  ...options: readonly string[]
): Promise<{ readonly failed: readonly string[]; readonly passed: number }> => {
  const jest = path.join(root, "node_modules/jest/bin/jest.js");
  const tests = files.map((file) => `test/conformance/${file}`);
  const child = spawn(process.execPath, [jest, "-i", "--json", ...options, "--", ...tests], {
    cwd: root,
    env: { ...process.env, CONFORMANCE_DATA: place },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let printed = "";
  for await (const chunk of child.stdout) printed += String(chunk);
  const { testResults, numPassedTests } = JSON.parse(printed) as {
    readonly numPassedTests: number;
    readonly testResults: readonly {
      readonly name: string;
      readonly message: string;
      readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
    }[];
  };
  const failed = testResults.flatMap(({ name, message, assertionResults }) => [
    ...assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => `${name}: ${fullName}`),
    ...(assertionResults.length === 0 ? [`${name}: ${message}`] : []),
  ]);
  return { failed, passed: numPassedTests };
};

it(
  "the suite passes on a PostgreSQL server",
  async () => {
    if (findPostgresPrograms() === undefined) {
      console.warn("PostgreSQL is not there: this test did not run.");
      return;
    }
    const server = await startPostgres("-c", "fsync=off", "-c", "max_connections=300");
    const { failed, passed } = await runSuite(server.address);
    await server.stop();
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(400);
  },
  patience,
);

it(
  "the suite passes on the embedded database",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "conformance-"));
    const { failed, passed } = await runSuite(folder, "--globalSetup", path.join(__dirname, "compiled-database.mjs"));
    rmSync(folder, { recursive: true, force: true });
    expect(failed).toEqual([]);
    expect(passed).toBeGreaterThan(400);
  },
  patience,
);
