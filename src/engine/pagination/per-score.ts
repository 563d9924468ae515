import { deriveContext, type RequestContext, type RequestLogWriter } from "../requests/request-context";
import { type ListingExtent, type ListingRequest, type ListingResult, type Listings, pageSize } from "./listing";

/** With a smaller limit, reading in parallel does not help. */
const leastRows = 3_000;
const descending: readonly number[] = [5, 4, 3, 2, 1];

/** The scores that a filter lets through; `undefined` where it cannot be split. */
const splitFilter = (filter: string): readonly number[] | undefined => {
  const [, operator, text = ""] = /^(gte|in):([\d;]+)$/.exec(filter) ?? [];
  if (operator === undefined) return undefined;
  const values = text.split(";").map(Number);
  return descending.filter((score) => (operator === "in" ? values.includes(score) : score >= (values[0] ?? 1)));
};

/**
 * The scores of a listing in the order of its records; `undefined` where lists per score would not give the same listing: another order than
 * by score, a filter of our own, a small limit.
 */
export const requestedScores = (
  { route, query }: ListingRequest,
  { limit, keep, distinctBy }: ListingExtent,
): readonly number[] | undefined => {
  if (route !== "listEsgEvents" || limit < leastRows || keep !== undefined || distinctBy !== undefined)
    return undefined;
  const [first = "score:desc", second] = [query["order"] ?? []].flat();
  if (second !== undefined || !first.startsWith("score:")) return undefined;
  const scores = splitFilter([query["score"] ?? "gte:1"].flat().join());
  if (scores === undefined || scores.length < 2) return undefined;
  return first === "score:asc" ? scores.toReversed() : scores;
};

const emptyResult: ListingResult = {
  records: [],
  truncated: false,
  cutOff: false,
  note: undefined,
  total: undefined,
};

/**
 * One listing, read as one list for each score in parallel. A cursor allows no page to be fetched before the one ahead of it, but the lists
 * of different scores are independent: a fifth of the time with the same calls.
 */
export class PerScoreListing {
  readonly #read: Listings["read"];
  readonly #request: ListingRequest;
  readonly #scores: readonly number[];
  readonly #results: ListingResult[];

  constructor(read: Listings["read"], request: ListingRequest, scores: readonly number[]) {
    this.#read = read;
    this.#request = request;
    this.#scores = scores;
    this.#results = scores.map(() => ({ ...emptyResult, truncated: true }));
  }

  async read(limit: number, requestContext: RequestContext): Promise<ListingResult> {
    await Promise.all(this.#scores.map((_, index) => this.#readScore(index, limit, requestContext)));
    const all = this.#results.flatMap(({ records }) => records);
    const truncated = all.length > limit || this.#results.some((result) => result.truncated);
    const note = this.#results.find((result) => result.note !== undefined)?.note;
    return { ...emptyResult, records: all.slice(0, limit), truncated, note };
  }

  /** Reads page by page until the lists up to this one hold enough. */
  async #readScore(index: number, limit: number, requestContext: RequestContext): Promise<void> {
    const request = { ...this.#request, query: { ...this.#request.query, score: `in:${this.#scores[index] ?? 0}` } };
    for (let count = pageSize; this.#countUpTo(index) < limit; count += pageSize) {
      const queueKey = `${requestContext.queueKey} ${index}`;
      const context = deriveContext(requestContext, { queueKey, log: partLog(requestContext.log) });
      const result = await this.#read(request, { limit: count }, context);
      this.#results[index] = result;
      if (!result.truncated || result.note !== undefined) return;
    }
  }

  #countUpTo(index: number): number {
    return this.#results.slice(0, index + 1).reduce((sum, { records }) => sum + records.length, 0);
  }
}

/** The log of one part: truncation and total are logged for the whole only. */
const partLog = (log: RequestLogWriter): RequestLogWriter => ({
  countCall: () => log.countCall(),
  countPage: () => log.countPage(),
  setSource: (...source) => log.setSource(...source),
  setLookup: (...source) => log.setLookup(...source),
  dependsOn: (store) => log.dependsOn(store),
  progressed: () => log.progressed(),
  setTruncated: () => undefined,
  setPartial: () => undefined,
  addTotal: () => undefined,
  setCoverage: () => undefined,
});
