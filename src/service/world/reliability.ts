import { documentSentiment } from "./document-text";
import { sites } from "./sites";
import type { World } from "./world";

/** Minimum authority of a high authority source. */
export const highAuthority = 0.8;

/** The order of ESG documents: most reliable first, then newest, then by id. */
export interface Reliability {
  /** The position of each ESG document in that order. */
  readonly rank: Int32Array;
  /** The documents in that order. */
  readonly order: Int32Array;
}

/** Computed from authority, sentiment and quality. One document in twenty has a coarse score, so that ties exist. */
export const reliabilityScore = (world: World, document: number): number => {
  const site = sites[world.corpus.site[document] ?? 0];
  const authority = site?.authority ?? 0;
  const { negative, positive } = documentSentiment(world, document);
  const score =
    0.35 * authority +
    0.25 * Math.min(1, negative + positive / 2) +
    0.2 * ((world.corpus.quality[document] ?? 0) / 100) +
    0.2 * (authority >= highAuthority ? 1 : 0);
  return document % 20 === 7 ? Math.round(score * 20) * 50_000 : Math.round(score * 1_000_000);
};

const compute = (world: World): Reliability => {
  const { esgCount, time } = world.corpus;
  const scores = Int32Array.from({ length: esgCount }, (_, document) => reliabilityScore(world, document));
  const ids = Uint32Array.from({ length: esgCount }, (_, document) => world.ids.document.rankOf(document));
  const order = Int32Array.from({ length: esgCount }, (_, document) => document).sort(
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || (time[b] ?? 0) - (time[a] ?? 0) || (ids[a] ?? 0) - (ids[b] ?? 0),
  );
  const rank = new Int32Array(esgCount);
  order.forEach((document, position) => (rank[document] = position));
  return { rank, order };
};

/** Computed once for a world. Two worlds stand beside each other in tests. */
const computed = new WeakMap<World, Reliability>();

/** The reliability of a world's documents, computed at the first use. */
export const worldReliability = (world: World): Reliability => {
  const known = computed.get(world);
  if (known !== undefined) return known;
  const reliability = compute(world);
  computed.set(world, reliability);
  return reliability;
};
