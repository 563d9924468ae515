import { Redis } from "ioredis";
import { demoAudience } from "../../../../scripts/run/identity-provider";
import { systemClock } from "../../../../src/engine/clock";
import type { GatewayKey } from "../../../../src/gateway/team/gateway-keys";
import { IdentityProvider } from "../../../../src/gateway/team/identity-provider";
import { KnownPeople } from "../../../../src/gateway/team/known-people";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import { openStore } from "../../../../src/gateway/team/open-store";
import { type Store, StoreUnavailable } from "../../../../src/gateway/team/store";
import { startIdentityProvider } from "../../../support/identity-provider";
import { describeWithRedis } from "../../../support/redis";
import { type RunningRedis, startRedis } from "../../../support/redis-process";
import { until } from "../../../support/until";
import { VirtualClock } from "../../../support/virtual-clock";

const day = 86_400_000;

/** Two processes of the gateway with one store. */
const createReplicas = (more: Partial<ConstructorParameters<typeof KnownPeople>[0]> = {}) => {
  const clock = new VirtualClock(1, systemClock.now());
  const store = new MemoryStore(clock);
  const create = (seen: Store = store) => new KnownPeople({ store: seen, clock, ...more });
  return { clock, store, one: create(), create };
};

const keyFor = (clock: VirtualClock, more: Partial<GatewayKey> = {}) => ({
  person: "ada",
  name: "Ada Analyst",
  groups: ["analysts"],
  admin: false,
  expiresAt: clock.now() + 30 * day,
  ...more,
});

/** A store whose messages do not arrive. */
const withoutMessages = (store: Store): Store =>
  new Proxy(store, { get: (of, name: keyof Store) => (name === "subscribe" ? () => () => undefined : of[name]) });

test("a gateway key lets in the person it was made for", async () => {
  const { clock, one } = createReplicas();
  const { key } = await one.keys.make(keyFor(clock));
  expect(await one.authenticate(`Bearer ${key}`)).toEqual({
    id: "ada",
    name: "Ada Analyst",
    groups: ["analysts"],
    admin: false,
  });
});

test("the store has nothing of a key that signs in, and neither has the list of keys", async () => {
  const { clock, store, one } = createReplicas();
  const { key, record } = await one.keys.make(keyFor(clock));
  await one.authenticate(`Bearer ${key}`);
  const secret = key.slice(-43);
  expect(JSON.stringify(await store.list(""))).not.toContain(secret);
  expect(JSON.stringify([record, await one.keys.list()])).not.toMatch(/hash|spw_/);
});

test.each([
  ["no sign-in", undefined, "sign_in_needed"],
  ["another scheme", "Basic YTpi", "sign_in_needed"],
  ["a key with a changed end", (key: string) => `Bearer ${key.slice(0, -2)}xx`, "key_unknown"],
  ["the id of a key alone", (key: string) => `Bearer ${key.slice(0, 21)}`, "key_unknown"],
  ["a path instead of an id", `Bearer spw_../../person/ada_${"a".repeat(43)}`, "key_unknown"],
  ["a token where there is no provider", "Bearer a.b.c", "key_needed"],
])("%s is refused", async (_, sent, reason) => {
  const { clock, one } = createReplicas();
  const { key } = await one.keys.make(keyFor(clock));
  expect(await one.authenticate(typeof sent === "function" ? sent(key) : sent)).toMatchObject({ status: 401, reason });
});

test("a key ends on its day", async () => {
  const { clock, one } = createReplicas();
  const { key } = await one.keys.make(keyFor(clock, { expiresAt: clock.now() + day }));
  await clock.advance(day - 1);
  expect(await one.authenticate(`Bearer ${key}`)).toMatchObject({ id: "ada" });
  await clock.advance(1);
  expect(await one.authenticate(`Bearer ${key}`)).toMatchObject({ reason: "key_expired" });
});

test("a revoked key is refused at once in every process, and the person's other key goes on", async () => {
  const { clock, one, create } = createReplicas();
  const other = create();
  const [first, second] = [await one.keys.make(keyFor(clock)), await one.keys.make(keyFor(clock))];
  for (const people of [one, other])
    expect(await people.authenticate(`Bearer ${first.key}`)).toMatchObject({ id: "ada" });
  expect(await one.revokeKey(first.record.id)).toBe(true);
  for (const people of [one, other]) {
    expect(await people.authenticate(`Bearer ${first.key}`)).toMatchObject({ status: 403, reason: "access_revoked" });
    expect(await people.authenticate(`Bearer ${second.key}`)).toMatchObject({ id: "ada" });
  }
  expect(await one.revokeKey("0000000000000000")).toBe(false);
});

test("a process that misses the message refuses a revoked person within a minute", async () => {
  const { clock, store, one, create } = createReplicas();
  const other = create(withoutMessages(store));
  const { key } = await one.keys.make(keyFor(clock));
  expect(await other.authenticate(`Bearer ${key}`)).toMatchObject({ id: "ada" });
  await one.revoke("ada", "olga");
  await clock.advance(60_000);
  expect(await other.authenticate(`Bearer ${key}`)).toMatchObject({ status: 403, reason: "access_revoked" });
  await one.restore("ada");
  await clock.advance(60_000);
  expect(await other.authenticate(`Bearer ${key}`)).toMatchObject({ id: "ada" });
});

test("a process that may have missed the message reads again, and goes on if the store is away then", async () => {
  const { clock, store, one, create } = createReplicas();
  let missed = (): void => undefined;
  let away = false;
  const get: Store["get"] = (key) => (away ? Promise.reject(new StoreUnavailable("away")) : store.get(key));
  const subscribe: Store["subscribe"] = (_channel, _heard, again = missed) => {
    missed = again;
    return () => undefined;
  };
  const other = create(Object.assign(Object.create(store) as Store, { get, subscribe }));
  const { key } = await one.keys.make(keyFor(clock));
  expect(await other.authenticate(`Bearer ${key}`)).toMatchObject({ id: "ada" });
  away = true;
  missed();
  expect(await other.authenticate(`Bearer ${key}`)).toMatchObject({ id: "ada" });
  away = false;
  await one.revoke("ada", "olga");
  missed();
  expect(await other.authenticate(`Bearer ${key}`)).toMatchObject({ status: 403, reason: "access_revoked" });
});

test("what was read before a change, and arrives after the message about it, is not kept", async () => {
  const { clock, store, one, create } = createReplicas();
  const late: (() => void)[] = [];
  let delays = true;
  const get: Store["get"] = async (key) => {
    const text = await store.get(key);
    if (delays) await new Promise<void>((resolve) => late.push(resolve));
    return text;
  };
  const other = create(Object.assign(Object.create(store) as Store, { get }));
  const { key } = await one.keys.make(keyFor(clock));
  const before = other.authenticate(`Bearer ${key}`);
  await until("the key is read", () => late.length === 1);
  late[0]?.();
  await until("the person is read", () => late.length === 2);
  await one.revoke("ada", "olga");
  late[1]?.();
  expect(await before).toMatchObject({ id: "ada" });
  delays = false;
  expect(await other.authenticate(`Bearer ${key}`)).toMatchObject({ status: 403, reason: "access_revoked" });
});

describeWithRedis("two processes on Redis", () => {
  let redis: RunningRedis;
  let client: Redis;
  const stores: Store[] = [];
  const create = async (): Promise<KnownPeople> => {
    const store = await openStore(redis.address, systemClock);
    stores.push(store);
    return new KnownPeople({ store, clock: systemClock });
  };
  beforeAll(async () => {
    redis = await startRedis();
    client = new Redis(redis.address);
  });
  afterAll(async () => {
    client.disconnect();
    await Promise.all(stores.map((store) => store.close()));
    await redis.stop();
  });

  test("one whose connection breaks while a person is revoked refuses the person when it is back", async () => {
    const [one, other] = await Promise.all([create(), create()]);
    const expiresAt = systemClock.now() + day;
    const { key } = await one.keys.make({ person: "ada", name: "Ada", groups: [], admin: false, expiresAt });
    await until("both receive messages", async () => (await client.pubsub("NUMSUB", "spillway:people"))[1] === 2);
    expect(await other.authenticate(`Bearer ${key}`)).toMatchObject({ id: "ada" });
    await client.call("CLIENT", "KILL", "TYPE", "pubsub");
    await one.revoke("ada", "olga");
    // Without having read again it would trust what it knows for 30 s.
    await until("it refuses", async () => "status" in (await other.authenticate(`Bearer ${key}`)), 10);
    for (const people of [one, other]) people.close();
  });
});

test("a revoked person is refused although the provider's token is valid, and others are not", async () => {
  const running = await startIdentityProvider();
  const config = { issuer: running.issuer, audience: demoAudience, groupsMember: "groups", adminGroups: [] };
  const { one, create } = createReplicas({ provider: new IdentityProvider(config, systemClock) });
  const other = create();
  const [ada, ben] = await Promise.all(["ada", "ben"].map((person) => running.signIn(person)));
  expect(await other.authenticate(`Bearer ${ada?.access_token}`)).toMatchObject({ id: "ada" });
  await one.revoke("ada", "olga");
  expect(await other.authenticate(`Bearer ${ada?.access_token}`)).toMatchObject({ status: 403 });
  expect(await other.authenticate(`Bearer ${ben?.access_token}`)).toMatchObject({ id: "ben" });
  await running.stop();
});

test("while the store is away, who was here lately goes on for ten minutes, and nobody else is let in", async () => {
  const { clock, store, one, create } = createReplicas();
  let away = false;
  const get: Store["get"] = (key) => (away ? Promise.reject(new StoreUnavailable("away")) : store.get(key));
  const sometimes = new Proxy<Store>(store, { get: (of, name: keyof Store) => (name === "get" ? get : of[name]) });
  const people = create(sometimes);
  const [known, stranger] = [await one.keys.make(keyFor(clock)), await one.keys.make(keyFor(clock, { person: "ben" }))];
  expect(await people.authenticate(`Bearer ${known.key}`)).toMatchObject({ id: "ada" });
  away = true;
  await clock.advance(599_000);
  expect(await people.authenticate(`Bearer ${known.key}`)).toMatchObject({ id: "ada" });
  await expect(people.authenticate(`Bearer ${stranger.key}`)).rejects.toBeInstanceOf(StoreUnavailable);
  await clock.advance(2_000);
  await expect(people.authenticate(`Bearer ${known.key}`)).rejects.toBeInstanceOf(StoreUnavailable);
});

test("the administrator's key of the configuration lets in an administrator, whom nobody can lock out", async () => {
  const administratorKey = "a-long-key-of-the-first-administrator";
  const { one } = createReplicas({ administratorKey });
  await one.revoke("administrator", "olga");
  expect(await one.authenticate(`Bearer ${administratorKey}`)).toMatchObject({ id: "administrator", admin: true });
  expect(await one.authenticate(`Bearer ${administratorKey}x`)).toMatchObject({ status: 401 });
});

test("who was here is listed with groups, and who was revoked by whom", async () => {
  const { clock, one } = createReplicas();
  const { key } = await one.keys.make(keyFor(clock));
  await one.authenticate(`Bearer ${key}`);
  expect(await one.listSeen()).toEqual([
    { id: "ada", name: "Ada Analyst", groups: ["analysts"], admin: false, signIn: "key", seenAt: clock.now() },
  ]);
  await one.revoke("ada", "olga");
  expect(await one.listRevoked()).toEqual([{ id: "ada", by: "olga", at: clock.now() }]);
});
