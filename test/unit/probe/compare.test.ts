import { compareTraces, type KnownDifference } from "../../../src/probe/compare";
import type { Fact, StepTrace, Trace } from "../../../src/probe/trace";
import { toFact } from "../../../src/probe/trace";

const step = (name: string, facts: Readonly<Record<string, Fact>>, milliseconds = 1): StepTrace => ({
  name,
  topic: "Calls",
  facts,
  milliseconds,
});

const trace = (...steps: readonly StepTrace[]): Trace => ({
  format: 1,
  host: { name: "made up", platform: "none", version: "0", language: "en-US", sets: {} },
  recorded: "2026-01-01",
  steps,
});

const known = (name: string, fact: string): KnownDifference => ({
  trace: "t.json",
  step: name,
  fact,
  reason: "for this test",
});

describe("the comparison of traces", () => {
  it("finds no difference in equal facts, whatever the times", () => {
    const one = trace(step("a", { "values A1": [[1]], order: [] }, 5));
    const { unknown, equal } = compareTraces(one, trace(step("a", { "values A1": [[1]], order: [] }, 900)));
    expect(unknown).toEqual([]);
    expect(equal).toBe(2);
  });

  it("names the step and the fact of a difference", () => {
    const { unknown } = compareTraces(trace(step("a", { x: 1, y: 2 })), trace(step("a", { x: 1, y: [2] })));
    expect(unknown).toEqual([{ step: "a", fact: "y", workbench: 2, host: [2] }]);
  });

  it("counts a missing fact and a missing step as differences", () => {
    const { unknown } = compareTraces(trace(step("a", { x: 1 }), step("b", {})), trace(step("a", { error: "no" })));
    expect(unknown).toEqual([
      { step: "a", fact: "x", workbench: 1, host: undefined },
      { step: "a", fact: "error", workbench: undefined, host: "no" },
      { step: "b", fact: "step", workbench: "run", host: undefined },
    ]);
  });

  it("leaves skipped steps out", () => {
    const { unknown } = compareTraces(trace(step("a", { x: 1 })), trace(step("a", { skipped: true })));
    expect(unknown).toEqual([]);
  });

  it("accepts explained differences, and lists explanations that are no longer needed", () => {
    const explained = [known("a", "x"), known("a", "y")];
    const result = compareTraces(trace(step("a", { x: 1, y: 2 })), trace(step("a", { x: 9, y: 2 })), explained);
    expect(result.unknown).toEqual([]);
    expect(result.known).toEqual([{ step: "a", fact: "x", workbench: 1, host: 9, reason: "for this test" }]);
    expect(result.gone).toEqual([known("a", "y")]);
  });
});

test("a fact has names for what JSON lacks", () => {
  const values = [undefined, Number.NaN, [Number.POSITIVE_INFINITY, "x", true, null], { any: undefined }, () => 1];
  expect(toFact(values)).toEqual([
    { $: "undefined" },
    { $: "NaN" },
    [{ $: "Infinity" }, "x", true, null],
    { any: { $: "undefined" } },
    { $: "function" },
  ]);
});
