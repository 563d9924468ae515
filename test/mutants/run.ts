import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import { flag, readOptions, runProgram, text, whole } from "../../scripts/run/command-line";
import { seededRandom } from "../support/seeded-random";
import { type Mutant, readMutants } from "./list";
import type { Verdict, Work } from "./runner";
import { openVerdicts } from "./verdicts";

// npm run mutants -- [--only PATTERN] [--sample COUNT] [--seed NUMBER] [--workers COUNT] [--trust] [--resume] [--lists FOLDER]

/** Runs of Jest in one process: each leaves memory behind. */
const runsOfProcess = 15;
/** Seconds that the unchanged tests are supposed to take where they are not run. */
const usualSeconds = 10;

/** Seconds after which one test, and all of them, count as endless. A slow machine must not count as a test that noticed. */
const limitsOf = (usual: number): { readonly testLimit: number; readonly limit: number } => ({
  testLimit: Math.ceil(15 + 3 * usual),
  limit: Math.ceil(30 + 5 * usual),
});

const children = new Set<ChildProcess>();
// A test in an endless loop would go on for ever without the program that started it.
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

/** A process that runs Jest again and again. */
const createRunner = () => {
  let child: ChildProcess | undefined;
  let runs = 0;
  const stop = (): void => {
    child?.kill("SIGKILL");
    child = undefined;
    runs = 0;
  };
  const start = (): ChildProcess => {
    const started = fork(path.join(import.meta.dirname, "runner.ts"), {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    children.add(started);
    started.once("exit", () => {
      children.delete(started);
      if (child === started) child = undefined;
    });
    return started;
  };
  /** Runs the tests. Where they do not end in time, or the process ends, that is the verdict. */
  const run = async (tests: readonly string[], usual: number, mutant?: Mutant): Promise<Verdict> => {
    if (runs >= runsOfProcess) stop();
    runs += 1;
    const begun = performance.now();
    const { testLimit, limit } = limitsOf(usual);
    const runner = (child ??= start());
    let complained = "";
    const listen = (chunk: Buffer): void => void (complained += chunk.toString());
    runner.stderr?.on("data", listen);
    const verdict = await new Promise<Verdict>((resolve) => {
      const end = (how: Verdict["how"], failed: string): void => {
        clearTimeout(timer);
        resolve({ failed, how, seconds: (performance.now() - begun) / 1000 });
      };
      const timer = setTimeout(() => {
        end("time-out", `(the tests did not end in ${limit} s)`);
      }, limit * 1000);
      const exited = (code: number | null, signal: string | null): void => {
        end("crash", `(the test process ended: ${code ?? signal ?? ""} ${complained.slice(-500)})`);
      };
      const answered = (message: unknown): void => {
        clearTimeout(timer);
        runner.off("exit", exited);
        resolve(message as Verdict);
      };
      runner.once("message", answered);
      runner.once("exit", exited);
      const work: Work = { tests, mutant, testLimit };
      runner.send(work);
    });
    runner.stderr?.off("data", listen);
    // What such a mutant left running would make the next one late.
    if (verdict.how !== "test" || verdict.seconds > 20 + 2 * usual) stop();
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

/** Runs the mutants of the same test files; `report` gets each verdict. Returns what is wrong with them. */
const runGroup = async (
  group: readonly Mutant[],
  { run, stop }: Runner,
  trusted: boolean,
  report: (mutant: Mutant, verdict: Verdict) => void,
): Promise<string[]> => {
  const tests = group[0]?.tests ?? [];
  // Tests that fail anyway would kill every mutant.
  const unchanged = trusted ? { failed: undefined, seconds: usualSeconds } : await run(tests, 60);
  if (unchanged.failed !== undefined)
    return group.map((mutant) => `red without a mutant: ${described(mutant)}: ${unchanged.failed}`);
  const wrong: string[] = [];
  for (const mutant of group) {
    const first = await run(tests, unchanged.seconds, mutant);
    if (first.how !== "test") stop();
    // An accident of the machine would hardly come twice.
    const verdict = first.how === "test" ? first : await run(tests, unchanged.seconds, mutant);
    if (verdict.failed === undefined) wrong.push(`survived: ${described(mutant)} (${mutant.row}; ${tests.join(", ")})`);
    else if (verdict.failed.includes("Transform failed"))
      wrong.push(`no program: ${described(mutant)}: ${verdict.failed}`);
    else report(mutant, verdict);
  }
  for (const line of wrong) print(line);
  return wrong;
};

/** How many mutants each test file killed, the file with the most first. */
const killersOf = (verdicts: readonly Verdict[]): string[] => {
  const counts = new Map<string, number>();
  for (const { failed = "" } of verdicts) {
    const name = failed.startsWith("(") ? "(no test)" : failed.slice(0, failed.indexOf(": "));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name, count]) => `${String(count).padStart(5)} by ${name}`);
};

runProgram(async () => {
  const options = readOptions({
    lists: text("a folder of lists", "test/mutants"),
    only: text("a part of the list, the file, the row or the tests", undefined),
    sample: whole([1, 10_000], undefined),
    seed: whole([0, 4_294_967_295], 1),
    workers: whole([1, 64], 1),
    // Leaves out the run of the tests without a mutant, where they have just been run.
    trust: flag,
    // Goes on where a run of the same sources ended.
    resume: flag,
  });
  const all = readMutants(options.lists);
  const { only = "" } = options;
  const fitting = all.filter(({ id, file, row, tests }) => [id, file, row, ...tests].join(" ").includes(only));
  const mutants = options.sample === undefined ? fitting : sampleOf(fitting, options.sample, options.seed);
  const sampled = options.sample === undefined ? "" : `, sampled with --seed ${options.seed}`;
  print(`${mutants.length} of ${all.length} mutants${sampled}`);
  const begun = performance.now();
  const stored = openVerdicts();
  const earlier = options.resume ? stored.read() : () => undefined;
  const killed: Verdict[] = mutants.flatMap((mutant) => earlier(mutant) ?? []);
  if (killed.length > 0) print(`${killed.length} of them were killed in an earlier run`);
  const groups = [...grouped(mutants.filter((mutant) => earlier(mutant) === undefined)).values()];
  groups.sort((a, b) => b.length - a.length);
  const report = (mutant: Mutant, verdict: Verdict): void => {
    killed.push(verdict);
    stored.add(mutant, verdict);
    const how = verdict.how === "test" ? "" : ` by ${verdict.how}`;
    print(
      `${killed.length} killed${how} in ${verdict.seconds.toFixed(1)} s: ${described(mutant)}\n  by ${verdict.failed ?? ""}`,
    );
  };
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    const runner = createRunner();
    for (let group = groups.shift(); group !== undefined; group = groups.shift())
      wrong.push(...(await runGroup(group, runner, options.trust, report)));
    runner.stop();
  };
  await Promise.all(Array.from({ length: options.workers }, work));
  const endedBy = (each: Verdict["how"]): number => killed.filter(({ how }) => how === each).length;
  print(`\n${killersOf(killed).join("\n")}`);
  print(
    `\n${killed.length} of ${mutants.length} killed in ${((performance.now() - begun) / 1000).toFixed(0)} s: ` +
      `${endedBy("test")} by a test that failed, ${endedBy("time-out")} by time-out, ${endedBy("crash")} by the end of the process`,
  );
  if (wrong.length > 0) throw new Error(`\n${wrong.join("\n")}`);
  if (mutants.length === 0) throw new Error(`No mutant has "${only}" in it.`);
});
