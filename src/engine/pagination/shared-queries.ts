import type { Clock } from "../clock";
import { union } from "../batching/loader";
import { Cancellation, untilAborted } from "../requests/cancellation";
import { deriveContext, type RequestContext, type RequestLogWriter } from "../requests/request-context";
import type { WireRecord } from "../../contract/page";
import { joinWindow, type ListingExtent, type ListingRequest, type ListingResult, type Listings } from "./listing";

/** Ids in one request: its address stays under 2,000 characters. */
const mostIds = 40;
/** A longer shared listing is read separately instead: one large event must not delay the others. */
const mostSharedRecords = 3_000;

const sharedNames = ["event_id", "case_id"] as const;

/** The query member by which requests can share a listing. */
type SharedName = (typeof sharedNames)[number];

const onlyValue = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "string" ? value : value?.length === 1 ? value[0] : undefined;

/** By which query member a request for ESG documents can share a listing: one event or one case, not both. */
const sharedBy = ({ query }: ListingRequest): SharedName | undefined => {
  const names = sharedNames.filter((name) => query[name] !== undefined);
  const [name] = names;
  return names.length === 1 && name !== undefined && onlyValue(query[name]) !== undefined ? name : undefined;
};

/** The listings that shared queries are read from. */
export interface SharedSource {
  /** Reads one listing. */
  readonly readOne: Listings["read"];
  /** Whether the cache alone answers. */
  readonly isCached: (
    request: ListingRequest,
    extent: ListingExtent,
    requestContext: RequestContext,
  ) => Promise<boolean>;
  /** Stores a complete listing that was part of another one; the result reads from it. */
  readonly adopt: (
    request: ListingRequest,
    whole: { readonly at: number; readonly records: WireRecord[] },
  ) => (extent: ListingExtent, requestContext: RequestContext) => ListingResult;
}

interface QueryMember {
  readonly id: string;
  readonly request: ListingRequest;
  readonly extent: ListingExtent;
  readonly requestContext: RequestContext;
  readonly resolve: (result: Promise<ListingResult> | ListingResult) => void;
}

/** Documents of different events or cases of one universe are read as one listing, because the route takes arrays of both. */
export class SharedQueries {
  readonly #source: SharedSource;
  readonly #clock: Clock;
  readonly #groups = new Map<string, QueryMember[]>();

  constructor(source: SharedSource, clock: Clock) {
    this.#source = source;
    this.#clock = clock;
  }

  /** Reads what is cached; otherwise together with the other requests of the same recalculation. */
  async read(request: ListingRequest, extent: ListingExtent, requestContext: RequestContext): Promise<ListingResult> {
    const by = sharedBy(request);
    if (by === undefined || requestContext.memoryOnly || (await this.#source.isCached(request, extent, requestContext)))
      return this.#source.readOne(request, extent, requestContext);
    const rest = Object.entries(request.query).filter(([name]) => name !== by);
    const key = JSON.stringify([by, request.path, rest, requestContext.reloadSince, requestContext.cache]);
    const shared = new Promise<ListingResult>((resolve) => {
      const group = this.#groups.get(key) ?? this.#newGroup(key, by);
      group.push({ id: onlyValue(request.query[by]) ?? "", request, extent, requestContext, resolve });
    });
    return untilAborted(shared, requestContext);
  }

  #newGroup(key: string, by: SharedName): QueryMember[] {
    const group: QueryMember[] = [];
    this.#groups.set(key, group);
    this.#clock.after(joinWindow, () => {
      this.#groups.delete(key);
      for (const part of this.#parts(group)) void this.#load(part, by);
    });
    return group;
  }

  /** Splits a group by ids; requests for the same id stay together. */
  #parts(group: readonly QueryMember[]): readonly (readonly QueryMember[])[] {
    const ids = [...new Set(group.map(({ id }) => id))];
    const parts = Math.ceil(ids.length / mostIds);
    const partOf = new Map(ids.map((id, index) => [id, index % parts]));
    return Array.from({ length: parts }, (_, part) => group.filter(({ id }) => partOf.get(id) === part));
  }

  async #load(members: readonly QueryMember[], by: SharedName): Promise<void> {
    const [first] = members;
    const ids = [...new Set(members.map(({ id }) => id))].sort();
    if (first === undefined) return;
    const readSeparately = (): void =>
      members.forEach(({ request, extent, requestContext, resolve }) =>
        resolve(this.#source.readOne(request, extent, requestContext)),
      );
    if (ids.length === 1) {
      readSeparately();
      return;
    }
    const fields = union([...members.map(({ request }) => request.fields), [by, "id"]]);
    const request = { ...first.request, fields, query: { ...first.request.query, [by]: ids } };
    let at = this.#clock.now();
    const noteTime = (fetchedAt: number): void => void (at = Math.min(at, fetchedAt));
    try {
      const whole = await this.#source.readOne(request, { limit: mostSharedRecords }, jointContext(members, noteTime));
      if (whole.truncated) readSeparately();
      else
        for (const member of members) {
          const records = whole.records.filter((record) => record[by] === member.id);
          const read = this.#source.adopt({ ...member.request, fields }, { at, records });
          member.resolve(read(member.extent, member.requestContext));
        }
    } catch {
      // What failed together may succeed separately; otherwise each cell gets its own error or its old rows.
      readSeparately();
    }
  }
}

/** One request context for several requests: aborted when all of them are, and logged for all of them. */
const jointContext = (members: readonly QueryMember[], noteTime: (fetchedAt: number) => void): RequestContext => {
  const requestContexts = members.map(({ requestContext }) => requestContext);
  const [first] = requestContexts as [RequestContext];
  const cancellation = new Cancellation();
  let waiting = requestContexts.length;
  for (const requestContext of requestContexts)
    requestContext.onAbort((reason) => {
      waiting -= 1;
      if (waiting === 0) cancellation.abort(reason);
    });
  const forAll = (write: (log: RequestLogWriter) => void): void => requestContexts.forEach(({ log }) => write(log));
  const ignore = (): void => undefined;
  const log: RequestLogWriter = {
    countCall: () => forAll((each) => each.countCall()),
    countPage: () => forAll((each) => each.countPage()),
    progressed: () => forAll((each) => each.progressed()),
    dependsOn: (store) => forAll((each) => each.dependsOn(store)),
    setSource: (_, fetchedAt) => noteTime(fetchedAt),
    setLookup: ignore,
    setTruncated: ignore,
    setPartial: ignore,
    addTotal: ignore,
    setCoverage: ignore,
  };
  return deriveContext(first, { onError: "na", memoryOnly: false, log }, cancellation);
};
