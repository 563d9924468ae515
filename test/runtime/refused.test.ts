import { benchRuntime } from "../../bench/bench-runtime";
import { VirtualClock } from "../../bench/virtual-clock";
import { universeOf } from "../../bench/virtual-world";
import { anyOpening } from "./virtual-office";

test("a request that is refused ten times for its rate is no failure: it is served when its turn comes", async () => {
  const clock = new VirtualClock(1);
  let refusals = 10;
  const send = (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === "/oauth/token")
      return Promise.resolve(Response.json({ access_token: "t", expires_in: 86_400 }));
    refusals -= 1;
    return Promise.resolve(
      refusals >= 0
        ? Response.json({ message: "Too many.", code: 429 }, { status: 429, headers: { "retry-after": "1" } })
        : Response.json({
            data: [{ id: "one", title: "One" }],
            size: 10,
            has_next: false,
            count: 1,
            search_after: null,
          }),
    );
  };
  const runtime = benchRuntime(send, clock);
  await clock.run(runtime.ready);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  const { inquiry } = runtime.ledger.open(anyOpening());
  const request = {
    route: "listEsgEvents",
    path: { universe_id: universeOf(1, 1) },
    query: {},
    fields: ["title"],
  } as const;
  const found = await clock.run(runtime.listings.read(request, { limit: 10 }, inquiry));
  expect(found.records).toEqual([{ id: "one", title: "One" }]);
  // A refusal is no attempt.
  expect(runtime.ledger.calls.get().at(-1)).toMatchObject({ status: 200, attempts: 1 });
});

test("a service that asks to wait for a day is asked again after a minute or so", async () => {
  const clock = new VirtualClock(1);
  let refused = false;
  const send = (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === "/oauth/token")
      return Promise.resolve(Response.json({ access_token: "t", expires_in: 86_400 }));
    if (refused)
      return Promise.resolve(Response.json({ data: [], size: 10, has_next: false, count: 0, search_after: null }));
    refused = true;
    return Promise.resolve(
      Response.json({ message: "Too many." }, { status: 429, headers: { "retry-after": "86400" } }),
    );
  };
  const runtime = benchRuntime(send, clock);
  await clock.run(runtime.ready);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  const began = clock.now();
  const { inquiry } = runtime.ledger.open(anyOpening());
  const request = {
    route: "listEsgEvents",
    path: { universe_id: universeOf(1, 1) },
    query: {},
    fields: ["title"],
  } as const;
  await clock.run(runtime.listings.read(request, { limit: 10 }, inquiry));
  expect(clock.now() - began).toBeGreaterThan(30_000);
  expect(clock.now() - began).toBeLessThan(119_000);
});
