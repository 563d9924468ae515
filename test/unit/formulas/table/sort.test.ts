import fc from "fast-check";
import { columnNamed, ownMember, type TableRecord } from "../../../../src/formulas/table/columns";
import { sorted, sortValue } from "../../../../src/formulas/table/sort";

const set = {
  members: [ownMember("n", "integer"), ownMember("t", "text"), ownMember("d", "date"), ownMember("m", "date-time")],
  shown: ["n"],
};
const never = (): undefined => undefined;

const by = (...names: readonly string[]): readonly { column: ReturnType<typeof columnNamed>; descending: boolean }[] =>
  names.map((name) => ({ column: columnNamed(set, name.replace("-", "")), descending: name.startsWith("-") }));

const sortedBy = async (
  records: readonly TableRecord[],
  ...names: readonly string[]
): Promise<readonly TableRecord[]> => {
  const keys = by(...names);
  const options = { join: "; " };
  const items = records.map((record) => ({
    record,
    values: keys.map(({ column }) => sortValue(column, record, options)),
  }));
  return (await sorted(items, keys, never)).map(({ record }) => record);
};

test("the classes of the UN Global Compact are sorted by severity: low risk, watchlist, violator", () => {
  const column = columnNamed({ members: [ownMember("ungc_classification", "text")], shown: [] }, "ungc_classification");
  const ranks = ["low risk", "watchlist", "violator"].map((ungc_classification) =>
    sortValue(column, { ungc_classification }, { join: "; " }),
  );
  expect(ranks).toEqual([0, 1, 2]);
});

test("items of any number are sorted as by a stable sort of all", async () => {
  const lengths = fc.constantFrom(0, 1, 2, 511, 512, 513, 1_024, 1_025, 1_536, 2_600);
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 40 }), async (length, different) => {
      const records = Array.from({ length }, (_, place) => ({ n: (place * 7_919) % different, place }));
      const expected = [...records].sort((one, other) => one.n - other.n || one.place - other.place);
      expect(await sortedBy(records, "n")).toEqual(expected);
    }),
  );
});

test("missing values come last in both directions, and a second column orders equal rows", async () => {
  const records = [{ n: 2, t: "b" }, { t: "none" }, { n: 1, t: "c" }, { n: 2, t: "a" }];
  const texts = async (...names: readonly string[]): Promise<unknown> =>
    (await sortedBy(records, ...names)).map(({ t }) => t);
  expect(await texts("n", "t")).toEqual(["c", "a", "b", "none"]);
  expect(await texts("-n", "t")).toEqual(["a", "b", "c", "none"]);
});

test("missing values come last wherever they stood, and keep their order", async () => {
  const records = [{ n: 3 }, { t: "first" }, { n: 1 }, { t: "second" }, { t: "third" }, { n: 2 }];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(records, { minLength: records.length }), async (shuffled) => {
      const missing = shuffled.filter(({ n }) => n === undefined);
      expect(await sortedBy(shuffled, "n")).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, ...missing]);
      expect(await sortedBy(shuffled, "-n")).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }, ...missing]);
    }),
  );
});

test("missing values come last where they fill the first rows of a long list", async () => {
  const records = Array.from({ length: 1_200 }, (_, place) => (place < 600 ? { place } : { n: place, place }));
  const sortedRecords = await sortedBy(records, "n");
  expect(sortedRecords.map(({ place }) => place)).toEqual([
    ...records.slice(600).map(({ place }) => place),
    ...records.slice(0, 600).map(({ place }) => place),
  ]);
});

test("nothing sorted is nothing", async () => {
  expect(await sorted([], by("n"), never)).toEqual([]);
});

test("texts are sorted as in English: small before capital letters of a kind, accents beside their letter", async () => {
  const records = ["Zürich", "acme", "Émile", "zebra", "Acme", "Ebro", "Erste"].map((t) => ({ t }));
  expect((await sortedBy(records, "t")).map(({ t }) => t)).toEqual([
    ...["acme", "Acme", "Ebro", "Émile", "Erste", "zebra", "Zürich"],
  ]);
});

test("a number beside a text is sorted by its digits, from both sides", async () => {
  for (const records of [
    [{ n: 10 }, { n: "9" }],
    [{ n: "9" }, { n: 10 }],
  ])
    expect(await sortedBy(records, "n")).toEqual([{ n: 10 }, { n: "9" }]);
  for (const records of [
    [{ n: "10" }, { n: 9 }],
    [{ n: 9 }, { n: "10" }],
  ])
    expect(await sortedBy(records, "n")).toEqual([{ n: "10" }, { n: 9 }]);
});

test("a text that is no date is sorted as a text, in a column of dates", async () => {
  const records = [{ d: "unknown" }, { d: "not yet" }];
  expect(await sortedBy(records, "d")).toEqual([{ d: "not yet" }, { d: "unknown" }]);
});

test("dates are sorted by the moment that they mean", async () => {
  const records = [{ d: "2026-01-02T00:00:00Z" }, { d: "2026-01-01" }, { d: "2026-01-02T01:30:00+02:00" }];
  expect((await sortedBy(records, "d")).map(({ d }) => d)).toEqual([
    "2026-01-01",
    "2026-01-02T01:30:00+02:00",
    "2026-01-02T00:00:00Z",
  ]);
  const moments = ["2026-01-02T00:00:00Z", "2026-01-02T01:30:00+02:00"].map((m) => ({ m }));
  expect((await sortedBy(moments, "m")).map(({ m }) => m)).toEqual([moments[1]?.m, moments[0]?.m]);
});

test("sorting waits for the host every 512 rows, and merges no run with nothing", async () => {
  let [looks, isWaiting] = [0, false];
  const yieldToHost = (): Promise<void> => {
    expect(isWaiting).toBe(false);
    looks += 1;
    isWaiting = true;
    return new Promise((resolve) =>
      setImmediate(() => {
        isWaiting = false;
        resolve();
      }),
    );
  };
  const items = Array.from({ length: 1_025 }, (_, place) => ({ values: [-place] }));
  const result = await sorted(items, by("n"), yieldToHost);
  expect(isWaiting).toBe(false);
  expect(result).toEqual(items.toReversed());
  // Three runs of up to 512; then 1,024 rows of the first two and nothing for the third; then all of them.
  expect(looks).toBe(3 + 2 + 3);
});
