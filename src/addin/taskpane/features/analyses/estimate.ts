import { millisecondsPerDay } from "../../../../facts/dates";
import { AddinError } from "../../../../engine/http/addin-error";
import type { Clock } from "../../../../engine/clock";
import type { Runtime } from "../../../../engine/runtime";
import { isoDay } from "../../../../formulas/table/iso-dates";
import { listFrom, toMembers } from "../../../../formulas/table/nested/values";
import { t } from "../../../../i18n/t";
import type { JobRun } from "../../state/job";
import { countDays, type Days } from "./guided-start";

/** Four weeks: each day of the week counts equally. The number of calls does not depend on it. */
const sampleDays = 28;
/** More documents than that take long and say little more. */
export const manyDocuments = 100_000;
/** Milliseconds between two looks, doubled up to the longest. */
const firstPollGap = 1_000;
const longestPollGap = 15_000;

/** Documents found in a sample of the period, and what that means for all of it. */
export interface Estimate {
  readonly sample: Days;
  readonly days: number;
  readonly daysOfSample: number;
  /** Documents of the sample by company; one that names two companies counts for both. Zero where none was found. */
  readonly found: readonly { readonly name: string; readonly documents: number }[];
  /** Documents of the whole period, scaled; rounded to two digits unless the sample is all of it. */
  readonly documents: number;
}

/** The last four weeks of a period, or all of it where it is shorter. */
export const chooseSample = ({ start, end }: Days): Days => {
  const first = isoDay(Date.parse(end) - (sampleDays - 1) * millisecondsPerDay);
  return { start: first > start ? first : start, end };
};

/** Two digits: more would look exact. */
const roundly = (value: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / step) * step;
};

/** The estimate for a period, from the documents of its sample by company. */
export const estimateFrom = (days: Days, names: readonly string[], counted: ReadonlyMap<string, number>): Estimate => {
  const sample = chooseSample(days);
  const [all, daysOfSample] = [countDays(days), countDays(sample)];
  const found = names.map((name) => ({ name, documents: counted.get(name.toLowerCase()) ?? 0 }));
  const sum = found.reduce((total, { documents }) => total + documents, 0);
  const documents = all === daysOfSample ? sum : roundly((sum * all) / daysOfSample);
  return { sample, days: all, daysOfSample, found, documents };
};

const pauseUnlessAborted = (clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });

/**
 * Counts documents with an analysis of the sample, because the service has no route that counts: one call starts it, and one for each look
 * says "wait" or gives the numbers. The sample is not among the known analyses.
 * @throws AddinError `stopped` where the service stops it
 */
export const countDocuments = async (
  { clock }: Runtime,
  request: Readonly<Record<string, unknown>>,
  { days, names }: { readonly days: Days; readonly names: readonly string[] },
  { call, signal }: JobRun,
): Promise<Estimate> => {
  const { start, end } = chooseSample(days);
  const { value } = await call("startAnalysis", { body: { ...request, start_date: start, end_date: end } });
  const { instance } = toMembers(value);
  if (typeof instance !== "string") throw new AddinError("unexpected", t("work.noInstance"));
  for (let gap = firstPollGap; ; gap = Math.min(longestPollGap, gap * 2)) {
    await pauseUnlessAborted(clock, gap, signal);
    const body = { instance, pivots: ["entity"], volume_only: true };
    const answer = await call("getTimeSeries", { body });
    if (answer.status === 204) throw new AddinError("stopped", t("guide.sampleStopped"));
    if (answer.status === 202) continue;
    const counted = new Map<string, number>();
    for (const row of listFrom(answer.value).map(toMembers)) {
      const { entity, volume_document: documents } = row;
      if (typeof entity !== "string" || typeof documents !== "number") continue;
      counted.set(entity.toLowerCase(), (counted.get(entity.toLowerCase()) ?? 0) + documents);
    }
    return estimateFrom(days, names, counted);
  }
};
