import { benchRuntime } from "../../bench/bench-runtime";
import { mapStorage } from "../../bench/map-storage";
import { VirtualClock } from "../../bench/virtual-clock";
import { universeOf } from "../../bench/virtual-world";
import type { Runtime } from "../../src/runtime/runtime";
import type { KeyValueStorage } from "../../src/runtime/storage";

export interface Line {
  readonly clock: VirtualClock;
  readonly runtime: Runtime;
  /** The calls that came, without those for tokens. */
  readonly calls: Request[];
}

/** A runtime of somebody who is signed in, before a service that answers every call like this. */
export const lineTo = async (
  answer: (request: Request) => Promise<Response>,
  storage: KeyValueStorage = mapStorage(),
): Promise<Line> => {
  const clock = new VirtualClock(1);
  const calls: Request[] = [];
  const send = (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === "/oauth/token")
      return Promise.resolve(Response.json({ access_token: "t", expires_in: 86_400 }));
    calls.push(request);
    return answer(request);
  };
  const runtime = benchRuntime(send, clock, { storage });
  await clock.run(runtime.ready);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  return { clock, runtime, calls };
};

/** The listing of a universe's events, titles only. */
export const eventsOf = (universe: number) =>
  ({ route: "listEsgEvents", path: { universe_id: universeOf(1, universe) }, query: {}, fields: ["title"] }) as const;

/** The one page of a listing that holds no more. */
export const lastPage = (data: readonly object[]): Response =>
  Response.json({ data, size: 1_000, has_next: false, count: data.length, search_after: null });
