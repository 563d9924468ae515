import type { DataSource } from "../data/source";
import { matchDocument } from "./matching";
import type { Plan } from "./plan";
import { siteFilter } from "./site-filter";
import { yieldEvery } from "../common/clock";

/** The documents of an analysis, oldest first: their numbers and, in the same order, their times in milliseconds. */
export interface MatchedDocuments {
  readonly documents: readonly number[];
  readonly times: readonly number[];
}

export type RunResult = { readonly state: "ready"; readonly matched: MatchedDocuments } | { readonly state: "stopped" };

/** When a run stops early. */
export interface RunLimits {
  /** Matching documents at which the run stops. */
  readonly maxDocuments: number;
  readonly cancelled: () => boolean;
}

/** Reads the documents of a plan in time slices. Stops if too many match. */
export const runAnalysis = async (
  data: DataSource,
  plan: Plan,
  { maxDocuments: most, cancelled }: RunLimits,
): Promise<RunResult> => {
  const yieldIfDue = yieldEvery();
  const matches: { readonly document: number; readonly time: number }[] = [];
  const { from, to, languages, request } = plan;
  const leastQuality = plan.has("quality-score") ? request.qscore : 0;
  for await (const batch of data.scanDocuments({
    from,
    to,
    languages,
    isIncluded: siteFilter(request),
    leastQuality,
  })) {
    for (const document of batch) {
      if (matchDocument(document, plan) !== undefined)
        matches.push({ document: document.ordinal, time: document.time });
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    if (cancelled() || matches.length > most) return { state: "stopped" };
  }
  matches.sort((a, b) => a.time - b.time || a.document - b.document);
  return {
    state: "ready",
    matched: { documents: matches.map(({ document }) => document), times: matches.map(({ time }) => time) },
  };
};
