import { endProgram } from "../support/run-program";

jest.setTimeout(60_000);

const script = (file: string): readonly string[] => ["--import", "tsx", file];
const programs: readonly (readonly [string, readonly string[]])[] = [
  ["start", ["scripts/run/start.mjs"]],
  ["dev", ["scripts/run/dev.mjs"]],
  ["excel", script("scripts/run/excel.ts")],
  ["build", ["scripts/run/run.mjs", "scripts/build/build.ts"]],
  ["validate", ["scripts/run/validate.mjs"]],
  ["service", script("scripts/run/service.ts")],
  ["gateway", script("scripts/run/gateway.ts")],
  ["release", script("scripts/build/release.ts")],
  ["bench", script("bench/bench.ts")],
  ["bench:pane", script("bench/bench-pane.ts")],
  ["bench:service", script("bench/bench-service.ts")],
  ["bench:xlsx", script("bench/bench-xlsx.ts")],
  ["faults", script("bench/faults.ts")],
  ["mutants", script("test/mutants/run.ts")],
];

describe("the command line of the programs", () => {
  it.each(programs)("%s refuses an unknown option by one sentence and starts nothing", async (_name, program) => {
    const { code, printed, complained } = await endProgram(program, "--unknown");
    expect(complained).toMatch(/^There is no option --unknown; there are --\w[\w, -]*\.\n$/);
    expect({ code, printed }).toEqual({ code: 1, printed: "" });
  });

  it.each([
    ["start", ["--port", "abc"], "a whole number from 0 to 65535"],
    ["start", ["--size", "huge"], "one of test, small, medium, large"],
    ["service", ["--today", "2026-02-31"], "a day written YYYY-MM-DD"],
    ["service", ["--audience", "http://localhost"], "an address that ends with a slash"],
    ["gateway", ["--port", "70000"], "a whole number from 0 to 65535"],
    ["bench", ["--only", "virtual,all"], "some of virtual,loopback,cpu,sizes"],
    ["faults", ["--seeds", "many"], "a whole number from 0 to 4294967295"],
  ])("%s %j: the sentence says what is allowed and what came", async (name, given, allowed) => {
    const [, program = []] = programs.find(([one]) => one === name) ?? [];
    const { code, complained } = await endProgram(program, ...given);
    expect(complained).toBe(`${given.join(` must be ${allowed}, got "`)}".\n`);
    expect(code).toBe(1);
  });

  it("refuses a certificate without its key", async () => {
    const { code, complained } = await endProgram(script("scripts/run/gateway.ts"), "--cert", "localhost.crt");
    expect(complained).toBe("--key and --cert go together: give both or neither.\n");
    expect(code).toBe(1);
  });
});
