import { millisecondsPerDay } from "../../../../facts/dates";
import type { WireRecord } from "../../../../contract/page";
import { leastTone } from "../../../excel/sheet/result-formats";
import type { Bar } from "../../ui/bar-plot";

/** The counts of a universe's events and documents. */
export interface Counts {
  readonly overTime: readonly Bar[];
  readonly byCategory: readonly Bar[];
  readonly byScore: readonly Bar[];
  readonly bySentiment: readonly Bar[];
  /** Documents without a polarity, which are in none of the bars. */
  readonly withoutSentiment: number;
}

const toTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const week = 7 * millisecondsPerDay;

/** The end of the twelve weeks, and the labels of the weeks. */
export interface CountedPeriod {
  readonly now: number;
  /** Whether older events were not fetched. Weeks before the oldest event are then left out, because they may not be empty. */
  readonly cut: boolean;
  readonly nameOf: (at: number) => string;
}

/** Events by week of their last activity: the twelve weeks before `now`, labelled by their first day. */
const byWeek = (events: readonly WireRecord[], { now, cut, nameOf }: CountedPeriod): readonly Bar[] => {
  const ages = events.map(({ last_activity }) => Math.floor((now - Date.parse(String(last_activity))) / week));
  // Drops the oldest week, of which only a part was fetched, unless it is the only one.
  const known = cut ? Math.max(1, Math.min(12, Math.max(...ages))) : 12;
  const counts = Array.from({ length: known }, (_, age) => ages.filter((one) => one === age).length);
  return counts.map((count, age) => ({ name: nameOf(now - (age + 1) * week), count })).toReversed();
};

const countNames = (names: readonly string[], of: readonly string[]): readonly Bar[] =>
  names.map((name) => ({ name, count: of.filter((one) => one === name).length }));

/** Bands of polarity in ascending order. */
const bands = ["veryNegative", "negative", "neutral", "positive", "veryPositive"] as const;

/** From so much to either side a polarity is strong. */
const leastStrong = 0.6;

const polarityBand = (polarity: number): string => {
  const side = polarity < 0 ? "Negative" : "Positive";
  if (Math.abs(polarity) < leastTone) return "neutral";
  return Math.abs(polarity) < leastStrong ? side.toLowerCase() : `very${side}`;
};

/** Counts events and documents for the overview. */
export const countEvents = (
  events: readonly WireRecord[],
  documents: readonly WireRecord[],
  period: CountedPeriod,
): Counts => {
  const polarities = documents.map(({ polarity }) => polarity).filter((each) => typeof each === "number");
  return {
    overTime: byWeek(events, period),
    byCategory: countNames(
      ["E", "S", "G"],
      events.flatMap(({ categories }) => toTexts(categories)),
    ),
    byScore: countNames(
      ["1", "2", "3", "4", "5"],
      events.map(({ score }) => String(score)),
    ),
    bySentiment: countNames(bands, polarities.map(polarityBand)),
    withoutSentiment: documents.length - polarities.length,
  };
};
