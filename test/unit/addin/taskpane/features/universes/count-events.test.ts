import { countEvents, type CountedPeriod } from "../../../../../../src/addin/taskpane/features/universes/count-events";

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21);
const ago = (days: number) => ({
  last_activity: new Date(now - days * day).toISOString(),
  score: 3,
  categories: ["E"],
});
const period = (more: Partial<CountedPeriod> = {}): CountedPeriod => ({
  now,
  cut: false,
  nameOf: (at) => new Date(at).toISOString().slice(0, 10),
  ...more,
});

test("events are counted in the week of their last activity, in twelve weeks with the empty ones", () => {
  const { overTime } = countEvents([ago(1), ago(6), ago(8), ago(83), ago(90)], [], period());
  expect(overTime.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  expect(overTime.at(-1)?.name).toBe("2026-11-14");
  expect(overTime[0]?.name).toBe("2026-08-29");
});

test("if older events were not fetched, incomplete weeks are left out", () => {
  const { overTime, byCategory } = countEvents([ago(1), ago(8), ago(9), ago(15)], [], period({ cut: true }));
  expect(overTime).toEqual([
    { name: "2026-11-07", count: 2 },
    { name: "2026-11-14", count: 1 },
  ]);
  expect(byCategory[0]?.count).toBe(4);
});

test("the current week is shown even if no other week was fetched", () => {
  expect(countEvents([ago(1), ago(2)], [], period({ cut: true })).overTime).toEqual([{ name: "2026-11-14", count: 2 }]);
});

test("without events there are twelve empty weeks", () => {
  expect(countEvents([], [], period()).overTime).toHaveLength(12);
});

test("a document without a polarity is no neutral one, and neutral is what the colours of a sheet call so", () => {
  const documents = [-1, -0.6, -0.3, -0.24, 0, 0.24, 0.25, 0.7, null, undefined].map((polarity) => ({ polarity }));
  const { bySentiment, withoutSentiment } = countEvents([], documents, period());
  expect(bySentiment.map(({ name, count }) => [name, count])).toEqual([
    ["veryNegative", 2],
    ["negative", 1],
    ["neutral", 3],
    ["positive", 1],
    ["veryPositive", 1],
  ]);
  expect(withoutSentiment).toBe(2);
});
