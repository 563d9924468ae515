import { firstDayOfPeriod, nextPeriod, periodName } from "../../../../src/formulas/table/calendar";
import { compareKeyNames, type Dimension, keysFrom, type Measure, pivot } from "../../../../src/formulas/table/pivot";
import { failure } from "../functions/failure";

const count: Measure = { name: "count", type: "integer", of: (records) => records.length };
const highest: Measure = {
  name: "highest",
  type: "integer",
  of: (records) => (records.length === 0 ? undefined : Math.max(...records.map(({ score }) => Number(score)))),
};
const dimension = (name: string, more: Partial<Dimension> = {}): Dimension => ({
  name,
  type: "text",
  keysOf: (record) => keysFrom(record[name]),
  compare: compareKeyNames,
  ...more,
});
const month = dimension("day", {
  keysOf: (record) => keysFrom(record["day"]).map((day) => firstDayOfPeriod("month", Date.parse(String(day)))),
  title: (day) => periodName("month", String(day)),
  next: (day) => nextPeriod("month", String(day)),
});
const noPause = (): undefined => undefined;

const records = [
  { name: "a", day: "2025-11-30", score: 1 },
  { name: "a", day: "2026-02-01", score: 3 },
  { name: ["a", "b", "b"], day: "2026-02-28", score: 2 },
  { name: null, day: "2026-02-02", score: 5 },
];

test("a column for every month between the first and the last: zero where nothing was counted, blank where nothing can be shown", async () => {
  const table = await pivot(records, { by: [dimension("name")], across: month, measures: [count, highest] }, noPause);
  expect(table.columns.map(({ name }) => name)).toEqual([
    "name",
    ...["count", "highest"].flatMap((measure) =>
      ["2025-11", "2025-12", "2026-01", "2026-02"].map((name) => `${name} ${measure}`),
    ),
  ]);
  expect(table.rows[0]).toMatchObject({
    name: "a",
    "2025-11 count": 1,
    "2025-12 count": 0,
    "2026-02 count": 2,
    "2025-11 highest": 1,
    "2025-12 highest": undefined,
    "2026-02 highest": 3,
  });
});

test("a record counts once under each of its values, under (none) without one, and once in the total", async () => {
  const layout = { by: [dimension("name", { largestFirst: true })], measures: [count], total: true };
  const { rows, total, rowOf } = await pivot(records, layout, noPause);
  expect(rows).toEqual([
    { name: "a", count: 3 },
    { name: "b", count: 1 },
    { name: "(none)", count: 1 },
  ]);
  expect(total).toEqual({ name: "Total", count: 4 });
  expect(rowOf(["c"])).toEqual({ name: "c", count: 0 });
});

test("two companies of one name have their ids in the headers of their columns", async () => {
  const named = dimension("name", { show: (key) => (key === "c" ? "Other" : "Same") });
  const table = await pivot(
    ["a", "b", "c"].map((name) => ({ name })),
    { by: [], across: named, measures: [count] },
    noPause,
  );
  expect(table.columns.map(({ name }) => name)).toEqual(["Same (a)", "Same (b)", "Other"]);
});

test("more columns than Excel has are refused with both numbers", async () => {
  const many = Array.from({ length: 17_000 }, (_, id) => ({ name: id + 1 }));
  expect(await failure(pivot(many, { by: [], across: dimension("name"), measures: [count] }, noPause))).toMatchObject({
    code: "too-large",
    message: expect.stringMatching(/17,000 columns; Excel has 16,384/) as string,
  });
});
