import { yieldEvery } from "../common/clock";
import type { World } from "../world/world";
import { matchDocument } from "./matching";
import type { Plan } from "./plan";
import { siteFilter } from "./site-filter";

/** The documents of an analysis, oldest first. */
export interface MatchedDocuments {
  readonly documents: Int32Array;
}

export type RunResult = { readonly state: "ready"; readonly matched: MatchedDocuments } | { readonly state: "stopped" };

/** When a run stops early. */
export interface RunLimits {
  /** Matching documents at which the run stops. */
  readonly maxDocuments: number;
  readonly cancelled: () => boolean;
}

/** Tests days, languages, sites and quality of a document by the columns of the corpus alone. */
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

/** Sorts numbers that combine time and document: without a comparison function a million take a moment. */
const oldestFirst = (documents: readonly number[], time: Int32Array): Int32Array => {
  const scale = 2 ** 22;
  const keys = Float64Array.from(documents, (document) => (time[document] ?? 0) * scale + document).sort();
  return Int32Array.from(keys, (key) => ((key % scale) + scale) % scale);
};

/** Scans the corpus in time slices. Stops if too many documents match. */
export const runAnalysis = async (
  world: World,
  plan: Plan,
  { maxDocuments: most, cancelled }: RunLimits,
): Promise<RunResult> => {
  const { count, time } = world.corpus;
  const fits = createColumnTest(world, plan);
  const yieldIfDue = yieldEvery();
  const ordinals: number[] = [];
  for (let document = 0; document < count; document += 1) {
    const candidate = fits(document);
    if (candidate && matchDocument(world, document, plan) !== undefined) ordinals.push(document);
    const pause = candidate || document % 2_000 === 0 ? yieldIfDue() : undefined;
    if (pause !== undefined) await pause;
    if (cancelled() || ordinals.length > most) return { state: "stopped" };
  }
  const documents = oldestFirst(ordinals, time);
  return { state: "ready", matched: { documents } };
};
