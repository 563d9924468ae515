import { runProgram } from "../../support/run-program";

const seeds = 500;

test(`in ${seeds} workbooks that go wrong every formula ends with its rows or a sentence, heals, and asks nothing twice`, async () => {
  const printed = await runProgram("bench/faults.ts", "--only", "engine", "--seeds", String(seeds));
  const [line = "", ...wrong] = printed.trimEnd().split("\n").toReversed();
  expect(wrong).toEqual([]);
  const [played, values = 0, sentences = 0, wrongSeeds] = (line.match(/\d+/g) ?? []).map(Number);
  expect([played, wrongSeeds]).toEqual([seeds, 0]);
  // Both kinds of ending were reached, or the plans would prove little.
  expect(values).toBeGreaterThan(5_000);
  expect(sentences).toBeGreaterThan(500);
}, 900_000);

test("in a browser 40 cells of the built add-in end right while calls hang, accounts change and the clock jumps", async () => {
  const printed = await runProgram(
    "bench/faults.ts",
    "--only",
    "browser",
    "--rounds",
    "1",
    "--from",
    "7",
    "--cells",
    "40",
  );
  const [sum = "", round = ""] = printed.trimEnd().split("\n").toReversed();
  expect(round).toMatch(/^browser seed 7: 40 cells, healed in [\d.]+ s, right$/);
  expect(sum).toMatch(/^browser: 1 rounds, 40 cells, .* 0 rounds with a wrong ending$/);
}, 240_000);
