import type { Inquiry } from "./inquiry";
import type { ListingExtent, ListingRequest, ListingResult, Listings } from "./listing";

/** Below this a walk is too short for chains to help. */
const leastRows = 3_000;
const descending: readonly number[] = [5, 4, 3, 2, 1];

/** The scores that a filter lets through, as far as it can be split; `undefined` where it cannot. */
const splitFilter = (filter: string): readonly number[] | undefined => {
  const [, operator, text = ""] = /^(gte|in):([\d;]+)$/.exec(filter) ?? [];
  if (operator === undefined) return undefined;
  const values = text.split(";").map(Number);
  return descending.filter((score) => (operator === "in" ? values.includes(score) : score >= (values[0] ?? 1)));
};

/** The scores of a walk in the order of their chains; undefined where chains could not give the same listing. */
const scoresOf = (request: ListingRequest, { limit, keep }: ListingExtent): readonly number[] | undefined => {
  const { route, query, chains } = request;
  if (chains !== true || route !== "listEsgEvents" || limit < leastRows || keep !== undefined) return undefined;
  const [first = "score:desc", second] = [query["order"] ?? []].flat();
  if (second !== undefined || !first.startsWith("score:")) return undefined;
  const scores = splitFilter([query["score"] ?? "gte:1"].flat().join());
  return first === "score:asc" ? scores?.toReversed() : scores;
};

/** Cursors allow no prefetch, but scores are five listings that can be walked side by side: a fifth of the time, the same calls. */
export const readInChains = (
  listings: Listings,
  request: ListingRequest,
  extent: ListingExtent,
): ((inquiry: Inquiry) => Promise<ListingResult>) | undefined => {
  const scores = scoresOf(request, extent);
  if (scores === undefined || scores.length < 2) return undefined;
  return async (inquiry) => {
    const walks = scores.map((score) => {
      const chain = { ...request, query: { ...request.query, score: `in:${score}` } };
      return listings.read(chain, { limit: extent.limit }, { ...inquiryOf(inquiry), lane: `${inquiry.lane} ${score}` });
    });
    const parts = await Promise.all(walks);
    const all = parts.flatMap(({ records }) => records);
    const truncated = all.length > extent.limit || parts.some((part) => part.truncated);
    return { records: all.slice(0, extent.limit), truncated, total: undefined };
  };
};

const inquiryOf = ({ signal, cache, onError, reloadSince, memoryOnly, trace, lane }: Inquiry): Inquiry => ({
  signal,
  cache,
  onError,
  reloadSince,
  memoryOnly,
  trace,
  lane,
});
