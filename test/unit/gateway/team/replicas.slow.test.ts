import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import type { Person } from "../../../../src/gateway/team/person";
import { type Store, StoreUnavailable } from "../../../../src/gateway/team/store";
import { Team } from "../../../../src/gateway/team/team";
import type { TeamRequest } from "../../../../src/gateway/team/team-request";
import { type Limiter, tokenBucket, windowLimiter } from "../../../support/limiters";
import { VirtualClock } from "../../../support/virtual-clock";
import { type ServiceModel, usualModel, VirtualService } from "../../../support/virtual-service";
import { personOf } from "./team-office";

const ann = personOf("ann");
const bob = personOf("bob");
const address = "http://service.example";

/** A store that a test takes away: `reject` as Redis does when it is away, `hang` as it does when it stalls. */
const breakable = (store: Store) => {
  const state: { fails: "no" | "rejects" | "hangs" } = { fails: "no" };
  const proxy = new Proxy(store, {
    get: (of, name: keyof Store) => {
      if (name === "shared" || name === "subscribe" || name === "close") return of[name];
      const work = of[name] as (...given: readonly unknown[]) => Promise<unknown>;
      return (...given: readonly unknown[]) =>
        state.fails === "no"
          ? work(...given)
          : state.fails === "hangs"
            ? new Promise(() => undefined)
            : Promise.reject(new StoreUnavailable("away"));
    },
  });
  return { store: proxy, state };
};

/** Gateways of one firm in virtual time, with one store and one service. */
const openReplicas = (count: number, model: Partial<ServiceModel> = {}) => {
  const clock = new VirtualClock(1);
  const service = new VirtualService(clock, { ...usualModel, ...model });
  const store = new MemoryStore(clock, { shared: true });
  const account = { name: "firm", key: "key", secret: "secret", audience: `${address}/`, clientId: "test" };
  const open = () => {
    const { store: own, state } = breakable(store);
    const team = new Team({ address, accounts: [account] }, { store: own, clock, send: service.send });
    return { team, state, ask: (person: Person, request: TeamRequest) => team.answer(person, request) };
  };
  const replicas = Array.from({ length: count }, open);
  return { clock, service, store, open, replicas, close: () => Promise.all(replicas.map(({ team }) => team.close())) };
};

const listing = (number: number): TeamRequest => ({
  route: "listEsgEvents",
  path: { universe_id: `u-${number}` },
  query: new URLSearchParams("size=1"),
  body: undefined,
  fresh: false,
});

const search = (from: number, to: number, fields = "id,name"): TeamRequest => ({
  route: "searchEntities",
  path: {},
  query: new URLSearchParams(`max_candidates=1&fields=${fields}`),
  body: { entities: Array.from({ length: to - from }, (_, index) => ({ name: `eq:Company ${from + index}` })) },
  fresh: false,
});

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

test("what two replicas want at the same moment is fetched by one of them; the other gets its answer", async () => {
  const { clock, service, replicas, close } = openReplicas(2);
  const asked = [...numbers(20).map(listing), search(0, 300), search(100, 400)];
  const answers = await clock.run(Promise.all(asked.flatMap((each) => replicas.map(({ ask }) => ask(ann, each)))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const [index] of asked.entries()) expect(answers[index * 2]?.body).toBe(answers[index * 2 + 1]?.body);
  expect(service.counts.calls).toBeLessThanOrEqual(22);
  await close();
});

test("a replica that ends in the middle of a request keeps the other waiting no longer than its lease", async () => {
  const { clock, service, store, replicas, close } = openReplicas(2);
  const [, other] = replicas;
  // What a killed process leaves behind.
  const key = "cache/firm/answer/";
  await store.lease([`${key}/v3/universes/u-1/esg/events?size=1 `], 5_000);
  const start = clock.now();
  expect((await clock.run(other!.ask(bob, listing(1)))).status).toBe(200);
  expect(clock.now() - start).toBeGreaterThan(4_000);
  expect(clock.now() - start).toBeLessThan(7_000);
  expect(service.counts.calls).toBe(1);
  await close();
});

test("a search asks later for the records that a replica which has ended was fetching", async () => {
  const { clock, service, store, replicas, close } = openReplicas(2);
  // What a killed process leaves behind.
  const left = numbers(100).map((number) => `cache/firm/record/searchEntities/{"name":"eq:Company ${number}"}`);
  await store.lease(left, 5_000);
  const asked = replicas[1]!.ask(bob, search(0, 300));
  await clock.advance(1_000);
  expect(service.counts.calls).toBe(1);
  const { status, body } = await clock.run(asked);
  expect([status, (JSON.parse(body) as { readonly data: readonly unknown[] }).data.length]).toEqual([200, 300]);
  expect(service.counts.calls).toBe(2);
  await close();
});

test("a request that the service refuses for one replica is asked by the other for itself", async () => {
  const isFirst = (request: Request): boolean => request.url.includes("u-1") && service.counts.calls === 1;
  const { clock, service, replicas, close } = openReplicas(2, {
    fault: (request) => (isFirst(request) ? { kind: "status", status: 404 } : undefined),
  });
  const answers = await clock.run(Promise.all(replicas.map(({ ask }) => ask(ann, listing(1)))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect(service.counts.calls).toBe(2);
  await close();
});

test("without the store, and when it is back, each replica sends one request for each key", async () => {
  const { clock, service, replicas, close } = openReplicas(2);
  for (const { state } of replicas) state.fails = "rejects";
  const herd = replicas.flatMap(({ ask }) => numbers(50).map((number) => ask(personOf(`p-${number}`), search(0, 3))));
  const answers = await clock.run(Promise.all(herd));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(service.counts.calls).toBe(2);
  await close();
});

const create = (type: string): TeamRequest => ({
  ...{ route: "createUniverse", path: {}, query: new URLSearchParams(), fresh: false },
  body: { name: "Mine", type, description: "x" },
});

describe("while the store is away", () => {
  test("lists of known universes are read on, the service is asked where a change may be unknown, others are refused", async () => {
    const { clock, service, replicas, close } = openReplicas(2);
    const [one, other] = replicas;
    expect((await clock.run(one!.ask(ann, listing(1)))).status).toBe(200);
    for (const { state } of replicas) state.fails = "rejects";
    await clock.advance(60_000);
    expect((await clock.run(one!.ask(bob, listing(1)))).status).toBe(200);
    const refused = await clock.run(other!.ask(bob, listing(1)));
    expect([refused.status, refused.body.includes("cannot reach its store")]).toEqual([503, true]);
    await clock.advance(600_000);
    expect((await clock.run(one!.ask(bob, listing(1)))).status).toBe(503);
    for (const { state } of replicas) state.fails = "no";
    expect((await clock.run(other!.ask(bob, listing(1)))).status).toBe(200);
    expect(service.counts.calls).toBeLessThanOrEqual(3);
    await close();
  });

  test("what creates something is refused before the service hears of it", async () => {
    const { clock, service, replicas, close } = openReplicas(1);
    replicas[0]!.state.fails = "rejects";
    expect((await clock.run(replicas[0]!.ask(ann, create("PRIVATE")))).status).toBe(503);
    expect(service.counts.calls).toBe(0);
    await close();
  });

  test("requests are counted when it is back", async () => {
    const { clock, store, replicas, close } = openReplicas(1);
    const [one] = replicas;
    const search1 = (number: number) => clock.run(one!.ask(ann, search(number, number + 1)));
    await search1(1);
    one!.state.fails = "rejects";
    for (const number of [2, 3, 4]) expect((await search1(number)).status).toBe(200);
    one!.state.fails = "no";
    await clock.advance(3_000);
    await search1(5);
    await clock.advance(1_000);
    expect((await store.list("budget/")).map(([, count]) => count)).toEqual(["5"]);
    await close();
  });
});

describe.each<[string, () => Limiter, "rejects" | "hangs"]>([
  ["20 requests a second", () => tokenBucket(20, 20), "rejects"],
  ["50 requests per 5 s", () => windowLimiter(50, 5), "hangs"],
  ["50 requests per 5 s, without Retry-After", () => windowLimiter(50, 5, { silent: true }), "rejects"],
])("a limit of %s", (_, limiter, fails) => {
  /** Distinct requests of all replicas in turns; the milliseconds they take, and how many were refused. */
  const run = async (
    count: number,
    requests: number,
    during: (opened: ReturnType<typeof openReplicas>) => Promise<void> = () => Promise.resolve(),
  ) => {
    const opened = openReplicas(count, { limiter: limiter() });
    const { clock, service, replicas, close } = opened;
    const start = clock.now();
    const all = Promise.all(numbers(requests).map((number) => replicas[number % count]!.ask(ann, listing(number))));
    await during(opened);
    const answers = await clock.run(all);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const taken = clock.now() - start;
    await close();
    return { ...opened, taken, refused: service.counts.refused };
  };

  test("is learned and used by three replicas together as by one", async () => {
    const one = await run(1, 300);
    const three = await run(3, 300);
    expect(three.taken).toBeLessThan(one.taken * 1.15);
    expect(three.refused).toBeLessThan(one.refused * 1.5 + 10);
  });

  test(`is not multiplied by two replicas that lose the store (it ${fails}), and is used in full when it is back`, async () => {
    const one = await run(1, 400);
    const between: { taken: number; refused: number } = { taken: 0, refused: 0 };
    const two = await run(2, 400, async ({ clock, service, replicas }) => {
      await clock.advance(12_000);
      const [before, refused] = [service.counts.calls, service.counts.refused];
      for (const { state } of replicas) state.fails = fails;
      await clock.advance(10_000);
      between.taken = service.counts.calls - before;
      between.refused = service.counts.refused - refused;
      for (const { state } of replicas) state.fails = "no";
    });
    // 20 requests in a second would be 400 from two that know nothing of each other.
    expect(between.taken).toBeLessThan(240);
    expect(between.refused).toBeLessThan(one.refused + 10);
    expect(two.taken).toBeLessThan(one.taken * 1.4 + 12_000);
  });

  test("is known to a replica that starts again", async () => {
    const { clock, service, open, refused } = await run(1, 300);
    const again = open();
    const all = Promise.all(numbers(100).map((number) => again.ask(ann, listing(1_000 + number))));
    await clock.run(all);
    expect(service.counts.refused - refused).toBeLessThan(Math.max(4, refused));
    await again.team.close();
  });
});
