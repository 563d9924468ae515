import { AddinError } from "../../error/addin-error";
import type { Actions } from "../../runtime/actions";
import type { Inquiry } from "../../runtime/inquiry";
import type { Runtime } from "../../runtime/runtime";
import { createStore, type Store } from "../../runtime/store";
import { sayWork } from "../../text/say-work";

/** How far work is. */
export interface Progress {
  readonly done: number;
  readonly total: number | undefined;
}

/** How a piece of work of the pane stands. `done` and `total` count whatever the work counts (rows, days); calls besides, where those are others. */
export type JobState =
  | { readonly status: "idle" }
  | (Progress & { readonly status: "running"; readonly calls?: Progress | undefined })
  | { readonly status: "failed"; readonly error: AddinError }
  | { readonly status: "done" };

/** What a piece of work is handed: whom to ask as, and how to tell how far it is. */
export interface JobRun {
  readonly inquiry: Inquiry;
  readonly signal: AbortSignal;
  /** A call that changes something, starts work or exports, counted as this work's. */
  readonly call: Actions["call"];
  readonly progress: (done: number, total?: number, calls?: Progress) => void;
}

/** Work that goes on when the pane is hidden. A second start while it runs does nothing: nothing is ever sent twice by a second click. */
export interface Job {
  readonly state: Store<JobState>;
  /** `what` and `query` name it in the ledger; the work answers how many rows it got. */
  readonly start: (entry: { readonly what: string; readonly query: string }, work: JobWork) => Promise<void>;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** The work itself. */
export type JobWork = (run: JobRun) => Promise<number | undefined>;

const toAddinError = (error: unknown): AddinError =>
  error instanceof AddinError
    ? error
    : new AddinError("unexpected", error instanceof Error ? error.message : String(error), { cause: error });

/** Makes a job of the pane; the runtime's ledger keeps account of it like of any formula. */
export const createJob = (runtime: Runtime): Job => {
  const state = createStore<JobState>({ status: "idle" });
  let controller: AbortController | undefined;
  const start: Job["start"] = async ({ what, query }, work) => {
    if (controller !== undefined) return;
    const current = new AbortController();
    controller = current;
    state.set({ status: "running", done: 0, total: undefined });
    const entry = runtime.ledger.open({ what, query, address: undefined, signal: current.signal, lane: what });
    const progress: JobRun["progress"] = (done, total, calls) => state.set({ status: "running", done, total, calls });
    const { inquiry } = entry;
    const call: JobRun["call"] = (route, parameters, signal = inquiry.signal) => {
      inquiry.trace.called({ route, shared: false });
      return runtime.actions.call(route, parameters, signal);
    };
    try {
      const rows = await work({ inquiry, signal: inquiry.signal, call, progress });
      entry.done(rows ?? 0);
      state.set({ status: "done" });
    } catch (error) {
      const failure = toAddinError(error);
      entry.failed(failure);
      state.set({ status: "failed", error: failure });
    } finally {
      controller = undefined;
    }
  };
  return {
    state,
    start,
    stop: () => controller?.abort(new AddinError("stopped", sayWork("work.stopped"))),
    reset: () => {
      if (controller === undefined) state.set({ status: "idle" });
    },
  };
};
