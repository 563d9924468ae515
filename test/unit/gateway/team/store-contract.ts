import type { Store } from "../../../../src/gateway/team/store";

/** What a test needs of a store under test. `pass` lets so many milliseconds pass. */
export interface StoreUnderTest {
  readonly store: Store;
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** What every store must do. */
export const describeStore = (open: () => Promise<StoreUnderTest>): void => {
  let store: Store;
  let pass: StoreUnderTest["pass"];
  beforeEach(async () => ({ store, pass } = await open()));
  afterEach(() => store.close());

  test("a value is read until it is deleted; others are not affected", async () => {
    await store.set("person/ann", "1");
    await store.setMany([
      ["person/bob", "2"],
      ["key/ann", "3"],
    ]);
    expect(await store.getMany(["person/bob", "person/eve", "person/ann"])).toEqual(["2", undefined, "1"]);
    await store.delete("person/ann");
    expect(await store.get("person/ann")).toBeUndefined();
    expect(await store.get("key/ann")).toBe("3");
  });

  test("a list holds the entries of its prefix only, whatever characters the prefix has", async () => {
    await store.setMany([
      ["a*/1", "star"],
      ["ab/1", "other"],
      ["a_/2", "line"],
      ["a%/3", "percent"],
      ["a[b]/4", "bracket"],
    ]);
    expect(await store.list("a*/")).toEqual([["a*/1", "star"]]);
    expect(await store.list("a_/")).toEqual([["a_/2", "line"]]);
    expect(await store.list("a%/")).toEqual([["a%/3", "percent"]]);
    expect(await store.list("a[b]/")).toEqual([["a[b]/4", "bracket"]]);
    expect((await store.list("a")).length).toBe(5);
  });

  test("a value with a time to live is gone after it, and a later value has its own time", async () => {
    await store.set("cache/x", "old", 300);
    await store.set("cache/y", "stays");
    await store.set("cache/z", "first", 300);
    await store.set("cache/z", "second");
    await pass(400);
    expect(await store.getMany(["cache/x", "cache/y", "cache/z"])).toEqual([undefined, "stays", "second"]);
    expect((await store.list("cache/")).map(([key]) => key).toSorted()).toEqual(["cache/y", "cache/z"]);
  });

  test("a count adds up, and begins again a fixed time after it began", async () => {
    const add = async (by: number): Promise<readonly number[]> => [
      ...(await store.add(new Map([["budget/ann", by]]), 500, `id-${by}`)).values(),
    ];
    expect(await add(3)).toEqual([3]);
    await pass(300);
    expect(await add(2)).toEqual([5]);
    await pass(300);
    expect(await add(1)).toEqual([1]);
  });

  test("what is added again with the same id adds nothing to any of its counts", async () => {
    const counts = new Map([
      ["budget/ann", 3],
      ["budget/firm", 4],
    ]);
    expect(await store.add(counts, 60_000, "first")).toEqual(counts);
    expect(await store.add(counts, 60_000, "first")).toEqual(counts);
    expect([...(await store.add(counts, 60_000, "second")).values()]).toEqual([6, 8]);
    expect((await store.list("")).length).toBe(2);
  });

  test("one of many takes a lease; the next after its release or its end", async () => {
    const take = async (...keys: readonly string[]) => store.lease(keys, 300);
    const taken = await Promise.all([take("load"), take("load"), take("load")]);
    const [first, ...others] = taken.filter(({ keys }) => keys.has("load"));
    expect(others).toEqual([]);
    await first?.release();
    const second = await take("load", "other");
    expect([...second.keys]).toEqual(["load", "other"]);
    expect([...(await take("load", "third", "other")).keys]).toEqual(["third"]);
    await second.release(["other"]);
    expect([...(await take("load", "other")).keys]).toEqual(["other"]);
    await pass(400);
    expect((await store.lease(["load"], 10_000)).keys.size).toBe(1);
    // It ran out, so that this is no longer its own.
    await second.release();
    await second.extend(["load"], 1);
    await pass(50);
    expect((await take("load")).keys.size).toBe(0);
    expect(await store.list("")).toEqual([]);
  });

  test("a lease lasts as long as its holder extends it", async () => {
    const lease = await store.lease(["a", "b"], 1_000);
    await lease.extend(["a"], 60_000);
    await pass(1_100);
    expect([...(await store.lease(["a", "b"], 300)).keys]).toEqual(["b"]);
  });

  test("subscribers hear what is published on their channel until they unsubscribe", async () => {
    const heard: string[] = [];
    const unsubscribe = store.subscribe("revoked", (message) => heard.push(message));
    const silent = store.subscribe("other", () => heard.push("wrong"));
    await pass(50);
    await store.publish("revoked", "ann");
    await pass(50);
    unsubscribe();
    await store.publish("revoked", "bob");
    await pass(50);
    silent();
    expect(heard).toEqual(["ann"]);
  });
};
