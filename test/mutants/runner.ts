import path from "node:path";
import { pathToFileURL } from "node:url";
import { runCLI } from "jest";
import type { Mutant } from "./list";

/** What the tests said about a mutant, or about the unchanged tree. */
export interface Verdict {
  /** The first test that failed; undefined if all passed. */
  readonly failed: string | undefined;
  /** Why it failed: an assertion or an error; it did not end in time; the process that ran it ended. */
  readonly how: "test" | "time-out" | "crash";
  readonly seconds: number;
}

/** What a process is asked to run. */
export interface Work {
  readonly tests: readonly string[];
  readonly mutant?: Mutant | undefined;
  /** Seconds for one test. */
  readonly testLimit: number;
}

const root = path.join(import.meta.dirname, "../..");

interface JestConfig {
  readonly transform: Readonly<Record<string, string>>;
}

/** The configuration that all tests share: how modules are found and read. */
const readConfig = async (): Promise<JestConfig> => {
  const { shared } = (await import(pathToFileURL(path.join(root, "jest.config.mjs")).href)) as {
    readonly shared: JestConfig;
  };
  return shared;
};

/** Conformance tests name the rows that they prove at the end of their titles. */
const isRow = (row: string): boolean => /^[\w-]+\.[\w-]+$/.test(row);
const titlesThatName = (row: string): string => `[[ ]${row.replace(".", "\\.")}[\\],]`;

/** Runs test files with a change made in memory: of conformance tests those that claim to prove the row. */
const run = async ({ tests, mutant, testLimit }: Work): Promise<Verdict> => {
  const begun = performance.now();
  const shared = await readConfig();
  const [pattern = "", transformer = ""] = Object.entries(shared.transform)[0] ?? [];
  const options = {
    ...shared,
    rootDir: root,
    // Looking for files in two folders only is faster.
    roots: ["<rootDir>/src", "<rootDir>/test"],
    testMatch: tests.map((file) => `<rootDir>/${file}`),
    testEnvironment: "<rootDir>/test/mutants/first-failure.mjs",
    transform: { [`${pattern}|openapi\\.json$`]: [transformer, { mutant }] },
    testTimeout: testLimit * 1_000,
    reporters: [],
  };
  const named =
    mutant !== undefined && isRow(mutant.row) && tests.every((file) => file.startsWith("test/conformance/"));
  const arguments_ = {
    config: JSON.stringify(options),
    runInBand: true,
    silent: true,
    watchman: false,
    ...(named && { testNamePattern: titlesThatName(mutant.row) }),
  };
  const { results } = await runCLI(arguments_ as never, [root]);
  const seconds = (performance.now() - begun) / 1000;
  const [failed] = results.testResults.flatMap((file) => {
    const tests = file.testResults.filter(({ status }) => status === "failed");
    const name = path.relative(root, file.testFilePath);
    const late = (messages: readonly string[]): boolean =>
      messages.some((each) => each.includes("Exceeded timeout of"));
    if (tests.length === 0 && file.testExecError !== undefined)
      return [{ failed: `${name}: (${file.testExecError.message})`, how: "test" as const }];
    return tests.map(({ fullName, failureMessages }) => ({
      failed: `${name}: ${fullName}`,
      how: late(failureMessages) ? ("time-out" as const) : ("test" as const),
    }));
  });
  return { failed: undefined, how: "test", ...failed, seconds };
};

/** Waits for work of the program that started this process. */
process.on("message", (work: Work) => {
  run(work).then(
    (verdict) => process.send?.(verdict),
    // The process ends: the program that started it tells of the error.
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
