import { groupEvents } from "../../../../src/data/enrich/events";

const document = (id: string, time: string, company = "a", subCategory = "fraud") => ({
  id,
  time,
  company,
  subCategory,
});

test("documents of one company about one topic are an event until nothing is written for a fortnight", () => {
  const events = groupEvents([
    document("3", "2026-02-01T00:00:00Z"),
    document("1", "2026-01-01T00:00:00Z"),
    document("2", "2026-01-10T00:00:00Z"),
    document("4", "2026-01-10T00:00:00Z", "b"),
    document("5", "2026-01-10T00:00:00Z", "a", "bribery"),
  ]);
  expect(events.map(({ documents }) => documents)).toEqual([["1", "2"], ["4"], ["5"], ["3"]]);
  expect(events[0]).toMatchObject({ start: "2026-01-01T00:00:00Z", last: "2026-01-10T00:00:00Z" });
});
