import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(__dirname, "../..");
const recorded = JSON.parse(readFileSync(path.join(root, "test/durations.json"), "utf8")) as Readonly<
  Record<string, number>
>;
const seconds = (file: string): number => recorded[file] ?? 0;

/** Runs an expression over `sequencer`, the order in which Jest runs files, and `tests`, which are these files of `test`. */
const evaluate = (files: readonly string[], expression: string): unknown => {
  const tests = files.map((file) => ({
    path: path.join(root, "test", file),
    context: {
      config: { rootDir: root, cache: false, displayName: { name: file.startsWith("e2e/") ? "browser" : "checks" } },
    },
  }));
  const program = `
    import path from "node:path";
    import LongestFirst from "./test/support/longest-first.mjs";
    const names = (tests) => tests.map((test) => path.relative("test", test.path).replaceAll("\\\\", "/"));
    const sequencer = new LongestFirst();
    const tests = ${JSON.stringify(tests)}.map((test) => ({ ...test, context: { ...test.context, hasteFS: { getSize: () => 1 } } }));
    console.log(JSON.stringify(${expression}));`;
  const options = { cwd: root, encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", program], options));
};

test("every file whose duration is recorded exists", () => {
  expect(Object.keys(recorded).filter((file) => !existsSync(path.join(root, "test", file)))).toEqual([]);
});

test("the longest recorded files run first, a new browser test early, and short files without a browser last", () => {
  const browser = Object.keys(recorded).filter((file) => file.startsWith("e2e/") && seconds(file) > 20);
  const files = ["unit/new.test.ts", "e2e/new.test.ts", ...browser];
  const longestFirst = browser.toSorted((one, other) => seconds(other) - seconds(one) || (one < other ? -1 : 1));
  expect(evaluate(files, "names(sequencer.sort(tests))")).toEqual([
    ...longestFirst,
    "e2e/new.test.ts",
    "unit/new.test.ts",
  ]);
});

test("shards share the recorded time evenly, and each file is in one of them", () => {
  const files = Object.keys(recorded);
  const shards = evaluate(
    files,
    "[1, 2, 3].map((shardIndex) => names(sequencer.shard(tests, { shardIndex, shardCount: 3 })))",
  ) as readonly (readonly string[])[];
  expect(shards.flat().toSorted()).toEqual(files.toSorted());
  const sums = shards.map((shard) => shard.reduce((sum, file) => sum + seconds(file), 0));
  const longest = Math.max(...Object.values(recorded));
  expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(longest);
});
