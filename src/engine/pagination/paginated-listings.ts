import { type AccountCache, largestEntry, estimateSize } from "../cache/cache";
import { type ChunkStore, itemsPerChunk } from "../cache/chunks";
import type { CacheEntry } from "../cache/entry";
import { hasAll, isAnswer } from "../batching/loader";
import { AddinError } from "../http/addin-error";
import { untilAborted } from "../requests/cancellation";
import type { RequestContext } from "../requests/request-context";
import type { WireRecord } from "../../contract/page";
import {
  collectPages,
  type ListingExtent,
  type ListingPage,
  type ListingRequest,
  type ListingResult,
  type Listings,
  pageSize,
} from "./listing";
import {
  canResume,
  emptyList,
  recordId,
  isEnough,
  isLostCursor,
  countListRecords,
  ListReader,
  type PaginatedList,
  Paginator,
  type PaginatorDeps,
  requestedFields,
} from "./paginated-list";
import type { CachePolicy } from "../cache/policy";
import type { Store } from "../store";
import type * as perScore from "./per-score";
import type { SharedQueries, SharedSource } from "./shared-queries";

/** Maximum number of cached lists of one listing with different fields. */
const mostVariants = 4;

/** The entry of a listing: its lists, or the service's refusal. */
export type CachedLists = readonly PaginatedList[] | AddinError;

/** Order: the newest first. */
export const newestFirst = (one: PaginatedList, other: PaginatedList): number => other.at - one.at;

const sumListBytes = (lists: readonly PaginatedList[]): number => lists.reduce((sum, { bytes }) => sum + bytes, 0);

/** The cache key of a listing, whatever its fields. */
export const listKey = ({ route, path, query }: ListingRequest): string => {
  const sorted = Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1));
  return `list ${route} ${JSON.stringify([path, sorted])}`;
};

/**
 * The cached lists of each listing. The records of lists that are too large for memory are moved to chunks on the device while the list is
 * fetched, and are read chunk by chunk.
 */
export class ListCache {
  readonly #cache: AccountCache;
  /** Moves that are running: one at a time for each list. A list has one object as long as it is in memory. */
  readonly #moves = new WeakMap<PaginatedList, Promise<void>>();
  /** Lists that stay in memory because the device refused a chunk. */
  readonly #refused = new WeakSet<PaginatedList>();

  constructor(cache: AccountCache) {
    this.#cache = cache;
  }

  /** Reads the entry of a listing into memory. */
  read(key: string): Promise<CacheEntry<CachedLists> | undefined> {
    return this.#cache.read<CachedLists>(key);
  }

  /** The lists of a listing that are in memory. */
  lists(key: string): readonly PaginatedList[] {
    const lists = this.#cache.get<CachedLists>(key)?.value;
    return lists === undefined || lists instanceof AddinError ? [] : lists;
  }

  /** Stores a list that is new or has grown; resolves when its records are in memory or in chunks. */
  async store(key: string, list: PaginatedList): Promise<void> {
    let lists = this.#withOthers(key, list);
    if (list.chunks !== undefined || sumListBytes(lists) > largestEntry) {
      const store = this.#cache.chunks(key);
      for (const each of lists) await this.#moveOnce(each, store);
      lists = this.#withOthers(key, list);
    }
    this.#put(key, list.at, lists);
  }

  /** Removes a list whose cursor the service no longer knows. */
  remove(key: string, list: PaginatedList): void {
    this.#put(
      key,
      list.at,
      this.lists(key).filter((other) => other !== list),
    );
  }

  /** Stores the service's refusal of a listing for this session. */
  storeRefusal(key: string, at: number, error: AddinError): void {
    this.#cache.put(key, { at, value: error }, "session");
  }

  /** Lets a reader take the records that are in chunks. Returns false where a chunk is missing; the list was dropped then. */
  async *readChunks(
    key: string,
    list: PaginatedList,
    reader: ListReader,
    requestContext: RequestContext,
  ): AsyncGenerator<ListingPage, boolean> {
    while (!reader.take(list) && reader.needsChunk(list)) {
      yield* reader.page();
      const index = Math.floor(reader.position / itemsPerChunk);
      const records = await untilAborted(this.#chunk(key, list.chunks?.[index]), requestContext);
      if (records === undefined) {
        await this.#drop(key, list);
        return false;
      }
      reader.takeFrom(records, index * itemsPerChunk);
      requestContext.log.progressed();
    }
    return true;
  }

  /** The ids of the records that are in chunks. */
  async chunkedIds(key: string, { chunks = [] }: PaginatedList): Promise<readonly unknown[]> {
    const ids: unknown[] = [];
    for (const chunk of chunks) for (const record of (await this.#chunk(key, chunk)) ?? []) ids.push(recordId(record));
    return ids;
  }

  async #chunk(key: string, chunk: string | undefined): Promise<readonly WireRecord[] | undefined> {
    const read = chunk === undefined ? undefined : await this.#cache.chunks(key).read(chunk);
    return read?.length === itemsPerChunk ? (read as readonly WireRecord[]) : undefined;
  }

  /** The list, and those that it does not replace. It replaces one with no further fields that is neither newer nor longer. */
  #withOthers(key: string, list: PaginatedList): readonly PaginatedList[] {
    const others = this.lists(key).filter(
      (other) =>
        other !== list &&
        !(
          other.at <= list.at &&
          hasAll(list.fields, other.fields) &&
          (list.complete || countListRecords(list) >= countListRecords(other))
        ),
    );
    return [list, ...others].sort(newestFirst).slice(0, mostVariants);
  }

  #put(key: string, at: number, lists: readonly PaginatedList[]): void {
    const chunks = lists.flatMap((list) => list.chunks ?? []);
    const retention = lists.some(countListRecords) ? "large" : "session";
    this.#cache.put(key, { at, value: lists, bytes: sumListBytes(lists), chunks }, retention);
  }

  #moveOnce(list: PaginatedList, store: ChunkStore): Promise<void> {
    const move = this.#moves.get(list) ?? this.#move(list, store).finally(() => this.#moves.delete(list));
    this.#moves.set(list, move);
    return move;
  }

  /** Moves all but the last records to chunks. The page that just arrived stays, because its readers still use it. */
  async #move(list: PaginatedList, store: ChunkStore): Promise<void> {
    while (list.records.length >= itemsPerChunk + pageSize && !this.#refused.has(list)) {
      const { at, fields, chunks = [] } = list;
      const records = list.records.slice(0, itemsPerChunk);
      const chunk = await store.write(at, `${fields.join()} ${chunks.length}`, records);
      if (chunk === undefined) this.#refused.add(list);
      else {
        // Makes new arrays, because a reader or writer of the list may still use the old ones.
        list.chunks = [...chunks, chunk];
        // An estimate: measuring again would take as long as copying.
        list.bytes *= 1 - itemsPerChunk / list.records.length;
        list.records = list.records.slice(itemsPerChunk);
      }
    }
  }

  /** Drops a list with a missing chunk. If another page of this account stored a newer one, uses that. */
  async #drop(key: string, broken: PaginatedList): Promise<void> {
    const storedLists = (await this.#cache.readStored(key))?.value;
    const left = this.lists(key).filter((other) => other !== broken);
    const others = (Array.isArray(storedLists) ? (storedLists as readonly PaginatedList[]) : []).filter(
      ({ at }) => at !== broken.at && left.every((other) => other.at !== at),
    );
    this.#put(key, broken.at, [...left, ...others].sort(newestFirst));
  }
}

/** What listings depend on. */
export interface ListingDeps extends PaginatorDeps {
  readonly cache: AccountCache;
  readonly policy: CachePolicy;
  /** When universes were changed, by id; `Universes` has the details. Lists of them that are older are old. */
  readonly universes: { readonly changedAt: Pick<Store<Readonly<Record<string, number>>>, "get"> };
}

/** One listing as it is read: its cache key, the fields sent, how far, and since when an answer is fresh (ms since 1970). */
interface ListingRead {
  readonly key: string;
  readonly request: ListingRequest;
  readonly fields: readonly string[];
  readonly extent: ListingExtent;
  readonly freshSince: number;
}

/** Under which id `changedAt` has the universe that a listing depends on; "" for the universes of a company, which may be any. */
const requestUniverse = ({ route, path }: ListingRequest): string | undefined =>
  route === "listEntityUniverses" ? "" : path["universe_id"]?.toLowerCase();

const longestFirst = (one: PaginatedList, other: PaginatedList): number =>
  countListRecords(other) - countListRecords(one) || newestFirst(one, other);

/** Reads listings along their cursors, no further than requested. A listing that was read in part is resumed where it ended. */
export class PaginatedListings implements Listings, SharedSource {
  readonly #deps: ListingDeps;
  readonly #cache: ListCache;
  #perScore: Promise<typeof perScore> | undefined;
  #shared: SharedQueries | undefined;
  /** The paginator that may still read pages of a list. It lives as long as the list. */
  readonly #paginators = new WeakMap<PaginatedList, Paginator>();
  /** Paginators that wait for their first page, by cache key. */
  readonly #starting = new Map<string, Paginator>();

  constructor(deps: ListingDeps) {
    this.#deps = deps;
    this.#cache = new ListCache(deps.cache);
  }

  read(request: ListingRequest, extent: ListingExtent, requestContext: RequestContext): Promise<ListingResult> {
    return this.#readTogether(request, extent, requestContext) ?? this.readOne(request, extent, requestContext);
  }

  async *pages(
    request: ListingRequest,
    extent: ListingExtent,
    requestContext: RequestContext,
  ): AsyncGenerator<ListingPage, void> {
    const together = this.#readTogether(request, extent, requestContext);
    if (together === undefined) return yield* this.#pagesOfOne(request, extent, requestContext);
    const { records, ...end } = await together;
    yield { records, isFirst: true, end };
  }

  /** Reads per score, or together with other requests; undefined where the request allows neither. */
  #readTogether(
    request: ListingRequest,
    extent: ListingExtent,
    requestContext: RequestContext,
  ): Promise<ListingResult> | undefined {
    if (request.perScore === true) return this.#readPerScore(request, extent, requestContext);
    const { event_id, case_id } = request.query;
    if (request.route !== "listEsgDocuments" || (event_id ?? case_id) === undefined) return undefined;
    return import(/* webpackChunkName: "later-functions" */ "./shared-queries").then(({ SharedQueries: Queries }) =>
      (this.#shared ??= new Queries(this, this.#deps.clock)).read(request, extent, requestContext),
    );
  }

  #loadPerScore(): Promise<typeof perScore> {
    this.#perScore ??= import(/* webpackChunkName: "later-functions" */ "./per-score");
    // The next read loads it again.
    this.#perScore.catch(() => (this.#perScore = undefined));
    return this.#perScore;
  }

  async #readPerScore(
    request: ListingRequest,
    extent: ListingExtent,
    requestContext: RequestContext,
  ): Promise<ListingResult> {
    const { PerScoreListing, requestedScores } = await this.#loadPerScore();
    const scores = requestedScores(request, extent);
    if (scores === undefined) return this.readOne(request, extent, requestContext);
    return new PerScoreListing((...one) => this.readOne(...one), request, scores).read(extent.limit, requestContext);
  }

  readOne(request: ListingRequest, extent: ListingExtent, requestContext: RequestContext): Promise<ListingResult> {
    return collectPages(this.#pagesOfOne(request, extent, requestContext));
  }

  /** Reads one listing: from the cache where that is fresh and long enough, otherwise from the service. */
  async *#pagesOfOne(
    request: ListingRequest,
    extent: ListingExtent,
    requestContext: RequestContext,
  ): AsyncGenerator<ListingPage, void> {
    const { policy } = this.#deps;
    const read = this.#readOf(request, extent, requestContext);
    const entry = await this.#cache.read(read.key);
    if (entry?.value instanceof AddinError) {
      const refusal = policy.answer({ at: entry.at, value: entry.value }, requestContext, read.freshSince);
      if (refusal !== undefined) throw refusal;
    }
    const usable = this.#usableLists(read).sort(newestFirst);
    const fresh = usable.find((list) => list.at >= read.freshSince);
    const best = fresh ?? usable[0];
    const cached = best && { at: best.at, value: best };
    const answer = policy.answer(cached, requestContext, fresh === undefined ? Infinity : -Infinity);
    if (answer !== undefined) {
      if (yield* this.#readCached(read, answer, requestContext)) return;
      return yield* this.#pagesOfOne(request, extent, requestContext);
    }
    try {
      yield* this.#fetch(read, requestContext);
    } catch (error) {
      const isRead = yield* this.#readCached(read, policy.fallback(cached, requestContext, error), requestContext);
      if (!isRead) throw error;
    }
  }

  async isCached(request: ListingRequest, extent: ListingExtent, requestContext: RequestContext): Promise<boolean> {
    const read = this.#readOf(request, extent, requestContext);
    const entry = await this.#cache.read(read.key);
    const answers = entry?.value instanceof AddinError ? [entry] : this.#usableLists(read);
    return answers.some(({ at }) => at >= read.freshSince);
  }

  adopt(
    request: ListingRequest,
    whole: { readonly at: number; readonly records: WireRecord[] },
  ): (extent: ListingExtent, requestContext: RequestContext) => ListingResult {
    const bytes = estimateSize(whole.records);
    const list: PaginatedList = { ...emptyList(requestedFields(request)), ...whole, complete: true, bytes };
    // Nobody waits until a list that is too large for memory is on the device.
    this.#cache.store(listKey(request), list).catch(() => undefined);
    return (extent, requestContext) => {
      requestContext.log.setSource("live", list.at);
      const reader = new ListReader(extent);
      reader.take(list);
      const { records, end } = reader.lastPage(list, requestContext);
      return { records, ...end };
    };
  }

  #readOf(request: ListingRequest, extent: ListingExtent, requestContext: RequestContext): ListingRead {
    const { policy, universes } = this.#deps;
    const universe = requestUniverse(request);
    const changedAt = universe === undefined ? undefined : universes.changedAt.get()[universe];
    if (universe !== undefined) requestContext.log.dependsOn("changed-universes");
    const freshSince = Math.max(policy.freshSince(requestContext), changedAt ?? -Infinity);
    return { key: listKey(request), request, fields: requestedFields(request), extent, freshSince };
  }

  /** The cached lists that have all the fields and records. A shorter one is no answer, not even an old one: never a part for the whole. */
  #usableLists({ key, fields, extent }: ListingRead): PaginatedList[] {
    return this.#cache.lists(key).filter((list) => hasAll(list.fields, fields) && isEnough(list, extent));
  }

  /** Reads from a list that has enough. Returns false where the device lost a chunk of it. */
  async *#readCached(
    { key, extent }: ListingRead,
    list: PaginatedList,
    requestContext: RequestContext,
  ): AsyncGenerator<ListingPage, boolean> {
    const reader = new ListReader(extent);
    const isRead = reader.take(list) || (yield* this.#cache.readChunks(key, list, reader, requestContext));
    if (isRead) yield reader.lastPage(list, requestContext);
    return isRead;
  }

  async *#fetch(read: ListingRead, requestContext: RequestContext): AsyncGenerator<ListingPage, void> {
    const { key, extent } = read;
    const paginator = this.#paginatorFor(read);
    const { list } = paginator;
    const resumedAt = countListRecords(list);
    const isResumed = resumedAt > 0 && !paginator.isReading;
    const reader = new ListReader(extent);
    try {
      while (!reader.take(list)) {
        yield* reader.page();
        // Other readers may have fetched more meanwhile.
        const isAtEnd = !list.complete && reader.position === countListRecords(list);
        if (isAtEnd) await paginator.next(reader.missing, requestContext);
        else if (reader.needsChunk(list) && !(yield* this.#cache.readChunks(key, list, reader, requestContext)))
          return yield* this.#fetch(read, requestContext);
      }
    } catch (error) {
      if (resumedAt > 0 && isLostCursor(error) && countListRecords(list) === resumedAt) {
        this.#cache.remove(key, list);
        return yield* this.#fetch(read, requestContext);
      }
      // A reader that was cancelled leaves the call to those that read on.
      if (list.at === Infinity && !requestContext.signal.aborted) this.#failedToStart(key, error);
      throw error;
    }
    // What was read before is not of now.
    requestContext.log.setSource(isResumed ? "memory" : "live", list.at);
    yield* this.#finish(read, paginator, reader, requestContext);
  }

  /** The last page of a list that was fetched; all of it once more where records moved to its front meanwhile. */
  async *#finish(
    read: ListingRead,
    paginator: Paginator,
    reader: ListReader,
    requestContext: RequestContext,
  ): AsyncGenerator<ListingPage, void> {
    const { list } = paginator;
    const caughtUp = list.caughtUp === false ? await this.#catchUp(read.key, paginator, requestContext) : list;
    if (caughtUp === list) {
      yield reader.lastPage(list, requestContext);
      return;
    }
    await this.#cache.store(read.key, caughtUp);
    if (!(yield* this.#readCached(read, caughtUp, requestContext))) yield* this.#fetch(read, requestContext);
  }

  async #catchUp(key: string, paginator: Paginator, requestContext: RequestContext): Promise<PaginatedList> {
    const { catchUpSize, mergeFront } = await import(/* webpackChunkName: "later-functions" */ "./catch-up");
    const front = await paginator.readFront(catchUpSize, requestContext);
    return mergeFront(paginator.list, front, await this.#cache.chunkedIds(key, paginator.list));
  }

  /** The longest list that is fresh; otherwise one that is starting; otherwise a new one. */
  #paginatorFor({ key, request, fields, freshSince }: ListingRead): Paginator {
    const now = this.#deps.clock.now();
    const longest = this.#cache
      .lists(key)
      .filter((list) => list.at >= freshSince && hasAll(list.fields, fields))
      .filter((list) => canResume(list, now, this.#paginators.get(list)?.isReading === true))
      .sort(longestFirst)[0];
    if (longest !== undefined) return this.#paginators.get(longest) ?? this.#newPaginator(longest, key, request);
    const starting = this.#starting.get(key);
    if (starting !== undefined && (starting.open || hasAll(starting.list.fields, fields))) {
      if (starting.open) starting.addFields(fields);
      return starting;
    }
    const paginator = this.#newPaginator(emptyList(fields), key, request);
    this.#starting.set(key, paginator);
    return paginator;
  }

  #newPaginator(list: PaginatedList, key: string, request: ListingRequest): Paginator {
    const paginator = new Paginator(list, request, {
      ...this.#deps,
      changed: () => {
        if (this.#starting.get(key)?.list === list) this.#starting.delete(key);
        return this.#cache.store(key, list);
      },
      chunkedIds: () => this.#cache.chunkedIds(key, list),
    });
    this.#paginators.set(list, paginator);
    return paginator;
  }

  #failedToStart(key: string, error: unknown): void {
    this.#starting.delete(key);
    if (isAnswer(error)) this.#cache.storeRefusal(key, this.#deps.clock.now(), error);
  }
}
