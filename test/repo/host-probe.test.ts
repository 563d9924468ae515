import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { compareTraces, describeDifferences, type KnownDifference } from "../../src/probe/compare";
import { steps } from "../../src/probe/steps";
import type { Trace } from "../../src/probe/trace";

const root = path.join(__dirname, "../..");
const traces = path.join(root, "test/host/traces");
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(traces, file), "utf8"));
const page = readFileSync(path.join(root, "docs/host-probe.md"), "utf8");

/** Traces of real Excels. */
const recorded = readdirSync(traces).filter((file) => !["workbench.json", "known-differences.json"].includes(file));
const knownDifferences = read("known-differences.json") as readonly KnownDifference[];

test("each step of the host probe has its own name and looks at something", () => {
  expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
  const blind = steps.filter(({ actions }) => !actions.some((one) => one.do === "look" || one.do === "batch"));
  expect(blind.map(({ name }) => name)).toEqual([]);
});

test("the page lists each topic that waits for a real Excel, with the number of its steps", () => {
  const counts = new Map<string, number>();
  for (const { topic } of steps) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const listed = [...page.matchAll(/^\| (.+?) +\| +(\d+) +\|/gm)].map(([, topic, count]) => [topic, Number(count)]);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(counts));
});

test("the page says that there is no trace of a real Excel as long as there is none", () => {
  expect(page.includes("No trace of a real Excel exists yet")).toBe(recorded.length === 0);
});

test("the workbench's own trace has every step", () => {
  const { steps: run } = read("workbench.json") as Trace;
  expect(run.map(({ name }) => name)).toEqual(steps.map(({ name }) => name));
});

test("each difference between a trace of Excel and the workbench is known, with a reason", () => {
  const workbench = read("workbench.json") as Trace;
  const complaints = recorded.flatMap((file) => {
    const explained = knownDifferences.filter(({ trace, reason }) => trace === file && reason.length > 20);
    const { unknown, gone } = compareTraces(workbench, read(file) as Trace, explained);
    return [describeDifferences(unknown), ...gone.map(({ step, fact }) => `no more: ${step}, ${fact}`)].filter(
      (line) => line !== "",
    );
  });
  expect(complaints).toEqual([]);
  expect(knownDifferences.filter(({ trace }) => !recorded.includes(trace))).toEqual([]);
});
