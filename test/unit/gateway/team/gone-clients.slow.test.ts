import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { BudgetLimits } from "../../../../src/gateway/team/budget";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import type { Person } from "../../../../src/gateway/team/person";
import { Team } from "../../../../src/gateway/team/team";
import type { TeamRequest } from "../../../../src/gateway/team/team-request";
import { UnreadAnswers } from "../../../../src/gateway/team/unread-answers";
import { tokenBucket } from "../../../support/limiters";
import { seededRandom } from "../../../support/seeded-random";
import { VirtualClock } from "../../../support/virtual-clock";
import { usualModel, VirtualService } from "../../../support/virtual-service";
import { personOf } from "./team-office";

const address = "http://service.example";
const [ann, bob] = [personOf("ann"), personOf("bob")];

/** A service that takes two requests a second, so that most of them wait in the gateway. */
const openTeam = (budgets: BudgetLimits = {}) => {
  const clock = new VirtualClock(1);
  const service = new VirtualService(clock, { ...usualModel, limiter: tokenBucket(2, 2) });
  const account = { name: "firm", key: "key", secret: "secret", audience: `${address}/`, clientId: "test" };
  const options = { address, accounts: [account], budgets };
  const team = new Team(options, { store: new MemoryStore(clock), clock, send: service.send });
  const ask = (person: Person, request: TeamRequest, isGone = () => false) => team.answer(person, request, { isGone });
  return { clock, service, ask };
};

const listing = (number: number): TeamRequest => ({
  route: "listEsgEvents",
  path: { universe_id: `u-${number}` },
  query: new URLSearchParams("size=1"),
  body: undefined,
  fresh: false,
});

const searchFor = (companies: readonly number[]): TeamRequest => ({
  route: "searchEntities",
  path: {},
  query: new URLSearchParams("max_candidates=1&fields=id,name"),
  body: { entities: companies.map((number) => ({ name: `eq:Company ${number}` })) },
  fresh: false,
});

const numbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

const search = (from: number, to: number): TeamRequest => searchFor(numbers(from, to));

test.each([
  ["listings", (index: number) => listing(index)],
  ["searches", (index: number) => search(index * 500, index * 500 + 500)],
])(
  "%s of a client that has gone are not sent any more, but those that a colleague waits for are",
  async (_, request) => {
    const { clock, service, ask } = openTeam();
    const state = { gone: false };
    const left = Array.from({ length: 120 }, (_, index) => ask(ann, request(index), () => state.gone));
    await clock.advance(5_000);
    const shared = [118, 119].map((index) => ask(bob, request(index)));
    state.gone = true;
    const before = service.counts.calls;
    expect(before).toBeLessThan(50);
    const replies = await clock.run(Promise.all(shared));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    await clock.run(Promise.all(left));
    // Two for the colleague, and what had been sent and was refused by the limit.
    expect(service.counts.calls - before).toBeLessThan(60);
    // Ann's own next request is answered at once, and asks anew for what was dropped.
    const next = await clock.run(ask(ann, request(110)));
    expect(next.status).toBe(200);
  },
);

test.each([
  { who: "clients that have gone", isGone: true, budgets: {}, status: 503 },
  { who: "people whose budget is used up", isGone: false, budgets: { firm: 8 }, status: 403 },
])("100 overlapping searches of $who take fewer than 400 turns", async (given) => {
  const { clock, service, ask } = openTeam(given.budgets);
  const random = seededRandom(1);
  const before = numbers(0, 60).map((index) => ask(personOf("zoe"), listing(index)));
  await clock.advance(3_000);
  const state = { gone: false, turns: 0 };
  const isGone = (): boolean => {
    state.turns += 1;
    return state.gone;
  };
  const asked = numbers(0, 100).map((index) =>
    ask(personOf(`person ${index % 25}`), searchFor(numbers(0, 400).filter(() => random() < 0.1)), isGone),
  );
  await clock.advance(10);
  state.gone = given.isGone;
  const replies = await clock.run(Promise.all(asked));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([given.status]));
  expect(state.turns).toBeLessThan(400);
  expect([...service.counts.routes.keys()].filter((route) => route.includes("msearch"))).toEqual([]);
  await clock.run(Promise.all(before));
});

test("who has 64 MB of answers unread gets no more until some were read", () => {
  const unread = new UnreadAnswers();
  const response = (): ServerResponse => new ServerResponse(new IncomingMessage(new Socket()));
  const [first, second] = [response(), response()];
  expect(unread.admit("ann", 40_000_000, first)).toBe(true);
  expect(unread.admit("ann", 40_000_000, second)).toBe(false);
  expect(unread.admit("bob", 40_000_000, second)).toBe(true);
  first.emit("finish");
  first.emit("close");
  expect(unread.admit("ann", 60_000_000, response())).toBe(true);
  expect(unread.admit("ann", 60_000_000, response())).toBe(false);
});
