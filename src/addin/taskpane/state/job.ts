import { AddinError } from "../../../engine/http/addin-error";
import type { OpenRequest } from "../../../engine/requests/request-log";
import type { Runtime } from "../../../engine/runtime";
import type { Actions } from "../../../engine/scheduler/actions";
import { createStore, type Store } from "../../../engine/store";
import { t } from "../../../i18n/t";

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
  /** `what` and `query` name the job in the request log. A number that the work returns is that of its rows. */
  readonly start: (what: string, query: string, work: (run: JobRun) => Promise<unknown>) => Promise<void>;
  /** Does the last work again. */
  readonly again: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
}

export interface CurrentJob extends Job {
  readonly now: JobState;
}

const jobError = (error: unknown): AddinError =>
  error instanceof AddinError
    ? error
    : new AddinError("unexpected", error instanceof Error ? error.message : String(error), { cause: error });

/** Creates a job, which the request log records like a formula. */
export const createJob = (runtime: Runtime): Job => {
  const state = createStore<JobState>({ status: "idle" });
  let controller: AbortController | undefined;
  let again = (): void => undefined;
  const start: Job["start"] = async (what, query, work) => {
    if (controller !== undefined) return;
    again = () => void start(what, query, work);
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
      requestContext.done(typeof rows === "number" ? rows : 0);
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
    again: () => again(),
    stop: () => controller?.abort(new AddinError("stopped", t("work.stopped"))),
    reset: () => {
      if (controller === undefined) state.set({ status: "idle" });
    },
  };
};
