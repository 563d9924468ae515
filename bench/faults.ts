import { readOptions, runProgram, whole } from "../scripts/command-line";
import { drawPlan } from "./fault-plan";
import { playFaults } from "./fault-run";

// npm run faults [-- --seeds 10000] [--from 1] [--seed 4711]: one seed is played again and its plan shown.

const seeds = [0, 0xffffffff] as const;

const main = async (): Promise<void> => {
  const given = readOptions({ seeds: whole(seeds, 10_000), from: whole(seeds, 1), seed: whole(seeds, undefined) });
  const only = given.seed;
  const [from, count] = only === undefined ? [given.from, given.seeds] : [only, 1];
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
  if (only !== undefined) console.log(drawPlan(only));
  console.log(
    `${count} seeds: ${sums.values} right rows, ${sums.sentences} right sentences, ${sums.wrong} seeds with a wrong ending`,
  );
  if (sums.wrong > 0) process.exitCode = 1;
};

runProgram(main);
