import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { functions } from "../../src/formulas/functions";

const folder = path.join(__dirname, "../unit/formulas/functions");
const tests = readdirSync(folder)
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => readFileSync(path.join(folder, file), "utf8"))
  .join("\n");

test.each(functions.map(({ name }) => name))("a test in test/unit/formulas/functions calls %s", (name) => {
  expect(tests.includes(`"${name}"`) ? "" : `no test in test/unit/formulas/functions calls ${name}`).toBe("");
});
