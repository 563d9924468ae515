import { spawn } from "node:child_process";
import path from "node:path";

const root = path.join(__dirname, "../..");

/** Runs `npm run mutants` and returns how it ended and what it printed. */
const mutants = (...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ["--import", "tsx", "test/mutants/run.ts", ...args], { cwd: root });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("close", (code) => resolve({ code, output }));
  });

test("the tests notice each of six mutants, which are the same in every run", async () => {
  // The test files run without a mutant beside this one.
  const { code, output } = await mutants("--sample", "6", "--trust");
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("\n6 of 6 killed") as string });
});

test("a mutant that no test notices makes the program fail, which names the row and the test files", async () => {
  const { code, output } = await mutants("--lists", "test/mutants/examples/survivor", "--trust");
  expect(code).toBe(1);
  expect(output).toMatch(/survived: list\.txt:3 .*waitingTasks.*\(limit\.queue; test\/unit\/service\/download-limits/);
});

test("a text that is not in its file exactly once, or a row that no document has, stops the program", async () => {
  const { code, output } = await mutants("--lists", "test/mutants/examples/outdated");
  expect(code).toBe(1);
  for (const line of [
    "list.txt:2: not found: waitingTasks: 300",
    "list.txt:3: found more than once: readonly",
    'list.txt:4: no document says "limit.everything"',
  ])
    expect(output).toContain(line);
});
