import { LRUCache } from "lru-cache";

/** Filtered and sorted lists of ordinals, so that all pages of a list are cut from one computation. */
export interface ListingCache {
  /** Returns the cached list, or computes it. Callers that ask during a computation share it; a failed one is not cached. */
  readonly getOrCompute: (key: string, compute: () => Promise<Int32Array>) => Promise<Int32Array>;
}

/** The weight of a cached listing besides its ordinals, so that empty listings count too. */
const overhead = 50;

/** Creates a cache of about `mostOrdinals` ordinals. The least recently used lists leave first. */
export const createListingCache = (mostOrdinals: number): ListingCache => {
  const cache = new LRUCache<string, Int32Array, () => Promise<Int32Array>>({
    maxSize: mostOrdinals,
    sizeCalculation: (ordinals) => ordinals.length + overhead,
    fetchMethod: (_key, _stale, { context: compute }) => compute(),
    // Somebody waits for a computation also if its place is taken meanwhile.
    ignoreFetchAbort: true,
  });
  return { getOrCompute: (key, compute) => cache.forceFetch(key, { context: compute }) };
};
