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

/** Goes through the corpus in slices, so that other requests are answered meanwhile; stopped when too many documents match. */
export const runAnalysis = async (world: World, plan: Plan, { most, cancelled }: RunLimits): Promise<Run> => {
  const { corpus } = world;
  const { request, languages, from, to } = plan;
  const fromSites = siteFilter(request);
  const least = plan.has("quality-score") ? request.qscore : 0;
  const pace = createPacer();
  const found: number[] = [];
  for (let document = 0; document < corpus.count; document += 1) {
    if (document % 2_000 === 0) await pace();
    if (cancelled()) return { state: "stopped" };
    const time = corpus.time[document] ?? 0;
    if (time < from || time >= to || (corpus.quality[document] ?? 0) < least) continue;
    if (!languages.has(corpus.language[document] ?? 0) || !fromSites.has(corpus.site[document] ?? 0)) continue;
    if (matchDocument(world, document, plan) !== undefined) found.push(document);
    if (found.length > most) return { state: "stopped" };
    await pace();
  }
  const documents = Int32Array.from(found).sort((a, b) => (corpus.time[a] ?? 0) - (corpus.time[b] ?? 0) || a - b);
  return { state: "ready", matched: { documents } };
};
