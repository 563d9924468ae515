import { createContext, useContext } from "react";
import type { Runtime } from "../../../engine/runtime";
import { createStore, type WritableStore } from "../../../engine/store";
import type { PaneRequest } from "../../commands";
import type { PaneDeps } from "../pane-deps";
import { createJob, type Job } from "./job";

export type ViewName = PaneRequest["view"];

/** State that outlives the components: the view, drafts and jobs. */
export interface PaneState {
  readonly view: WritableStore<ViewName>;
  /** The formula that the formula view opens next; empty where there is none. */
  readonly formulaToOpen: WritableStore<{ readonly formula: string; readonly address: string } | undefined>;
  /** The draft of one form, created with `initial` on first use. */
  readonly draft: <Value>(key: string, initial: Value) => WritableStore<Value>;
  readonly job: (key: string) => Job;
  readonly jobs: () => readonly Job[];
  readonly inputOf: (view: ViewName) => ViewInput;
}

/** The drafts and jobs of one view, so that a view that fails on them can start over. */
export class ViewInput {
  /** Whether the view has failed, and was left or is shown like that. */
  failed = false;
  /** Whether the view was cleared without being asked for. */
  cleared = false;
  readonly #resets = new Map<string, () => void>();

  /** Adds a draft or a job by a key of its own. */
  uses(key: string, reset: () => void): void {
    this.#resets.set(key, reset);
  }

  /** Sets all drafts to their initial values, and forgets how the jobs ended. A running job goes on. */
  startOver(): void {
    this.failed = false;
    for (const reset of this.#resets.values()) reset();
  }
}

const createPaneState = (deps: PaneDeps): PaneState => {
  const drafts = new Map<string, WritableStore<unknown>>();
  const jobs = new Map<string, Job>();
  const inputs = new Map<ViewName, ViewInput>();
  return {
    view: createStore<ViewName>("start"),
    formulaToOpen: createStore<{ readonly formula: string; readonly address: string } | undefined>(undefined),
    draft: <Value>(key: string, initial: Value) => {
      const store = drafts.get(key) ?? createStore<unknown>(initial);
      drafts.set(key, store);
      return store as WritableStore<Value>;
    },
    job: (key) => {
      const job = jobs.get(key) ?? createJob(deps.runtime);
      jobs.set(key, job);
      return job;
    },
    jobs: () => [...jobs.values()],
    inputOf: (view) => {
      const input = inputs.get(view) ?? new ViewInput();
      inputs.set(view, input);
      return input;
    },
  };
};

/** A runtime has one pane, whose state outlives a closed pane and ends with the runtime. */
const statesByRuntime = new WeakMap<object, PaneState>();

/** The state of the pane of a runtime; the same one every time the pane is shown. */
export const openPaneState = (deps: PaneDeps): PaneState => {
  const state = statesByRuntime.get(deps.runtime) ?? createPaneState(deps);
  statesByRuntime.set(deps.runtime, state);
  return state;
};

/** Stops all requests of formulas and all jobs of the pane. */
export const stopAll = ({ deps, state }: Pane): void => {
  deps.recalculation.stop();
  for (const job of state.jobs()) job.stop();
};

/** What every component can use. */
export interface Pane {
  readonly deps: PaneDeps;
  readonly runtime: Runtime;
  readonly state: PaneState;
  /** The input of the view that is shown; undefined around the views. */
  readonly input?: ViewInput;
}

export const PaneContext = createContext<Pane | undefined>(undefined);

/** The dependencies, runtime and state of the pane. @throws Error outside of `PaneContext`. */
export const usePane = (): Pane => {
  const pane = useContext(PaneContext);
  if (pane === undefined) throw new Error("usePane outside of PaneContext");
  return pane;
};
