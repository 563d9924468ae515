import { testRuntime } from "../../support/test-runtime";
import { mapStorage } from "../../support/map-storage";
import { VirtualClock } from "../../support/virtual-clock";
import { universeOf } from "../../support/virtual-data";
import type { Runtime } from "../../../src/engine/runtime";
import type { KeyValueStorage } from "../../../src/engine/storage";

export interface Line {
  readonly clock: VirtualClock;
  readonly runtime: Runtime;
  /** The calls that came, without those for tokens. */
  readonly calls: Request[];
}

const issueToken = (): Promise<Response> => Promise.resolve(Response.json({ access_token: "t", expires_in: 86_400 }));

/** A runtime of somebody who is signed in, before a service that answers every call like this. `renew` answers requests for another token. */
export const lineTo = async (
  answer: (request: Request) => Promise<Response>,
  storage: KeyValueStorage = mapStorage(),
  renew: (request: Request) => Promise<Response> = issueToken,
): Promise<Line> => {
  const clock = new VirtualClock(1);
  const calls: Request[] = [];
  let signedIn = false;
  const send = (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === "/oauth/token") return signedIn ? renew(request) : issueToken();
    calls.push(request);
    return answer(request);
  };
  const runtime = testRuntime(send, clock, { storage });
  await clock.run(runtime.ready);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  signedIn = true;
  return { clock, runtime, calls };
};

/** The listing of a universe's events, titles only. */
export const eventsOf = (universe: number) =>
  ({ route: "listEsgEvents", path: { universe_id: universeOf(1, universe) }, query: {}, fields: ["title"] }) as const;

/** The one page of a listing that holds no more. */
export const lastPage = (data: readonly object[]): Response =>
  Response.json({ data, size: 1_000, has_next: false, count: data.length, search_after: null });
