import type { Client } from "../client/client";
import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { Actions } from "./actions";
import type { Schedule } from "./schedule";

/** Calls that only read, although they are asked for as actions (exports): they may be repeated. */
const reading = new Set<Parameters<Actions["call"]>[0]>(["downloadAnalysis", "getTimeSeries"]);

/** Makes the door for calls that change something: sent once, never twice, and a refusal is the answer. */
export const createActions = (doors: {
  readonly client: Client;
  readonly schedule: Schedule;
  readonly usable: () => boolean;
}): Actions => ({
  call: async (route, { path, query, body }, signal) => {
    if (!doors.usable()) throw new AddinError("signed-out", say("runtime.signedOut"));
    const call = { route, body, ...(path === undefined ? {} : { path }), ...(query === undefined ? {} : { query }) };
    const reply = await doors.schedule.run({
      route,
      lane: route,
      ...(signal === undefined ? {} : { signal }),
      once: !reading.has(route),
      start: () => (each) => doors.client(call, each),
    });
    return reply ?? { status: 204, value: undefined };
  },
});
