import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { flag, readOptions, runProgram, text, whole } from "../../scripts/run/command-line";
import { seededRandom } from "../support/seeded-random";
import { type Mutant, readMutants } from "./list";
import type { Verdict } from "./runner";

// npm run mutants -- [--only PATTERN] [--sample COUNT] [--seed NUMBER] [--workers COUNT] [--trust] [--lists FOLDER]

/** Milliseconds after which tests count as not ending, which a mutant may cause too. */
const patience = 300_000;
/** Runs of Jest in one process: each leaves memory behind. */
const runsOfProcess = 15;

/** A process that runs Jest again and again. */
const createRunner = () => {
  let child: ChildProcess | undefined;
  let runs = 0;
  const stop = (): void => {
    child?.kill("SIGKILL");
    child = undefined;
    runs = 0;
  };
  const run = async (tests: readonly string[], mutant?: Mutant): Promise<Verdict> => {
    if (runs >= runsOfProcess) stop();
    runs += 1;
    const runner = (child ??= fork(path.join(import.meta.dirname, "runner.ts"), {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    }));
    let complained = "";
    const listen = (chunk: Buffer): void => void (complained += chunk.toString());
    runner.stderr?.on("data", listen);
    const verdict = await new Promise<Verdict>((resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        resolve({ failed: `(the tests did not end in ${patience / 1000} seconds)`, seconds: patience / 1000 });
      }, patience);
      const exited = (code: number | null, signal: string | null): void => {
        clearTimeout(timer);
        reject(new Error(`the test process ended (${code ?? signal ?? ""}): ${complained}`));
      };
      runner.once("message", (message) => {
        clearTimeout(timer);
        runner.off("exit", exited);
        resolve(message as Verdict);
      });
      runner.once("exit", exited);
      runner.send({ tests, mutant });
    });
    runner.stderr?.off("data", listen);
    return verdict;
  };
  return { run, stop };
};

type Runner = ReturnType<typeof createRunner>;

/** A few of the mutants, the same for the same seed. */
const sampleOf = (mutants: readonly Mutant[], count: number, seed: number): Mutant[] => {
  const random = seededRandom(seed);
  const ranked = mutants.map((mutant) => ({ mutant, rank: random() })).sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, count).map(({ mutant }) => mutant);
};

/** Mutants by their test files: a process that has just run a file runs it again faster. */
const grouped = (mutants: readonly Mutant[]): Map<string, Mutant[]> => {
  const groups = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const key = mutant.tests.join();
    groups.set(key, [...(groups.get(key) ?? []), mutant]);
  }
  return groups;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const described = ({ id, file, find, change }: Mutant): string => `${id} ${file}: ${find} → ${change}`;

/** Runs the mutants of the same test files. Returns what is wrong with them. */
const runGroup = async (group: readonly Mutant[], { run }: Runner, trusted: boolean): Promise<string[]> => {
  const wrong: string[] = [];
  const tests = group[0]?.tests ?? [];
  // Tests that fail anyway would kill every mutant.
  const { failed } = trusted ? { failed: undefined } : await run(tests);
  if (failed !== undefined) return [`red without a mutant: ${failed}`];
  for (const mutant of group) {
    const { failed: killer, seconds } = await run(mutant.tests, mutant);
    if (killer === undefined) wrong.push(`survived: ${described(mutant)} (${mutant.row}; ${mutant.tests.join(", ")})`);
    else if (killer.includes("Transform failed")) wrong.push(`no program: ${described(mutant)}: ${killer}`);
    else print(`killed in ${seconds.toFixed(1)} s: ${described(mutant)}\n  by ${killer}`);
  }
  for (const line of wrong) print(line);
  return wrong;
};

/** The day, so that other mutants are sampled every day and a failure can be repeated on the same day. */
const today = (): number => Math.floor(Date.now() / 86_400_000);

runProgram(async () => {
  const options = readOptions({
    lists: text("a folder of lists", "test/mutants"),
    only: text("a part of the list, the file, the row or the tests", undefined),
    sample: whole([1, 10_000], undefined),
    seed: whole([0, 4_294_967_295], today()),
    workers: whole([1, 64], 1),
    // Leaves out the run of the tests without a mutant, where they have just been run.
    trust: flag,
  });
  const all = readMutants(options.lists);
  const { only = "" } = options;
  const fitting = all.filter(({ id, file, row, tests }) => [id, file, row, ...tests].join(" ").includes(only));
  const mutants = options.sample === undefined ? fitting : sampleOf(fitting, options.sample, options.seed);
  const sampled = options.sample === undefined ? "" : `, sampled with --seed ${options.seed}`;
  print(`${mutants.length} of ${all.length} mutants${sampled}`);
  const begun = performance.now();
  const groups = [...grouped(mutants).values()].sort((a, b) => b.length - a.length);
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    const runner = createRunner();
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      wrong.push(...(await runGroup(group, runner, options.trust)));
    runner.stop();
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  print(`\n${mutants.length - wrong.length} killed in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  if (wrong.length > 0) throw new Error(`\n${wrong.join("\n")}`);
  if (mutants.length === 0) throw new Error(`No mutant has "${only}" in it.`);
});
