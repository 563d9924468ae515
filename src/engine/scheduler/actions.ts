import { t } from "../../i18n/t";
import { AddinError } from "../http/addin-error";
import type { Client } from "../http/client";
import type { Scheduler } from "./scheduler";

export type ActionRoute =
  | "startAnalysis"
  | "createUniverse"
  | "updateUniverse"
  | "extendCoverage"
  | "translateDocuments"
  | "downloadAnalysis"
  | "getTimeSeries";

/** Calls of the pane and of commands that change something or export. Their answers are not cached. */
export interface Actions {
  /** Status 202 and 204 have no value. Rejects with an AddinError, or with the signal's reason. */
  readonly call: (
    route: ActionRoute,
    parameters: {
      readonly path?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, string>>;
      readonly body: unknown;
    },
    signal?: AbortSignal,
  ) => Promise<{ readonly status: number; readonly value: unknown }>;
}

/** Exports only read, so they may be repeated. */
const repeatable = new Set<ActionRoute>(["downloadAnalysis", "getTimeSeries"]);

/** What actions depend on. `usable`: somebody is signed in. `succeeded` is called with the answer of each action that succeeded. */
export interface ActionDeps {
  readonly client: Client;
  readonly scheduler: Scheduler;
  readonly usable: () => boolean;
  readonly succeeded: (route: ActionRoute, body: unknown, value: unknown) => void;
}

/** Sends each action that changes something once; a failure or refusal is its result. */
export const createActions = ({ client, scheduler, usable, succeeded }: ActionDeps): Actions => ({
  call: async (route, { path, query, body }, signal) => {
    if (!usable()) throw new AddinError("signed-out", t("runtime.signedOut"));
    const call = { route, body, ...(path === undefined ? {} : { path }), ...(query === undefined ? {} : { query }) };
    const reply = await scheduler.run({
      route,
      queueKey: route,
      ...(signal === undefined ? {} : { signal }),
      once: !repeatable.has(route),
      start: () => (attempt) => client(call, attempt),
    });
    succeeded(route, body, reply?.value);
    return reply ?? { status: 204, value: undefined };
  },
});
