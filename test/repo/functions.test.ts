import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { withoutHelp } from "../../scripts/build/without-help.cjs";
import { functions } from "../../src/formulas/functions";

const folder = path.join(__dirname, "../unit/formulas/functions");
const tests = readdirSync(folder)
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => readFileSync(path.join(folder, file), "utf8"))
  .join("\n");

test.each(functions.map(({ name }) => name))("a test in test/unit/formulas/functions calls %s", (name) => {
  expect(tests.includes(`"${name}"`) ? "" : `no test in test/unit/formulas/functions calls ${name}`).toBe("");
});

const buildScript = (file: string): string =>
  ts.transpileModule(readFileSync(file, "utf8"), {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ES2022, removeComments: true },
    transformers: { before: [withoutHelp] },
  }).outputText;

test("the build leaves no help of any function in its script", () => {
  const sources = path.join(__dirname, "../../src/formulas");
  const scripts = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => /^(functions|define).*\.ts$/.test(file))
    .map((file) => buildScript(path.join(sources, file)))
    .join("\n");
  const texts = functions.flatMap(({ description, synonyms, parameters, options, examples }) => [
    description,
    synonyms,
    ...parameters.map((parameter) => parameter.description),
    ...options.map((option) => option.description),
    ...examples.map(({ shows }) => shows),
  ]);
  expect(texts.length).toBeGreaterThan(500);
  // One word may well be a text of the code.
  expect(texts.filter((text) => text.includes(" ") && scripts.includes(text))).toEqual([]);
});
