import { lazy } from "../../../src/addin/lazy";

/** A script that is missing at the first so many loads. */
const scriptMissing = (times: number) => {
  const counts = { loads: 0 };
  const part = lazy(() => {
    counts.loads += 1;
    if (counts.loads <= times) return Promise.reject(Object.assign(new Error("5"), { name: "ChunkLoadError" }));
    const own = { total: 0, add: (count: number) => (own.total += count) };
    return Promise.resolve(own);
  });
  return { counts, part };
};

test("a part is created once, with its first method", async () => {
  const { counts, part } = scriptMissing(0);
  expect(part.loaded()).toBeUndefined();
  await Promise.all([part.methods.add(1), part.methods.add(2)]);
  expect({ counts, total: part.loaded()?.total }).toEqual({ counts: { loads: 1 }, total: 3 });
});

test("a missing script is said in a sentence, and loaded again at the next use", async () => {
  const { counts, part } = scriptMissing(1);
  await expect(part.methods.add(1)).rejects.toThrow(/could not load a part of itself/);
  expect(part.loaded()).toBeUndefined();
  expect(await part.methods.add(1)).toBe(1);
  expect(counts.loads).toBe(2);
});

test("a part that cannot be created gives its own reason", async () => {
  const part = lazy(() => Promise.reject(new Error("Excel is busy.")));
  await expect(part.load()).rejects.toThrow("Excel is busy.");
});

test("an object of late methods can be returned by an async function without loading the part", async () => {
  const { counts, part } = scriptMissing(0);
  await Promise.resolve(part.methods);
  expect(counts.loads).toBe(0);
});
