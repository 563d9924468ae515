import type { PaneRequest } from "../../commands/command";
import { createStore, type WritableStore } from "../../runtime/store";
import type { PaneWorld } from "../pane-world";
import { createJob, type Job } from "./job";

/** The views of the pane. */
export type ViewName = PaneRequest["view"];

/** What outlives the components: the view, everything typed and not yet sent, and the work under way. */
export interface PaneState {
  readonly view: WritableStore<ViewName>;
  /** The store of what is typed in one form, made with the initial value at the first question. */
  readonly draft: <Value>(key: string, initial: Value) => WritableStore<Value>;
  readonly job: (key: string) => Job;
  readonly jobs: () => readonly Job[];
}

const createPaneState = (world: PaneWorld): PaneState => {
  const drafts = new Map<string, WritableStore<unknown>>();
  const jobs = new Map<string, Job>();
  return {
    view: createStore<ViewName>("universes"),
    draft: <Value>(key: string, initial: Value) => {
      const store = drafts.get(key) ?? createStore<unknown>(initial);
      drafts.set(key, store);
      return store as WritableStore<Value>;
    },
    job: (key) => {
      const job = jobs.get(key) ?? createJob(world.runtime);
      jobs.set(key, job);
      return job;
    },
    jobs: () => [...jobs.values()],
  };
};

const states = new WeakMap<object, PaneState>();

/** The state of the pane of one runtime: the same one again when the pane is shown again. */
export const paneStateOf = (world: PaneWorld): PaneState => {
  const state = states.get(world.runtime) ?? createPaneState(world);
  states.set(world.runtime, state);
  return state;
};
