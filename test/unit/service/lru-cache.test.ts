import { LruCache, memoizeLast } from "../../../src/service/common/lru-cache";

const textCache = (maxWeight: number): LruCache<string, string> => new LruCache(maxWeight, (text) => text.length);

test("the value that was used least recently leaves first", () => {
  const cache = textCache(6);
  cache.set("a", "aa");
  cache.set("b", "bb");
  cache.set("c", "cc");
  expect(cache.get("a")).toBe("aa");
  cache.set("d", "dd");
  expect(["a", "b", "c", "d"].map((key) => cache.get(key))).toEqual(["aa", undefined, "cc", "dd"]);
});

test("a value is weighed again when it is replaced", () => {
  const cache = textCache(4);
  expect(cache.set("a", "aaa")).toBe(true);
  expect(cache.set("a", "a")).toBe(true);
  expect(cache.set("b", "bbb")).toBe(true);
  expect(cache.get("a")).toBe("a");
});

test("a value that alone exceeds the limit is not kept", () => {
  const cache = textCache(4);
  expect(cache.set("a", "aaaaa")).toBe(false);
  expect(cache.get("a")).toBeUndefined();
  expect(cache.set("b", "bbbb")).toBe(true);
});

test("callers that ask during a computation share it, and a later one gets the cached value", async () => {
  const cache = textCache(10);
  let computations = 0;
  const compute = async (): Promise<string> => {
    computations += 1;
    await Promise.resolve();
    return "made";
  };
  const both = await Promise.all([cache.getOrCompute("a", compute), cache.getOrCompute("a", compute)]);
  expect([...both, await cache.getOrCompute("a", compute)]).toEqual(["made", "made", "made"]);
  expect(computations).toBe(1);
});

test("a failed computation is not cached", async () => {
  const cache = textCache(10);
  await expect(cache.getOrCompute("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await cache.getOrCompute("a", () => Promise.resolve("made"))).toBe("made");
});

test("the last result is computed again for another ordinal or another context", () => {
  const calls: string[] = [];
  const last = memoizeLast((context: string, ordinal: number) => {
    calls.push(`${context}${ordinal}`);
    return calls.length;
  });
  expect([last("a", 1), last("a", 1), last("a", 2), last("b", 2), last("a", 2)]).toEqual([1, 1, 2, 3, 4]);
  expect(calls).toEqual(["a1", "a2", "b2", "a2"]);
});
