import { dayAt, type DaySpan, type DocumentDays, findGaps, isoDay } from "../../../../src/data/enrich/known-days";

const day = (text: string): number => dayAt(Date.parse(`${text}T12:00:00Z`));

/** As the database counts them. */
const documentDays = (days: readonly number[]): DocumentDays => {
  const sorted = [...new Set(days)].sort((one, other) => one - other);
  const steps = sorted.slice(1).map((next, at): DaySpan => [sorted[at] ?? 0, next]);
  const lengths = steps.map(([before, next]) => next - before).sort((one, other) => one - other);
  return {
    all: [sorted[0] ?? 0, sorted.at(-1) ?? 0],
    silences: steps.filter(([before, next]) => next - before > 7),
    usual: lengths[Math.ceil(lengths.length * 0.9) - 1] ?? 0,
  };
};

const span = (first: string, last: string): DaySpan => [day(first), day(last)];

/** Each so many days of a span, without those of others. */
const each = (step: number, [first, last]: DaySpan, ...without: readonly DaySpan[]): readonly number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step).filter((at) =>
    without.every(([begin, end]) => at < begin || at > end),
  );

const workdays = (days: readonly number[]): readonly number[] =>
  days.filter((at) => (at + 4) % 7 > 0 && (at + 4) % 7 < 6);

const shown = (days: readonly number[], ...known: readonly DaySpan[]): readonly string[] =>
  findGaps(documentDays(days), known).map(([first, last]) => `${isoDay(first)} to ${isoDay(last)}`);

const spring = span("2026-01-05", "2026-04-30");

test("ten days without a document of daily news are a gap, and a week of an archive of workdays is", () => {
  const hole = span("2026-02-10", "2026-02-19");
  expect(shown(each(1, spring, hole))).toEqual(["2026-02-10 to 2026-02-19"]);
  expect(shown(each(1, spring, span("2026-02-10", "2026-02-15")))).toEqual([]);
  expect(shown(workdays(each(1, spring, span("2026-02-09", "2026-02-13"))))).toEqual(["2026-02-07 to 2026-02-15"]);
  // A free day at the end of a week.
  expect(shown(workdays(each(1, spring, span("2026-04-03", "2026-04-06"))))).toEqual([]);
});

test("silences of an archive that is often silent are no gaps", () => {
  expect(shown(each(10, spring))).toEqual([]);
  // A weekly letter that came out late, and one that is missing for three weeks.
  expect(shown(each(7, spring, span("2026-02-02", "2026-02-02")))).toEqual([]);
  expect(shown(each(7, spring, span("2026-02-02", "2026-02-16")))).toEqual(["2026-01-27 to 2026-02-22"]);
});

test("a calendar month and more than 31 days are a gap of any archive", () => {
  const letters = ["2025-11-30", "2025-12-31", "2026-01-31", "2026-03-01", "2026-03-31", "2026-05-02"].map(day);
  expect(shown(letters)).toEqual(["2026-02-01 to 2026-02-28", "2026-04-01 to 2026-05-01"]);
});

test("days that somebody covers, and days of imported events, are known", () => {
  const days = each(1, spring, span("2026-02-10", "2026-03-01"));
  expect(shown(days, span("2026-02-01", "2026-03-31"))).toEqual([]);
  expect(shown(days, span("2026-02-15", "2026-02-28"))).toEqual([]);
  expect(shown(days, span("2026-02-21", "2026-02-24"))).toEqual(["2026-02-10 to 2026-02-20"]);
  expect(findGaps(undefined, [span("2026-01-01", "2026-01-31"), span("2026-03-01", "2026-03-31")])).toEqual([
    span("2026-02-01", "2026-02-28"),
  ]);
});
