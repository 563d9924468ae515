import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { flag, readOptions, runProgram, text } from "./command-line";

// npm run stryker -- [--only PATTERN] [--again]

const root = path.join(import.meta.dirname, "../..");
/** Of the mutants of all files that run, in percent. */
const leastScore = 85;

/** What the report tells of a mutant. */
interface Result {
  readonly status: "Killed" | "Survived" | "NoCoverage" | "Timeout" | "CompileError" | "RuntimeError" | "Ignored";
}
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Result[] }>>;
}
interface Config {
  readonly files: readonly (readonly [file: string, tests: readonly string[], reason: string])[];
}

const configPath = path.join(root, "stryker.config.mjs");
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;

/** Runs Stryker for one file. @throws if it could not run the tests. */
const runStryker = (file: string, again: boolean): Promise<Report> =>
  new Promise((resolve, reject) => {
    const program = path.join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");
    const child = spawn(process.execPath, [program, "run", configPath, ...(again ? ["--force"] : [])], {
      cwd: root,
      // Where the local time is UTC, a forgotten zone would make no difference.
      env: { ...process.env, STRYKER_FILE: file, TZ: "America/New_York" },
      stdio: "inherit",
    });
    child.on("close", (code) => {
      const folder = file.replace("src/", "").replaceAll("/", "-");
      if (code !== 0) reject(new Error(`Stryker ended with code ${code ?? "none"} for ${file}.`));
      else resolve(JSON.parse(readFileSync(path.join(root, `.cache/stryker/${folder}/report.json`), "utf8")) as Report);
    });
  });

runProgram(async () => {
  const { only = "", again } = readOptions({
    only: text("a part of the file's path", undefined),
    // Runs all mutants, also those whose verdict an earlier run has left in .cache/stryker.
    again: flag,
  });
  const { files } = (await import(pathToFileURL(configPath).href)) as Config;
  const chosen = files.filter(([file]) => file.includes(only));
  if (chosen.length === 0) throw new Error(`No file of stryker.config.mjs has "${only}" in its path.`);
  const scores: string[] = [];
  let [noticed, all] = [0, 0];
  for (const [file] of chosen) {
    const mutants = Object.values((await runStryker(file, again)).files).flatMap((each) => each.mutants);
    const killed = mutants.filter(({ status }) => status === "Killed" || status === "Timeout").length;
    const survived = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage").length;
    noticed += killed;
    all += killed + survived;
    scores.push(`${percent(killed, killed + survived)}  ${killed} of ${killed + survived}  ${file}`);
  }
  print(`\n${scores.join("\n")}\n${percent(noticed, all)}  ${noticed} of ${all} in all`);
  if (noticed * 100 < all * leastScore) throw new Error(`The tests notice fewer than ${leastScore} % of the changes.`);
});
