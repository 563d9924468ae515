import { drawPlan } from "./fault-plan";
import { playFaults } from "./fault-run";

// npm run faults [-- --seeds 10000] [--from 1] [--seed 4711]: one seed is played again and its plan shown.

const option = (name: string): number | undefined => {
  const index = process.argv.indexOf(`--${name}`);
  const value = Number(process.argv[index + 1]);
  if (index === -1) return undefined;
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number.`);
  return value;
};

const main = async (): Promise<void> => {
  const only = option("seed");
  const from = only ?? option("from") ?? 1;
  const seeds = only === undefined ? (option("seeds") ?? 10_000) : 1;
  const sums = { values: 0, sentences: 0, wrong: 0 };
  for (let seed = from; seed < from + seeds; seed += 1) {
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
    `${seeds} seeds: ${sums.values} right rows, ${sums.sentences} right sentences, ${sums.wrong} seeds with a wrong ending`,
  );
  if (sums.wrong > 0) process.exitCode = 1;
};

void main();
