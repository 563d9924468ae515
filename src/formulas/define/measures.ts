import { parseIso } from "../table/iso-dates";
import { columnLabel, type TableRecord } from "../table/columns";
import { type Scalar, toScalar } from "../table/nested/values";
import type { Key, Measure } from "../table/pivot";
import type { ComparedRecords } from "./compared-periods";

/** What a summary shows of the records that it counts. */
export type MeasureName = keyof typeof measureTypes;

export const measureTypes = {
  events: "integer",
  documents: "integer",
  documents_so_far: "integer",
  companies: "integer",
  highest_score: "integer",
  mean_score: "number",
  latest: "date-time",
  first: "date-time",
  mean_polarity: "number",
  positive: "number",
  negative: "number",
  net: "number",
  share: "number",
  severe: "integer",
  status: "text",
  days: "text",
} as const;

/** The least score of a severe event or document. */
const severeScore = 4;

/** The records of a summary: what one record is, and the member with its date. */
export interface SummaryRecords {
  readonly kind: "event" | "document";
  readonly date: string;
  /** True where one record counts in several rows or columns, so that shares add up to more than 1. */
  readonly overlaps?: boolean;
}

/** Whether a measure is a date. */
export const isDateMeasure = (name: MeasureName): boolean => measureTypes[name] === "date-time";

/** The columns that `compare` adds to a measure. Dates have no change. */
export const beforeName = (name: MeasureName): string => `${name}_before`;
export const changeName = (name: MeasureName): string => `${name}_change`;

/** The fields of records that each measure reads. */
export const membersShown = ({ kind, date }: SummaryRecords): Readonly<Record<MeasureName, readonly string[]>> => ({
  events: kind === "event" ? [] : ["event_id"],
  documents: [],
  documents_so_far: ["related_documents_count"],
  companies: ["entity_id"],
  highest_score: ["score"],
  mean_score: ["score"],
  latest: [date],
  first: [date],
  mean_polarity: ["polarity"],
  positive: ["positive"],
  negative: ["negative"],
  net: ["positive", "negative"],
  share: [],
  severe: ["score"],
  status: [],
  days: [],
});

const readNumbers = (records: readonly TableRecord[], member: string): readonly number[] =>
  records.map((record) => record[member]).filter((value) => typeof value === "number");

const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const mean = (numbers: readonly number[]): Scalar =>
  numbers.length === 0 ? undefined : sumNumbers(numbers) / numbers.length;

const countDistinct = (records: readonly TableRecord[], member: string): number =>
  new Set(records.map((record) => toScalar(record[member])).filter((value) => value !== undefined)).size;

/** The earliest (-1) or latest (1) date of records, in the spelling of the service. */
const outermost = (records: readonly TableRecord[], member: string, direction: 1 | -1): Scalar => {
  let best: { readonly text: string; readonly moment: number } | undefined;
  for (const record of records) {
    const text = record[member];
    const moment = typeof text === "string" ? parseIso(text) : undefined;
    if (typeof text === "string" && moment !== undefined)
      if (best === undefined || (moment - best.moment) * direction > 0) best = { text, moment };
  }
  return best?.text;
};

/** Positive minus negative, of one record. */
const netPolarity = ({ positive, negative }: TableRecord): readonly number[] =>
  typeof positive === "number" && typeof negative === "number" ? [positive - negative] : [];

/** The days of the period of a row or column that the result covers, of all its days: `19/30`; undefined where it is of no period. */
export type CoveredDays = (keys: readonly Key[]) => string | undefined;

/** The measures of a summary. Means are over the records that have the value; `share` is of all `count` records. */
export const toMeasures = (
  names: readonly MeasureName[],
  { kind, date, overlaps }: SummaryRecords,
  count: number,
  daysOf?: CoveredDays,
): readonly Measure[] => {
  const readers: Readonly<Record<MeasureName, Measure["of"]>> = {
    events: (records) => (kind === "event" ? records.length : countDistinct(records, "event_id")),
    documents: (records) => records.length,
    documents_so_far: (records) => sumNumbers(readNumbers(records, "related_documents_count")),
    companies: (records) => countDistinct(records, "entity_id"),
    highest_score: (records) =>
      readNumbers(records, "score").reduce<Scalar>((most, score) => Math.max(Number(most ?? score), score), undefined),
    mean_score: (records) => mean(readNumbers(records, "score")),
    latest: (records) => outermost(records, date, 1),
    first: (records) => outermost(records, date, -1),
    mean_polarity: (records) => mean(readNumbers(records, "polarity")),
    positive: (records) => mean(readNumbers(records, "positive")),
    negative: (records) => mean(readNumbers(records, "negative")),
    net: (records) => mean(records.flatMap(netPolarity)),
    share: (records) => (count === 0 ? undefined : records.length / count),
    severe: (records) => Number(readNumbers(records, "score").some((score) => score >= severeScore)),
    status: () => "covered",
    days: (_, keys) => daysOf?.(keys),
  };
  return names.map((name) => ({
    name,
    type: measureTypes[name],
    label: name === "share" && overlaps === true ? "Share (groups overlap)" : undefined,
    numberFormat: name === "share" ? "0.0%" : undefined,
    of: readers[name],
  }));
};

/** Measures of the records of two periods, and how they changed. A missing highest score counts as 0: nothing happened. */
export const comparedMeasures = (
  layout: SummaryRecords & { readonly show: readonly MeasureName[] },
  { now, before, title }: ComparedRecords,
  daysOf?: CoveredDays,
): readonly Measure[] => {
  const [inNow, inBefore] = [new Set(now), new Set(before)];
  const earlier = toMeasures(layout.show, layout, before.length);
  return toMeasures(layout.show, layout, now.length, daysOf).flatMap((measure, place) => {
    const name = layout.show[place] ?? "events";
    if (name === "days") return [measure];
    const ofNow: Measure["of"] = (records, keys) =>
      measure.of(
        records.filter((record) => inNow.has(record)),
        keys,
      );
    const ofBefore: Measure["of"] = (records, keys) =>
      earlier[place]?.of(
        records.filter((record) => inBefore.has(record)),
        keys,
      );
    const number = (value: Scalar): number | undefined =>
      typeof value === "number" ? value : name === "highest_score" ? 0 : undefined;
    const change: Measure["of"] = (records, keys) => {
      const [one, other] = [number(ofNow(records, keys)), number(ofBefore(records, keys))];
      return one === undefined || other === undefined ? undefined : one - other;
    };
    return [
      { ...measure, of: ofNow },
      { ...measure, name: beforeName(name), label: `${columnLabel(beforeName(name))} (${title})`, of: ofBefore },
      ...(isDateMeasure(name) ? [] : [{ ...measure, name: changeName(name), label: undefined, of: change }]),
    ];
  });
};
