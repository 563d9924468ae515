import { type Clock, sleep, toSteadyClock } from "../clock";
import { AddinError } from "../http/addin-error";
import type { CallAttempt, Client } from "../http/client";
import type { Obstacle } from "./connection";
import type { Scheduler } from "./scheduler";

/** Milliseconds that the test call may take. */
const testTimeout = 15_000;

interface TestDeps {
  readonly clock: Clock;
  readonly client: Client;
  readonly scheduler: Scheduler;
}

/** Requests one task. A module of its own, because only a refresh needs it. */
export const testConnection = async ({ clock, client, scheduler }: TestDeps): Promise<Obstacle> => {
  const { now } = toSteadyClock(clock);
  const startedAt = now();
  const controller = new AbortController();
  const query = { size: 1, fields: ["id"] };
  const start = () => (attempt: CallAttempt) => client({ route: "listTasks", query }, attempt);
  const job = {
    route: "listTasks",
    queueKey: "connection",
    urgent: true,
    once: true,
    signal: controller.signal,
    start,
  };
  const timeout = sleep(clock, testTimeout).then(() => "timeout" as const);
  try {
    if ((await Promise.race([scheduler.run(job), timeout])) !== "timeout") return undefined;
    controller.abort();
    // The test call may have waited behind slow ones that were answered meanwhile.
    return scheduler.answeredWithin(now() - startedAt) ? undefined : "offline";
  } catch (error) {
    if (!(error instanceof AddinError)) return "offline";
    if (error.code === "signed-out") return "signed-out";
    return error.details.status === undefined ? "offline" : undefined;
  }
};
