import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { functions } from "../../src/formulas/functions";

const folder = path.join(__dirname, "../../docs/skills/spillway");
const text = readFileSync(path.join(folder, "SKILL.md"), "utf8");

test("the skill for assistants has the form of agent skills", () => {
  const program = path.join(__dirname, "../../node_modules/skills-ref/dist/cli.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "validate", folder], { encoding: "utf8" });
  expect({ status, said: `${stdout}${stderr}` }).toEqual({
    status: 0,
    said: expect.stringContaining("Valid") as string,
  });
});

test("the skill names every function once in its list, and only functions that exist", () => {
  const listed = [...text.matchAll(/^- `=([A-Z.]+)\(/gm)].map(([, name]) => name);
  expect(listed.filter((name) => name !== "UNIVERSE.COVERAGE" && name !== "QUERY.INFO").toSorted()).toEqual(
    functions
      .map(({ name }) => name)
      .filter((name) => name !== "UNIVERSE.COVERAGE" && name !== "QUERY.INFO")
      .toSorted(),
  );
  const known = new Set(functions.map(({ name }) => name));
  const named = [...text.matchAll(/\b([A-Z]{2,}\.[A-Z]+)\(/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test("the skill fits into the context of an assistant: at most 16 kB", () => {
  expect(text.length).toBeLessThan(16_000);
});
