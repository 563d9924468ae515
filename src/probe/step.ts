import type { Fact } from "./trace";

export type StepContent = string | number | boolean;

/** What can be read of a range. `json` is `valuesAsJson`; `spill` the address of what a cell spills to. */
export type Property = "values" | "types" | "texts" | "formats" | "formulas" | "json" | "spill";

/** One thing that a step does or looks at. `enter` waits until Excel has calculated, `start` does not. */
export type Action =
  | { readonly do: "enter" | "start"; readonly cells: Readonly<Record<string, StepContent>> }
  | { readonly do: "clear" | "calculate" | "merge" | "unmerge" | "table"; readonly range: string }
  | { readonly do: "insert" | "delete"; readonly range: string; readonly shift: "Down" | "Up" | "Right" | "Left" }
  | { readonly do: "calculate all"; readonly type: "Recalculate" | "Full" }
  | { readonly do: "mode"; readonly mode: "Automatic" | "Manual" }
  | { readonly do: "format"; readonly range: string; readonly pattern: string }
  /** Answers the calls of PROBE.HOLD and PROBE.HOLDROWS with this tag. */
  | { readonly do: "answer" | "send"; readonly tag: string; readonly result: unknown }
  | { readonly do: "settle" }
  /** The person at the keyboard does something that no script can do. */
  | { readonly do: "ask"; readonly sentence: string }
  | { readonly do: "look"; readonly at: Property; readonly range: string }
  /** What Excel has done with the functions: `calls` are name and arguments, `order` all events. */
  | { readonly do: "look"; readonly at: "calls" | "order" | "number of calls" }
  | {
      readonly do: "batch";
      readonly label: string;
      readonly run: (context: Excel.RequestContext, sheet: Excel.Worksheet) => Promise<Fact>;
      readonly options?: { readonly delayForCellEdit?: boolean; readonly mergeUndoGroup?: boolean };
    };

/** A thing to find out about a host. */
export interface ProbeStep {
  /** Unique; traces are compared by it. */
  readonly name: string;
  /** What it belongs to: a row of the table "Like Excel" in docs/workbench.md, where it has one. */
  readonly topic: string;
  readonly actions: readonly Action[];
}

export const enterCells = (cells: Readonly<Record<string, StepContent>>): Action => ({ do: "enter", cells });
export const startCells = (cells: Readonly<Record<string, StepContent>>): Action => ({ do: "start", cells });
export const lookAtRange = (at: Property, range: string): Action => ({ do: "look", at, range });
export const values = (range: string): Action => lookAtRange("values", range);
export const answerCall = (tag: string, result: unknown): Action => ({ do: "answer", tag, result });
export const settleAction: Action = { do: "settle" };
export const calls: Action = { do: "look", at: "calls" };
export const eventOrder: Action = { do: "look", at: "order" };
export const callCount: Action = { do: "look", at: "number of calls" };
export const batch = (
  label: string,
  run: (context: Excel.RequestContext, sheet: Excel.Worksheet) => Promise<Fact>,
  options = {},
): Action => ({ do: "batch", label, run, options });

/** Steps of one topic. */
export const about = (topic: string, steps: Readonly<Record<string, readonly Action[]>>): readonly ProbeStep[] =>
  Object.entries(steps).map(([name, actions]) => ({ name: `${topic}: ${name}`, topic, actions }));
