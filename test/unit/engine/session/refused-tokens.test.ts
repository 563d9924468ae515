import { VirtualClock } from "../../../support/virtual-clock";
import { mapStorage } from "../../../support/map-storage";
import { testRuntime } from "../../../support/test-runtime";
import { eventsOf, lastPage } from "../line-to";

const refusal = (): Response => Response.json({ message: "Unauthorized" }, { status: 401 });

/** A runtime before a service that counts requests and tokens. `accepts` says whether a token works; each token is new. */
const stage = async (accepts: (token: string) => boolean) => {
  const clock = new VirtualClock(1);
  const counts = { calls: 0, tokens: 0 };
  let issued = 0;
  const service = { accepts };
  const send = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname === "/oauth/token") {
      counts.tokens += 1;
      issued += 1;
      return Response.json({ access_token: `token ${issued}`, expires_in: 86_400 });
    }
    counts.calls += 1;
    const token = request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";
    const isAccepted = service.accepts(token);
    await new Promise<void>((resolve) => void clock.after(80, resolve));
    return isAccepted ? lastPage([{ title: "x" }]) : refusal();
  };
  const runtime = testRuntime(send, clock, { storage: mapStorage() });
  await clock.run(runtime.ready);
  await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  counts.tokens = 0;
  const cells = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      runtime.listings
        .read(
          eventsOf(first + index),
          { limit: 5 },
          runtime.requestLog.open({ what: "ESG.EVENTS", address: `S!A${first + index}`, query: `${first + index}` }),
        )
        .then(
          ({ records }) => records.length,
          (error: unknown) => (error as Error).message,
        ),
    );
  return { clock, runtime, counts, service, cells };
};

const sentence = "The service refused the token. Sign in again in the task pane.";

test("when every token is refused, one is replaced once, and calls do not grow with the cells", async () => {
  const callsOf = async (count: number) => {
    const { clock, counts, cells } = await stage(() => false);
    expect(await clock.run(Promise.all(cells(1, count)))).toEqual(Array.from({ length: count }, () => sentence));
    return { ...counts };
  };
  const [few, many, most] = [await callsOf(20), await callsOf(100), await callsOf(300)];
  expect([few.tokens, many.tokens, most.tokens]).toEqual([1, 1, 1]);
  // What was under way with the first token, and one call with the second.
  expect(few.calls).toBe(21);
  expect(many.calls).toBe(32);
  expect(most.calls).toBe(many.calls);
});

test("further cells make no call while tokens are refused", async () => {
  const { clock, counts, cells } = await stage(() => false);
  await clock.run(Promise.all(cells(1, 20)));
  const before = { ...counts };
  expect(await clock.run(Promise.all(cells(100, 200)))).toEqual(Array.from({ length: 200 }, () => sentence));
  expect(counts).toEqual(before);
});

test("a replacement is tried by one request, and the others use it once it was accepted", async () => {
  const used: string[] = [];
  const { clock, counts, cells } = await stage((token) => {
    used.push(token);
    return token === "token 2";
  });
  const answers = Promise.all(cells(1, 20));
  await clock.advance(100);
  expect(used).toEqual([...Array.from({ length: 20 }, () => "token 1"), "token 2"]);
  expect(await clock.run(answers)).toEqual(Array.from({ length: 20 }, () => 1));
  expect(counts).toEqual({ calls: 40, tokens: 1 });
});

test("while tokens are refused, one request with a new token finds out later and later whether they are taken again", async () => {
  const { clock, counts, cells } = await stage(() => false);
  await clock.run(Promise.all(cells(1, 20)));
  const { calls, tokens } = counts;
  await clock.advance(5_001);
  await clock.advance(200);
  expect([counts.calls - calls, counts.tokens - tokens]).toEqual([1, 1]);
  await clock.advance(9_000);
  expect([counts.calls - calls, counts.tokens - tokens]).toEqual([1, 1]);
  await clock.advance(86_400_000);
  // 10 s, 20 s … 160 s, then every five minutes.
  expect(counts.calls - calls).toBeLessThan(300);
});

test("when the service takes tokens again, the session tells the cells, which then answer", async () => {
  const { clock, runtime, service, cells } = await stage(() => false);
  await clock.run(Promise.all(cells(1, 20)));
  expect([...(runtime.requestLog.latestAt("S!A20")?.reads ?? [])]).toContain("session");
  let changes = 0;
  runtime.session.state.subscribe(() => (changes += 1));
  service.accepts = () => true;
  await clock.advance(5_500);
  expect(changes).toBe(1);
  expect(await clock.run(Promise.all(cells(1, 20)))).toEqual(Array.from({ length: 20 }, () => 1));
});

test("a refresh tries a new token at once", async () => {
  const { clock, runtime, service, cells } = await stage(() => false);
  await clock.run(Promise.all(cells(1, 20)));
  service.accepts = () => true;
  expect(await clock.run(runtime.connection.check())).toBeUndefined();
  expect(await clock.run(Promise.all(cells(1, 20)))).toEqual(Array.from({ length: 20 }, () => 1));
});

test("another sign-in is not kept from its first request", async () => {
  const { clock, runtime, service, cells } = await stage(() => false);
  await clock.run(Promise.all(cells(1, 5)));
  service.accepts = () => true;
  await clock.run(runtime.session.signIn({ key: "other", secret: "secret" }, false));
  expect(await clock.run(Promise.all(cells(1, 5)))).toEqual([1, 1, 1, 1, 1]);
});
