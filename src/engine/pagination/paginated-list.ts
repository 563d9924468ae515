import type { Page, WireRecord } from "../../contract/page";
import { t } from "../../i18n/t";
import { union } from "../batching/loader";
import { estimateSize } from "../cache/cache";
import { itemsPerChunk } from "../cache/chunks";
import type { Clock } from "../clock";
import { AddinError } from "../http/addin-error";
import type { Client, HttpReply } from "../http/client";
import { reuseWindow, untilAborted } from "../requests/cancellation";
import type { RequestContext } from "../requests/request-context";
import type { Scheduler } from "../scheduler/scheduler";
import {
  joinWindow,
  type ListingEnd,
  type ListingExtent,
  type ListingPage,
  type ListingRequest,
  mostRecords,
  pageSize,
} from "./listing";

/** How far one listing was read with one set of fields; this is what is cached. */
export interface PaginatedList {
  /** When its first page was fetched (ms since 1970); infinite before that. */
  at: number;
  /** When its latest page was fetched (ms since 1970); undefined where that is its first. */
  lastAt?: number;
  /** False: further pages were read in an order that moves, and what moved to the front meanwhile is not known. */
  caughtUp?: boolean;
  fields: readonly string[];
  /** The records in memory; those in chunks precede them. */
  records: WireRecord[];
  /** Keys of the chunks with the records that are on the device only. */
  chunks?: readonly string[];
  cursor: string | undefined;
  /** There is nothing more to fetch. */
  complete: boolean;
  total: number | undefined;
  /** Why it is complete although the service has more, as a sentence. */
  note: string | undefined;
  /** Approximate size of `records` in memory. */
  bytes: number;
}

/** A list before its first page. */
export const emptyList = (fields: readonly string[]): PaginatedList => ({
  at: Infinity,
  fields,
  records: [],
  cursor: undefined,
  complete: false,
  total: undefined,
  note: undefined,
  bytes: 0,
});

/** Milliseconds after which an incomplete list is not continued: its first part would be of another time than its last. */
const resumeWindow = 5 * 60_000;

/** Milliseconds between two pages of a list that is being read: those of a slow limit take longer together than the window. */
const pageGap = 1_000;

/**
 * Whether a list can be read on: its first part is of about the same time, however often it was read on meanwhile, or it is being read.
 * `now`: ms since 1970.
 */
export const canResume = ({ complete, at, lastAt = at }: PaginatedList, now: number, isReading: boolean): boolean =>
  complete || isReading || now - at <= resumeWindow || now - lastAt <= pageGap;

/** Whether records move to the front of a listing while it is read, past those that were read already. */
const isMoving = ({ query }: ListingRequest): boolean => [query["order"] ?? []].flat()[0] === "last_activity:desc";

/** The page that says how the reading ended. */
export type LastPage = ListingPage & { readonly end: ListingEnd };

/** How many records are on the device only. */
export const chunkedLength = ({ chunks = [] }: PaginatedList): number => chunks.length * itemsPerChunk;

/** How many records were fetched. */
export const countListRecords = (list: PaginatedList): number => chunkedLength(list) + list.records.length;

/** What identifies a record in its listing. */
export const recordId = (record: WireRecord): unknown => record["id"] ?? record["universe_id"];

/** Pages in a row without a new record that end a list. */
const mostBarrenPages = 3;

/**
 * Appends pages to a list. Records it has already are dropped. A repeated cursor completes it, and so do three pages in a row without a new
 * record: the service would be asked for ever.
 */
export class PageMerge {
  readonly #list: PaginatedList;
  readonly #ids: Set<unknown>;
  /** All cursors so far: the service could send them round in a circle. */
  readonly #cursors: Set<string | undefined>;
  #barrenPages = 0;

  /** `chunkedIds`: ids of the records that are on the device only. */
  constructor(list: PaginatedList, chunkedIds: readonly unknown[]) {
    this.#list = list;
    this.#ids = new Set([...chunkedIds, ...list.records.map(recordId)]);
    this.#cursors = new Set([list.cursor]);
  }

  add(page: Page<WireRecord>): void {
    const list = this.#list;
    const before = list.records.length;
    for (const record of page.data) {
      const id = recordId(record);
      if (id !== undefined && this.#ids.has(id)) continue;
      if (id !== undefined) this.#ids.add(id);
      list.records.push(record);
      list.bytes += estimateSize(record);
    }
    if (page.total !== undefined) list.total = page.total;
    const cursor = page.search_after ?? undefined;
    list.complete = !page.has_next || cursor === undefined;
    this.#barrenPages = list.records.length > before ? 0 : this.#barrenPages + 1;
    if (!list.complete && (this.#cursors.has(cursor) || this.#barrenPages === mostBarrenPages)) {
      list.complete = true;
      list.note = t("runtime.endlessPages");
    }
    this.#cursors.add(cursor);
    list.cursor = cursor;
  }
}

/** One reader's position in a list: takes the records that it wants and decides when it has enough. */
export class ListReader {
  readonly #extent: ListingExtent;
  /** The values of `distinctBy` that were taken. */
  readonly #values = new Set<unknown>();
  /** The records taken since the last page. */
  #taken: WireRecord[] = [];
  #position = 0;
  /** How many records earlier pages have. */
  #count = 0;
  #isFirst = true;

  constructor(extent: ListingExtent) {
    this.#extent = extent;
  }

  /** How many records of the list it has passed. */
  get position(): number {
    return this.#position;
  }

  /** Whether the next record is on the device only. */
  needsChunk(list: PaginatedList): boolean {
    return this.#position < chunkedLength(list);
  }

  /** Takes the records in memory. True: it has enough, or the list has no more. */
  take(list: PaginatedList): boolean {
    this.takeFrom(list.records, chunkedLength(list));
    return this.#isFilled || this.#isCutOff || (list.complete && this.#position === countListRecords(list));
  }

  /** Takes records from the current position on; `records[0]` has index `start` in the list. */
  takeFrom(records: readonly WireRecord[], start: number): void {
    const { distinctBy } = this.#extent;
    const end = start + records.length;
    while (this.#position >= start && this.#position < end && !this.#isFilled && !this.#isCutOff) {
      const record = records[this.#position - start];
      this.#position += 1;
      if (record === undefined || !this.#takes(record)) continue;
      if (distinctBy !== undefined) this.#values.add(distinctBy(record));
      this.#taken.push(record);
    }
  }

  /** How many records to request next. */
  get missing(): number {
    return selects(this.#extent) ? pageSize : this.#extent.limit - this.#count - this.#taken.length;
  }

  /** The records taken since the last page, as a page that others follow; none where there are no records. */
  *page(): Generator<ListingPage> {
    if (this.#taken.length > 0) yield { ...this.#startPage(), end: undefined };
  }

  #startPage(): Pick<ListingPage, "records" | "isFirst"> {
    const page = { records: this.#taken, isFirst: this.#isFirst };
    this.#count += this.#taken.length;
    this.#taken = [];
    this.#isFirst = false;
    return page;
  }

  /** The last page; the total is also written to the log. */
  lastPage(list: PaginatedList, { log }: RequestContext): LastPage {
    const left = list.records.slice(this.#position - chunkedLength(list));
    // Chunks are not read only to find out whether another record would be taken.
    const more = this.needsChunk(list) || left.some((record) => this.#takes(record));
    const { total, note } = list;
    if (total !== undefined) log.addTotal(total);
    const end = {
      truncated: !list.complete || note !== undefined || more,
      cutOff: this.#isCutOff && !this.#isFilled && (!list.complete || this.#position < countListRecords(list)),
      note,
      total,
    };
    return { ...this.#startPage(), end };
  }

  get #isFilled(): boolean {
    return this.#count + this.#taken.length >= this.#extent.limit;
  }

  get #isCutOff(): boolean {
    return selects(this.#extent) && this.#position >= (this.#extent.mostRead ?? mostRecords);
  }

  #takes(record: WireRecord): boolean {
    const { keep, distinctBy } = this.#extent;
    return (keep === undefined || keep(record)) && (distinctBy === undefined || !this.#values.has(distinctBy(record)));
  }
}

/** Whether the number of records taken from a list is known only after reading them. */
const selects = ({ keep, distinctBy }: ListingExtent): boolean => keep !== undefined || distinctBy !== undefined;

/** Whether a list has all records of the extent. */
export const isEnough = (list: PaginatedList, extent: ListingExtent): boolean =>
  selects(extent)
    ? (list.chunks !== undefined && list.complete) || new ListReader(extent).take(list)
    : list.complete || countListRecords(list) >= extent.limit;

/** What a paginator depends on. */
export interface PaginatorDeps {
  readonly client: Client;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** How the cache takes part in a list that is being fetched. */
interface ListStore {
  /** The list has grown; resolves when it is stored. */
  readonly changed: () => Promise<void>;
  /** The ids of its records that are on the device only. */
  readonly chunkedIds: () => Promise<readonly unknown[]>;
}

interface PendingPage {
  done: Promise<void>;
  readonly controller: AbortController;
  /** The request was sent: its size and fields are final. */
  sent: boolean;
  wanted: number;
  readers: number;
}

/** Fetches the pages of one list, each once for all readers that wait for it. */
export class Paginator {
  readonly list: PaginatedList;
  readonly #request: ListingRequest;
  readonly #deps: PaginatorDeps & ListStore;
  #merge: PageMerge | undefined;
  #page: PendingPage | undefined;
  #front: Promise<Page<WireRecord>> | undefined;

  constructor(list: PaginatedList, request: ListingRequest, deps: PaginatorDeps & ListStore) {
    this.list = list;
    this.#request = request;
    this.#deps = deps;
  }

  /** Whether fields can be added: the first page was not requested yet. */
  get open(): boolean {
    return this.list.at === Infinity && this.#page?.sent !== true;
  }

  /** Whether a page is being fetched. */
  get isReading(): boolean {
    return this.#page !== undefined;
  }

  /** Adds fields to the request; only while `open`. */
  addFields(fields: readonly string[]): void {
    this.list.fields = union([this.list.fields, fields]);
  }

  /** Fetches the next page, or waits for the pending one; `wanted` is the number of missing records. */
  async next(count: number, requestContext: RequestContext): Promise<void> {
    const page = this.#page ?? this.#fetch(count, requestContext);
    if (!page.sent) page.wanted = Math.max(page.wanted, count);
    page.readers += 1;
    requestContext.log.countCall();
    try {
      await untilAborted(page.done, requestContext);
      requestContext.log.countPage();
      requestContext.log.progressed();
    } finally {
      page.readers -= 1;
      if (page.readers === 0 && this.#page === page) this.#abortUnused(page);
    }
  }

  /** Reads the first records once more, in one call for all readers that wait for it. */
  async readFront(size: number, requestContext: RequestContext): Promise<Page<WireRecord>> {
    // A cell that is cancelled leaves the call to the others.
    const { signal } = new AbortController();
    this.#front ??= this.#deps.scheduler
      .run({
        route: this.#request.route,
        queueKey: requestContext.queueKey,
        signal,
        callers: () => [requestContext],
        start: () => (each) => this.#deps.client(this.#call(size, undefined), each),
      })
      .then(toPage)
      .finally(() => (this.#front = undefined));
    requestContext.log.countCall();
    const page = await untilAborted(this.#front, requestContext);
    this.list.caughtUp = true;
    requestContext.log.countPage();
    requestContext.log.progressed();
    return page;
  }

  #abortUnused(page: PendingPage): void {
    this.#deps.clock.after(reuseWindow, () => {
      if (page.readers > 0 || this.#page !== page) return;
      this.#page = undefined;
      page.controller.abort();
    });
  }

  #fetch(count: number, requestContext: RequestContext): PendingPage {
    const page: PendingPage = {
      done: Promise.resolve(),
      controller: new AbortController(),
      sent: false,
      wanted: count,
      readers: 0,
    };
    this.#page = page;
    page.done = this.#load(page, requestContext).finally(() => {
      if (this.#page === page) this.#page = undefined;
    });
    // Readers get the error; without readers it is no unhandled rejection.
    page.done.catch(() => undefined);
    return page;
  }

  async #load(pending: PendingPage, requestContext: RequestContext): Promise<void> {
    const { clock, scheduler, client } = this.#deps;
    const { signal } = pending.controller;
    const isFirst = this.list.at === Infinity;
    if (isFirst) await new Promise<void>((resolve) => void clock.after(joinWindow, resolve));
    let askedAt = 0;
    const reply = await scheduler.run({
      route: this.#request.route,
      queueKey: requestContext.queueKey,
      signal,
      callers: () => [requestContext],
      start: () => {
        pending.sent = true;
        const size = Math.min(pageSize, Math.max(1, pending.wanted));
        return (each) => client(this.#call(size, this.list.cursor), each).finally(() => (askedAt = each.at));
      },
    });
    const page = toPage(reply);
    this.list.at = Math.min(this.list.at, askedAt);
    if (!isFirst) this.list.lastAt = askedAt;
    if (!isFirst && isMoving(this.#request)) this.list.caughtUp = false;
    this.#merge ??= new PageMerge(this.list, await this.#deps.chunkedIds());
    this.#merge.add(page);
    await this.#deps.changed();
  }

  #call(size: number, cursor: string | undefined): Parameters<Client>[0] {
    const { route, path, query } = this.#request;
    const { fields } = this.list;
    const after = cursor === undefined ? {} : { search_after: cursor };
    const fieldQuery = fields.length === 0 ? {} : { fields };
    return { route, path, query: { ...query, ...fieldQuery, size, ...after } };
  }
}

/** The client has checked its shape. */
const toPage = (reply: HttpReply | undefined): Page<WireRecord> => reply?.value as Page<WireRecord>;

/** The fields to send: with `id`, which identifies a record; none for an entity's universes, whose route takes no fields. */
export const requestedFields = ({ route, fields }: ListingRequest): readonly string[] =>
  route === "listEntityUniverses" ? [] : fields.includes("id") ? fields : union([fields, ["id"]]);

/** Whether the service no longer knows the cursor of a list. */
export const isLostCursor = (error: unknown): boolean => error instanceof AddinError && error.code === "rejected";
