import { build } from "../scripts/build/build";
import { oneOf, readOptions, runProgram, text, whole } from "../scripts/run/command-line";
import { startStage } from "../test/e2e/stage";
import { BrowserFaults } from "./faults/browser-run";
import { randomBrowserPlan } from "./faults/browser-plan";
import { randomPlan } from "./faults/fault-plan";
import { playFaults } from "./faults/fault-run";
import { readRecordedRun, replayRun } from "./faults/replay";

// npm run faults [-- --seeds 10000] [--from 1] [--seed 4711] [--only engine|browser] [--rounds 12] [--cells 180]
// Two parts: the engine in virtual time, and the built add-in (dist/) in Chromium. With --seed one seed of one part is
// played again and its plan shown. `--replay FILE` plays a recorded run of the browser part instead, `--times` times.

const seeds = [0, 0xffffffff] as const;

/** The engine in virtual time. Returns how many seeds ended wrong. */
const playEngine = async (from: number, count: number): Promise<number> => {
  const sums = { values: 0, sentences: 0, wrong: 0 };
  for (let seed = from; seed < from + count; seed += 1) {
    const { wrong, values, sentences } = await playFaults(seed);
    sums.values += values;
    sums.sentences += sentences;
    if (wrong.length > 0) {
      sums.wrong += 1;
      console.log(`seed ${seed}: ${wrong.slice(0, 3).join("; ")}`);
    }
  }
  console.log(
    `${count} seeds: ${sums.values} right rows, ${sums.sentences} right sentences, ${sums.wrong} seeds with a wrong ending`,
  );
  return sums.wrong;
};

/** The built add-in in a browser. Returns how many rounds ended wrong. */
const playBrowser = async (from: number, rounds: number, cells: number): Promise<number> => {
  await build({ mode: "development", workbench: true });
  const stage = await startStage();
  try {
    const browser = await BrowserFaults.open(stage);
    const sums = { cells: 0, sentences: 0, wrong: 0, slowest: 0 };
    for (let seed = from; seed < from + rounds; seed += 1) {
      const round = await browser.play(seed, cells);
      sums.cells += round.cells;
      sums.sentences += round.sentences;
      sums.slowest = Math.max(sums.slowest, round.healed);
      if (round.wrong.length > 0) sums.wrong += 1;
      const ending = round.wrong.length === 0 ? "right" : round.wrong.slice(0, 5).join("; ");
      console.log(`browser seed ${seed}: ${cells} cells, healed in ${round.healed.toFixed(1)} s, ${ending}`);
    }
    console.log(
      `browser: ${rounds} rounds, ${sums.cells} cells, ${sums.sentences} sentences of faults, healed in at most ` +
        `${sums.slowest.toFixed(1)} s, ${sums.wrong} rounds with a wrong ending`,
    );
    return sums.wrong;
  } finally {
    await stage.close();
  }
};

/** A recorded run, several times. Returns how many of them ended wrong. */
const playRecorded = async (file: string, times: number): Promise<number> => {
  const rounds = await readRecordedRun(file);
  await build({ mode: "development", workbench: true });
  const stage = await startStage("test");
  let wrongRuns = 0;
  try {
    for (let time = 1; time <= times; time += 1) {
      const wrong = await replayRun(stage, rounds);
      if (wrong.length > 0) wrongRuns += 1;
      console.log(`replay ${time}: ${wrong.length === 0 ? "right" : wrong.join("; ")}`);
    }
  } finally {
    await stage.close();
  }
  return wrongRuns;
};

const main = async (): Promise<void> => {
  const given = readOptions({
    seeds: whole(seeds, 10_000),
    from: whole(seeds, 1),
    seed: whole(seeds, undefined),
    only: oneOf(["engine", "browser", "both"], "both"),
    rounds: whole([1, 10_000], 12),
    cells: whole([1, 10_000], 180),
    replay: text("a file", undefined),
    times: whole([1, 100], 1),
  });
  const { seed, only } = given;
  const from = seed ?? given.from;
  let wrong = given.replay === undefined ? 0 : await playRecorded(given.replay, given.times);
  if (given.replay !== undefined) {
    if (wrong > 0) process.exitCode = 1;
    return;
  }
  if (only !== "browser") wrong += await playEngine(from, seed === undefined ? given.seeds : 1);
  if (only !== "engine") wrong += await playBrowser(from, seed === undefined ? given.rounds : 1, given.cells);
  if (seed !== undefined)
    console.log(JSON.stringify(only === "browser" ? randomBrowserPlan(seed) : randomPlan(seed), undefined, 2));
  if (wrong > 0) process.exitCode = 1;
};

runProgram(main);
