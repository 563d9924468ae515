import { playFaults } from "../../bench/fault-run";

const seeds = 500;

test(`in ${seeds} workbooks that go wrong every formula ends with its rows or a sentence, heals, and asks nothing twice`, async () => {
  const wrong: string[] = [];
  let values = 0;
  let sentences = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const outcome = await playFaults(seed);
    values += outcome.values;
    sentences += outcome.sentences;
    if (outcome.wrong.length > 0) wrong.push(`npm run faults -- --seed ${seed}: ${outcome.wrong.join("; ")}`);
  }
  expect(wrong).toEqual([]);
  // Both kinds of ending were reached, or the plans would prove little.
  expect(values).toBeGreaterThan(5_000);
  expect(sentences).toBeGreaterThan(500);
}, 900_000);
