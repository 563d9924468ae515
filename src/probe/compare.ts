import type { Fact, StepTrace, Trace } from "./trace";

/** A fact in which two hosts differ. */
export interface Difference {
  readonly step: string;
  /** What was looked at; `step` if one host has not run it. */
  readonly fact: string;
  readonly workbench: Fact | undefined;
  readonly host: Fact | undefined;
}

/** A difference that somebody has explained (test/host/traces/known-differences.json). */
export interface KnownDifference {
  /** The name of the trace's file. */
  readonly trace: string;
  readonly step: string;
  readonly fact: string;
  /** Why it is there, and what becomes of it. */
  readonly reason: string;
}

export interface TraceComparison {
  readonly unknown: readonly Difference[];
  readonly known: readonly (Difference & { readonly reason: string })[];
  /** Known differences that are no more. */
  readonly gone: readonly KnownDifference[];
  /** The number of equal facts. */
  readonly equal: number;
}

/** Compares the facts of two traces. Times, hosts and skipped steps are left out. */
export const compareTraces = (
  workbench: Trace,
  host: Trace,
  explained: readonly KnownDifference[] = [],
): TraceComparison => {
  const unknown: Difference[] = [];
  const known: (Difference & { readonly reason: string })[] = [];
  const differences = new Set<KnownDifference>();
  let equal = 0;
  for (const difference of allFacts(workbench, host)) {
    if (JSON.stringify(difference.workbench) === JSON.stringify(difference.host)) {
      equal += 1;
      continue;
    }
    const explanation = explained.find(({ step, fact }) => step === difference.step && fact === difference.fact);
    if (explanation === undefined) unknown.push(difference);
    else {
      differences.add(explanation);
      known.push({ ...difference, reason: explanation.reason });
    }
  }
  return { unknown, known, gone: explained.filter((one) => !differences.has(one)), equal };
};

const isSkipped = (step: StepTrace | undefined): boolean => step?.facts["skipped"] === true;

/** Every fact of two traces, in pairs. */
const allFacts = (workbench: Trace, host: Trace): Difference[] => {
  const byName = ({ steps }: Trace): Map<string, StepTrace> => new Map(steps.map((step) => [step.name, step]));
  const ours = byName(workbench);
  const theirs = byName(host);
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((step): Difference[] => {
    const one = ours.get(step);
    const other = theirs.get(step);
    if (isSkipped(one) || isSkipped(other)) return [];
    if (one === undefined || other === undefined)
      return [{ step, fact: "step", workbench: one && "run", host: other && "run" }];
    const facts = new Set([...Object.keys(one.facts), ...Object.keys(other.facts)]);
    return [...facts].map((fact) => ({ step, fact, workbench: one.facts[fact], host: other.facts[fact] }));
  });
};

/** Differences for people. */
export const describeDifferences = (differences: readonly Difference[]): string =>
  differences
    .map(({ step, fact, workbench, host }) =>
      [step, `  ${fact}`, `    workbench ${factText(workbench)}`, `    host      ${factText(host)}`].join("\n"),
    )
    .join("\n");

const factText = (fact: Fact | undefined): string => (fact === undefined ? "nothing" : JSON.stringify(fact));
