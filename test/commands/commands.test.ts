import { readFileSync } from "node:fs";
import { commands } from "../../src/commands";
import type { CommandWorld } from "../../src/commands/command";

const manifest = readFileSync("manifest.xml", "utf8");

test("every function the manifest names is a command", () => {
  const named = [...manifest.matchAll(/<FunctionName>(\w+)<\/FunctionName>/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  expect(commands.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
});

test("a refresh that finds nothing, or is refused, tells the user", async () => {
  const told: string[] = [];
  const world = {
    recalculation: {
      refresh: () => Promise.resolve({ formulas: 0, refused: ["The sheet is protected."] }),
      stop: () => undefined,
    },
    notify: (sentence: string) => void told.push(sentence),
  } as unknown as CommandWorld;
  await commands.find(({ id }) => id === "refreshSheet")?.run(world);
  expect(told).toEqual(["No Spillway formula is there to refresh.", "The sheet is protected."]);
});
