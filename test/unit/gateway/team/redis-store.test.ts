import { sleep, systemClock } from "../../../../src/engine/clock";
import { openStore } from "../../../../src/gateway/team/open-store";
import { RedisStore } from "../../../../src/gateway/team/redis-store";
import { type Store, StoreUnavailable } from "../../../../src/gateway/team/store";
import { describeWithRedis } from "../../../support/redis";
import { type RunningRedis, startRedis } from "../../../support/redis-process";
import { until } from "../../../support/until";
import { describeStore } from "./store-contract";

const pass = (milliseconds: number): Promise<void> => sleep(systemClock, milliseconds);

/** Members of an error may hold what its message does not. */
const asText = (error: unknown): string => `${String(error)} ${JSON.stringify(error)}`;

const answers = (store: Store): Promise<boolean> =>
  store.get("x").then(
    () => true,
    () => false,
  );

describeWithRedis("the store in Redis", () => {
  let redis: RunningRedis;
  let prefixes = 0;
  const open = (more: Partial<ConstructorParameters<typeof RedisStore>[0]> = {}): RedisStore => {
    prefixes += 1;
    return new RedisStore({ address: redis.address, prefix: `test-${prefixes}`, ...more });
  };
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  describeStore(async () => {
    const store = open();
    await store.opened(10_000);
    return { store, pass };
  });

  test("two processes share one prefix, and deployments with other prefixes see nothing of it", async () => {
    const [one, same, other] = [
      await openStore(`${redis.address}?prefix=firm`, systemClock),
      await openStore(`${redis.address}?prefix=firm`, systemClock),
      await openStore(`${redis.address}?prefix=firm-2`, systemClock),
    ];
    const heard: string[] = [];
    same.subscribe("news", (message) => heard.push(message));
    other.subscribe("news", () => heard.push("wrong"));
    await one.set("person/ann", "1");
    expect([await same.get("person/ann"), await other.get("person/ann")]).toEqual(["1", undefined]);
    expect(await other.list("")).toEqual([]);
    await until("the message is heard", async () => {
      await one.publish("news", "x");
      return heard.length > 0;
    });
    expect(heard).not.toContain("wrong");
    await Promise.all([one, same, other].map((store) => store.close()));
  });

  test("a list and a batch of several thousand entries are whole", async () => {
    const store = open();
    await store.opened(10_000);
    const entries = Array.from({ length: 2_500 }, (_, index) => [`many/${index}`, String(index)] as const);
    await store.setMany(entries, 60_000);
    expect((await store.list("many/")).length).toBe(2_500);
    expect(await store.getMany(entries.map(([key]) => key))).toEqual(entries.map(([, value]) => value));
    await store.close();
  });

  test("a Redis that is killed or hangs is unavailable at once, and serves and speaks again afterwards", async () => {
    const own = await startRedis();
    const store = new RedisStore({ address: own.address, prefix: "x", patience: 200 });
    await store.opened(10_000);
    const heard = new Set<string>();
    store.subscribe("news", (message) => heard.add(message));
    await store.set("person/ann", "kept");
    for (const [end, begin] of [
      [own.kill, own.start],
      [() => own.signal("SIGSTOP"), () => own.signal("SIGCONT")],
    ] as const) {
      await end();
      await until("it is found to be away", async () => !(await answers(store)));
      for (const failing of [
        () => store.get("x"),
        () => store.setMany([["x", "y"]]),
        () => store.list(""),
        () => store.add(new Map([["x", 1]]), 1_000, "id"),
        () => store.lease(["x"], 1_000),
        () => store.publish("news", "x"),
      ])
        await expect(failing()).rejects.toBeInstanceOf(StoreUnavailable);
      await begin();
      await until("it answers again", () => answers(store));
      expect(await store.get("person/ann")).toBe("kept");
      heard.clear();
      await until("messages arrive again", async () => {
        await store.publish("news", "again").catch(() => undefined);
        return heard.has("again");
      });
    }
    await store.close();
    await own.stop();
  });

  test("a process that is too busy to read an answer in time does not take Redis for away", async () => {
    const store = open({ patience: 200 });
    await store.opened(10_000);
    await store.set("x", "kept");
    const answer = store.get("x");
    const lease = store.lease(["y"], 10_000);
    // The commands are sent in this turn of the event loop, and their answers arrive while it does something else.
    await new Promise((resolve) => setImmediate(resolve));
    for (const end = performance.now() + 1_000; performance.now() < end;);
    expect(await answer).toBe("kept");
    expect([...(await lease).keys]).toEqual(["y"]);
    await store.close();
  });

  test("a gateway starts without Redis and finds it later", async () => {
    const own = await startRedis();
    await own.kill();
    const store = new RedisStore({ address: own.address, prefix: "x" });
    await expect(store.opened(300)).rejects.toBeInstanceOf(StoreUnavailable);
    await own.start();
    await until("it answers", () => answers(store));
    await store.close();
    await own.stop();
  });

  test("what Redis says of a wrong password names neither password nor user", async () => {
    const own = await startRedis("--requirepass", "right-s3cret");
    const wrong = own.address.replace("//", "//:wrong-s3cret@");
    const refused = await openStore(wrong, systemClock).catch(asText);
    expect(refused).toContain(`Redis at 127.0.0.1:${own.port} refuses the sign-in`);
    const nobody = await openStore(own.address, systemClock).catch(asText);
    expect(nobody).toContain("refuses the sign-in");
    const store = await openStore(own.address.replace("//", "//:right-s3cret@"), systemClock);
    expect(await answers(store)).toBe(true);
    await own.kill();
    await until("it is found to be away", async () => !(await answers(store)));
    const away = await store.get("x").catch(asText);
    for (const error of [refused, away]) expect(error).not.toMatch(/s3cret/);
    await store.close();
    await own.stop();
  });
});
