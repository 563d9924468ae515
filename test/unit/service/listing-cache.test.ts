import { createListingCache } from "../../../src/service/common/listing-cache";

/** A cache for 400 ordinals, and lists of 200, of which it holds one: each weighs a little more than its ordinals. */
const cacheOfOne = () => {
  const computed: string[] = [];
  const cache = createListingCache(400);
  const get = (key: string): Promise<Int32Array> =>
    cache.getOrCompute(key, async () => {
      computed.push(key);
      await Promise.resolve();
      return new Int32Array(200).fill(computed.length);
    });
  return { get, computed };
};

test("callers that ask during a computation share it, and a later one gets the cached list", async () => {
  const { get, computed } = cacheOfOne();
  const [first, second] = await Promise.all([get("a"), get("a")]);
  expect(first).toBe(second);
  expect(await get("a")).toBe(first);
  expect(computed).toEqual(["a"]);
});

test("the list that was used least recently leaves first", async () => {
  const { get, computed } = cacheOfOne();
  for (const key of ["a", "b", "b", "a"]) await get(key);
  expect(computed).toEqual(["a", "b", "a"]);
});

test("empty lists count too, so that the cache does not grow without end", async () => {
  const cache = createListingCache(400);
  const computed: string[] = [];
  const get = (key: string): Promise<Int32Array> =>
    cache.getOrCompute(key, () => {
      computed.push(key);
      return Promise.resolve(new Int32Array(0));
    });
  for (let index = 0; index < 20; index += 1) await get(String(index));
  await get("0");
  expect(computed.filter((key) => key === "0")).toHaveLength(2);
});

test("a failed computation is not cached", async () => {
  const cache = createListingCache(400);
  await expect(cache.getOrCompute("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await cache.getOrCompute("a", () => Promise.resolve(new Int32Array(1)))).toHaveLength(1);
});

test("a list whose place is taken while it is computed still reaches the one who asked", async () => {
  const { get } = cacheOfOne();
  let finish: (list: Int32Array) => void = () => undefined;
  const cache = createListingCache(400);
  const slow = cache.getOrCompute("slow", () => new Promise((resolve) => (finish = resolve)));
  for (const key of ["a", "b", "c"]) await cache.getOrCompute(key, () => get(key));
  finish(new Int32Array(3));
  expect(await slow).toHaveLength(3);
});

test("a list that is larger than the whole cache is answered, and computed again the next time", async () => {
  const cache = createListingCache(400);
  let computed = 0;
  const get = (): Promise<Int32Array> =>
    cache.getOrCompute("large", () => {
      computed += 1;
      return Promise.resolve(new Int32Array(1_000));
    });
  expect([await get(), await get()].map(({ length }) => length)).toEqual([1_000, 1_000]);
  expect(computed).toBe(2);
});
