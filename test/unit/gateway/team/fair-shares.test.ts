import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import type { Person } from "../../../../src/gateway/team/person";
import { Team, type TeamOptions } from "../../../../src/gateway/team/team";
import type { TeamRequest } from "../../../../src/gateway/team/team-request";
import type { Reply } from "../../../../src/gateway/team/vendor-account";
import { tokenBucket } from "../../../support/limiters";
import { VirtualClock } from "../../../support/virtual-clock";
import { type ServiceModel, usualModel, VirtualService } from "../../../support/virtual-service";
import { personOf } from "./team-office";

const [ann, bob, cyd] = [personOf("ann", "credit"), personOf("bob", "credit"), personOf("cyd", "equity")];

const address = "http://service.example";

const openTeam = (budgets: TeamOptions["budgets"], model: Partial<ServiceModel> = {}, clock = new VirtualClock(1)) => {
  const service = new VirtualService(clock, { ...usualModel, ...model });
  const store = new MemoryStore(clock);
  const account = { name: "firm", key: "key", secret: "secret", audience: `${address}/`, clientId: "test" };
  const team = new Team({ address, accounts: [account], budgets }, { store, clock, send: service.send });
  return { clock, service, store, ask: (person: Person, request: TeamRequest) => team.answer(person, request) };
};

const listing = (number: number): TeamRequest => ({
  route: "listEsgEvents",
  path: { universe_id: `u-${number}` },
  query: new URLSearchParams("size=1"),
  body: undefined,
  fresh: false,
});

const many = <Value>(count: number, make: (index: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const spentProblem = {
  message: "Your team's budget for today is used up; it resets at 00:00 UTC",
  code: 403,
  reason: "budget_spent",
};
const problemOf = ({ body }: Reply): unknown => JSON.parse(body);

test("ten requests of one person wait for ten turns, not for the thousand requests of another", async () => {
  const { clock, ask } = openTeam({}, { limiter: tokenBucket(20, 20) });
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  const long = many(1_000, (number) => ask(ann, listing(number)).then(note("ann")));
  await clock.advance(5_000);
  const before = order.length;
  expect(before).toBeGreaterThan(50);
  const short = many(10, (number) => ask(bob, listing(2_000 + number)).then(note("bob")));
  await clock.run(Promise.all(short));
  // Ann's requests under way, and one of hers for each of his.
  const annMeanwhile = order.slice(before).filter((name) => name === "ann").length;
  expect(annMeanwhile).toBeLessThanOrEqual(20);
  expect(annMeanwhile).toBeGreaterThanOrEqual(5);
  await clock.run(Promise.all(long));
});

test("a person's budget counts what reaches the service; what colleagues fetched is free", async () => {
  const { clock, service, ask } = openTeam({ person: 3 });
  for (const number of [1, 2, 3]) expect((await clock.run(ask(ann, listing(number)))).status).toBe(200);
  const refused = await clock.run(ask(ann, listing(4)));
  expect([refused.status, problemOf(refused)]).toEqual([403, spentProblem]);
  expect(service.counts.calls).toBe(3);
  expect((await clock.run(ask(ann, listing(1)))).status).toBe(200);
  expect((await clock.run(ask(bob, listing(4)))).status).toBe(200);
  expect((await clock.run(ask(ann, listing(4)))).status).toBe(200);
  expect(service.counts.calls).toBe(4);
});

test("a group's budget is that of its members together, and the firm's that of everybody", async () => {
  const { clock, ask } = openTeam({ groups: { credit: 2 }, firm: 4 });
  const status = async (person: Person, number: number): Promise<number> =>
    (await clock.run(ask(person, listing(number)))).status;
  expect([await status(ann, 1), await status(bob, 2), await status(bob, 3)]).toEqual([200, 200, 403]);
  expect([await status(cyd, 4), await status(cyd, 5), await status(cyd, 6)]).toEqual([200, 200, 403]);
});

test("a budget is whole again at 00:00 UTC, and a refusal says when that is", async () => {
  const clock = new VirtualClock(1, Date.UTC(2026, 0, 5, 23, 59));
  const { ask } = openTeam({ person: 1 }, {}, clock);
  expect((await clock.run(ask(ann, listing(1)))).status).toBe(200);
  const refused = await clock.run(ask(ann, listing(2)));
  const wait = Number(refused.headers["retry-after"]);
  expect([refused.status, wait <= 60, wait > 50]).toEqual([403, true, true]);
  await clock.advance(wait * 1_000);
  expect((await clock.run(ask(ann, listing(2)))).status).toBe(200);
});
