import type { Send } from "../../../../src/engine/http/client";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { Team } from "../../../../src/gateway/team/team";
import type { TeamRequest } from "../../../../src/gateway/team/team-request";
import { VirtualClock } from "../../../support/virtual-clock";
import { personOf } from "./team-office";

const address = "http://service.example";

/** A service that lets three coverage tasks of a caller wait, as the specification says; one ends when the test says so. */
const openTeam = () => {
  const clock = new VirtualClock(1);
  const taken: string[] = [];
  const state = { waiting: 0, refused: 0 };
  const send: Send = async (request) => {
    if (request.url.endsWith("/oauth/token")) return Response.json({ access_token: "token", expires_in: 86_400 });
    const { entities } = (await request.json()) as { readonly entities: readonly { readonly external_id: string }[] };
    if (state.waiting === 3) {
      state.refused += 1;
      const problem = { message: "3 coverage extension tasks already wait.", code: 429, reason: "too_many_requests" };
      return Response.json(problem, { status: 429 });
    }
    state.waiting += 1;
    taken.push(entities[0]?.external_id ?? "");
    return Response.json({ task_id: crypto.randomUUID() });
  };
  const account = { name: "firm", key: "key", secret: "secret", audience: `${address}/`, clientId: "test" };
  const team = new Team({ address, accounts: [account] }, { store: new MemoryStore(clock), clock, send });
  const request = (of: string): TeamRequest => ({
    route: "extendCoverage",
    path: {},
    query: new URLSearchParams(),
    body: { universe_ids: ["0ff0a96f-945c-41d7-ab54-5581426fd621"], entities: [{ external_id: of }] },
    fresh: false,
  });
  const ask = (person: string, what: string) => team.answer(personOf(person), request(what));
  return { clock, taken, state, ask };
};

test("a request for which the service has no room waits for a colleague's task to begin, and is then taken", async () => {
  const { clock, taken, state, ask } = openTeam();
  await clock.run(Promise.all(["a", "b", "c"].map((what) => ask("ann", what))));
  const waiting = ask("bob", "of bob");
  await clock.advance(12_000);
  expect([taken.length, state.refused]).toEqual([3, 3]);
  state.waiting = 2;
  expect((await clock.run(waiting)).status).toBe(200);
  expect(taken).toEqual(["a", "b", "c", "of bob"]);
});

test("people take turns: one request of a colleague does not wait for twenty of another", async () => {
  const { clock, taken, state, ask } = openTeam();
  await clock.run(Promise.all(["a", "b", "c"].map((what) => ask("ann", what))));
  const all = [...Array.from({ length: 4 }, (_, index) => ask("ann", `ann ${index}`)), ask("bob", "bob 0")];
  await clock.advance(1_000);
  state.waiting = 1;
  await clock.advance(10_000);
  expect(taken.slice(3)).toEqual(["ann 0", "bob 0"]);
  state.waiting = 0;
  await clock.run(Promise.all(all));
});

test("after 45 seconds the service's refusal is the answer, sooner than the add-in gives up", async () => {
  const { clock, taken, ask } = openTeam();
  await clock.run(Promise.all(["a", "b", "c"].map((what) => ask("ann", what))));
  const began = clock.now();
  const { status, body } = await clock.run(ask("bob", "of bob"));
  expect([status, JSON.parse(body)]).toMatchObject([429, { reason: "too_many_requests" }]);
  expect(clock.now() - began).toBeLessThan(50_000);
  expect(taken).toHaveLength(3);
});
