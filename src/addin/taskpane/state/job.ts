import { AddinError } from "../../../engine/http/addin-error";
import type { OpenRequest } from "../../../engine/requests/request-log";
import type { Runtime } from "../../../engine/runtime";
import type { Actions } from "../../../engine/scheduler/actions";
import { createStore, type Store } from "../../../engine/store";
import { t } from "../../../i18n/t";

/** The progress of a job. */
interface Progress {
  readonly done: number;
  readonly total: number | undefined;
}

/** The state of a job. `done` and `total` are in the job's own unit (rows, days). */
export type JobState =
  | { readonly status: "idle" }
  | (Progress & { readonly status: "running" })
  | { readonly status: "failed"; readonly error: AddinError }
  | { readonly status: "done" };

/** What a running job may use. */
export interface JobRun {
  readonly requestContext: OpenRequest;
  readonly signal: AbortSignal;
  /** A call that changes something, starts work or exports. It is logged for this job. */
  readonly call: Actions["call"];
  readonly progress: (done: number, total?: number) => void;
}

/** Work that continues while the pane is hidden. `start` does nothing while the job runs, so a second click sends nothing twice. */
export interface Job {
  readonly state: Store<JobState>;
  /** `what` and `query` name the job in the request log. The work returns its number of rows. */
  readonly start: (entry: { readonly what: string; readonly query: string }, work: JobWork) => Promise<void>;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** A job with its current state. */
export interface CurrentJob extends Job {
  readonly now: JobState;
}

/** The work of a job. */
type JobWork = (run: JobRun) => Promise<number | undefined>;

const jobError = (error: unknown): AddinError =>
  error instanceof AddinError
    ? error
    : new AddinError("unexpected", error instanceof Error ? error.message : String(error), { cause: error });

/** Creates a job, which the request log records like a formula. */
export const createJob = (runtime: Runtime): Job => {
  const state = createStore<JobState>({ status: "idle" });
  let controller: AbortController | undefined;
  const start: Job["start"] = async ({ what, query }, work) => {
    if (controller !== undefined) return;
    const current = new AbortController();
    controller = current;
    state.set({ status: "running", done: 0, total: undefined });
    const requestContext = runtime.requestLog.open({
      what,
      query,
      address: undefined,
      signal: current.signal,
      queueKey: what,
    });
    const progress: JobRun["progress"] = (done, total) => state.set({ status: "running", done, total });
    const call: JobRun["call"] = (route, parameters, signal = requestContext.signal) => {
      requestContext.log.countCall();
      return runtime.actions.call(route, parameters, signal);
    };
    try {
      const rows = await work({ requestContext, signal: requestContext.signal, call, progress });
      requestContext.done(rows ?? 0);
      state.set({ status: "done" });
    } catch (error) {
      const failure = jobError(error);
      requestContext.failed(failure);
      state.set({ status: "failed", error: failure });
    } finally {
      controller = undefined;
    }
  };
  return {
    state,
    start,
    stop: () => controller?.abort(new AddinError("stopped", t("work.stopped"))),
    reset: () => {
      if (controller === undefined) state.set({ status: "idle" });
    },
  };
};
