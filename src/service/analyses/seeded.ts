import type { World } from "../world/world";
import { pressDocuments } from "../world/fixtures";
import type { AnalysesOptions } from "./analyses";
import type { AnalysisRequest } from "./request";

const dayBefore = (world: World, days: number): string =>
  new Date(world.midnight - days * 86_400_000).toISOString().slice(0, 10);

/** The analysis of the two car makers: 1,850 documents over 92 days, with everything a result document can hold. */
const pressAnalysis = (world: World): AnalysisRequest => ({
  start_date: dayBefore(world, pressDocuments.days),
  end_date: dayBefore(world, 1),
  entities: [
    { entity_of_interest: "Acme", keywords: ["Acme", "Acme Mobility"] },
    { entity_of_interest: "Volta", keywords: ["Volta", "Volta Motors"] },
  ],
  workers: ["quality-score", "raw-matcher", "ner-linking", "concept", "entity-similarity"],
  concepts: { climate: ["climate", "carbon", "net zero"], labour: ["workers", "union", "wages"], recall: ["recall"] },
  languages: ["english"],
  min_match: 1,
  min_repeat: 1,
  qscore: 50,
  search_in: ["title", "text"],
  similarity_threshold: 0,
  site_type: ["standard_news", "blogs", "discussions"],
});

/** The analyses a new store begins with: one that is computed when it is asked for, one that failed. */
export const seededAnalyses = (world: World): AnalysesOptions["seeded"] => {
  const company = world.ids.company.idOf(0);
  const request = pressAnalysis(world);
  return [
    { name: "EV makers", request, state: "ready", company },
    {
      name: "An analysis that failed (204)",
      request: { ...request, end_date: request.start_date },
      state: "failed",
      company,
    },
  ];
};
