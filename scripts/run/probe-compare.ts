// Compares a trace of the host probe with the workbench's, and says what nobody has explained yet.
import { readFileSync } from "node:fs";
import path from "node:path";
import { compareTraces, describeDifferences, type KnownDifference } from "../../src/probe/compare";
import type { Trace } from "../../src/probe/trace";
import { runProgram } from "./command-line";

const traces = path.join(__dirname, "../../test/host/traces");
const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

const compare = (): void => {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("Name a trace: npm run probe:compare -- FILE");
  const host = read(file) as Partial<Trace>;
  if (host.format !== 1 || host.steps === undefined) throw new Error(`${file} is no trace of the host probe.`);
  const name = path.basename(file);
  const explained = (read(path.join(traces, "known-differences.json")) as KnownDifference[]).filter(
    ({ trace }) => trace === name,
  );
  const workbench = read(path.join(traces, "workbench.json")) as Trace;
  const { unknown, known, gone, equal } = compareTraces(workbench, host as Trace, explained);
  const { platform = "?", version = "?" } = host.host ?? {};
  console.log(`${name}: Excel ${version} on ${platform}, ${host.steps.length} steps`);
  console.log(`${equal} equal facts, ${known.length} known differences, ${unknown.length} others`);
  for (const { step, fact, reason } of known) console.log(`known   ${step}\n  ${fact}: ${reason}`);
  for (const { step, fact } of gone) console.log(`no more ${step}\n  ${fact}: remove its row`);
  if (unknown.length > 0) console.log(describeDifferences(unknown));
  if (unknown.length + gone.length > 0) process.exitCode = 1;
};

runProgram(compare);
