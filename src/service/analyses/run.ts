import { createPacer } from "../clock";
import type { World } from "../world/world";
import { matchDocument } from "./matching";
import type { Plan } from "./plan";
import { siteFilter } from "./site-filter";

/** The documents of an analysis, oldest first. */
export interface Matched {
  readonly documents: Int32Array;
}

/** How an analysis went. */
export type Run = { readonly state: "ready"; readonly matched: Matched } | { readonly state: "stopped" };

/** When a run ends early. */
export interface RunLimits {
  /** Matching documents at which it is stopped. */
  readonly most: number;
  readonly cancelled: () => boolean;
}

/** Whether a document is of the days, languages, sites and quality asked for; told from the columns alone. */
const createColumnTest = ({ corpus }: World, plan: Plan): ((document: number) => boolean) => {
  const fromSites = siteFilter(plan.request);
  const least = plan.has("quality-score") ? plan.request.qscore : 0;
  const { time, quality, language, site } = corpus;
  return (document) => {
    const at = time[document] ?? 0;
    if (at < plan.from || at >= plan.to || (quality[document] ?? 0) < least) return false;
    return plan.languages.has(language[document] ?? 0) && fromSites.has(site[document] ?? 0);
  };
};

/** Sorted as numbers that hold time and document: without a comparison of ours a million take a moment. */
const oldestFirst = (documents: readonly number[], time: Int32Array): Int32Array => {
  const scale = 2 ** 22;
  const keys = Float64Array.from(documents, (document) => (time[document] ?? 0) * scale + document).sort();
  return Int32Array.from(keys, (key) => ((key % scale) + scale) % scale);
};

/** Goes through the corpus in slices, so that other requests are answered meanwhile; stopped when too many documents match. */
export const runAnalysis = async (world: World, plan: Plan, { most, cancelled }: RunLimits): Promise<Run> => {
  const { count, time } = world.corpus;
  const fits = createColumnTest(world, plan);
  const pace = createPacer();
  const found: number[] = [];
  for (let document = 0; document < count; document += 1) {
    const wanted = fits(document);
    if (wanted && matchDocument(world, document, plan) !== undefined) found.push(document);
    const pause = wanted || document % 2_000 === 0 ? pace() : undefined;
    if (pause !== undefined) await pause;
    if (cancelled() || found.length > most) return { state: "stopped" };
  }
  const documents = oldestFirst(found, time);
  return { state: "ready", matched: { documents } };
};
