import type { WireRecord } from "../../runtime/wire-record";

/** A bar of a plot. */
export interface Bar {
  readonly name: string;
  readonly count: number;
}

/** What the overview shows of a universe. */
export interface Counts {
  readonly overTime: readonly Bar[];
  readonly byCategory: readonly Bar[];
  readonly byScore: readonly Bar[];
  readonly bySentiment: readonly Bar[];
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const week = 7 * 86_400_000;

/** Events by week of their last activity, the last twelve weeks before `now`, empty weeks included; named by their first day. */
const byWeek = (events: readonly WireRecord[], now: number, nameOf: (at: number) => string): readonly Bar[] => {
  const counts = Array.from({ length: 12 }, () => 0);
  for (const { last_activity } of events) {
    const age = Math.floor((now - Date.parse(String(last_activity))) / week);
    if (age >= 0 && age < counts.length) counts[counts.length - 1 - age] = (counts[counts.length - 1 - age] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ name: nameOf(now - (counts.length - index) * week), count }));
};

const counted = (names: readonly string[], of: readonly string[]): readonly Bar[] =>
  names.map((name) => ({ name, count: of.filter((one) => one === name).length }));

/** The bands of polarity, from the lowest. */
export const bands = ["veryNegative", "negative", "neutral", "positive", "veryPositive"] as const;

const bandOf = (polarity: unknown): string => {
  const value = Number(polarity);
  return bands[Math.min(bands.length - 1, Math.floor(((value + 1) / 2) * bands.length))] ?? "neutral";
};

/** Counts events and documents for the plots. */
export const countEvents = (
  events: readonly WireRecord[],
  documents: readonly WireRecord[],
  { now, nameOf }: { readonly now: number; readonly nameOf: (at: number) => string },
): Counts => ({
  overTime: byWeek(events, now, nameOf),
  byCategory: counted(
    ["E", "S", "G"],
    events.flatMap(({ categories }) => texts(categories)),
  ),
  byScore: counted(
    ["1", "2", "3", "4", "5"],
    events.map(({ score }) => String(score)),
  ),
  bySentiment: counted(
    bands,
    documents.map(({ polarity }) => bandOf(polarity)),
  ),
});
