import { Cancellation } from "./cancellation";
import type { Clock } from "./clock";
import { union } from "./fields";
import type { Inquiry, Trace } from "./inquiry";
import type { ListingExtent, ListingRequest, ListingResult } from "./listing";
import { untilAborted } from "./until-aborted";
import type { WalkedListings } from "./walked-listings";

/** Formulas of one message ask one after the other; those that come meanwhile share a listing. */
const linger = 1;
/** Ids of one request: its address stays under 2,000 characters. */
const mostIds = 40;
/** A shared listing that is longer is walked apart instead: one large event must not hold up the others. */
const mostRecords = 3_000;

const sharing = ["event_id", "case_id"] as const;

interface Member {
  readonly id: string;
  readonly request: ListingRequest;
  readonly extent: ListingExtent;
  readonly inquiry: Inquiry;
  readonly resolve: (result: Promise<ListingResult> | ListingResult) => void;
}

const only = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === "string" ? value : value?.length === 1 ? value[0] : undefined;

/** The member of the query by which ESG documents can share a listing: one event or one case, not both. */
const sharedBy = ({ route, query }: ListingRequest): (typeof sharing)[number] | undefined => {
  const given = sharing.filter((name) => query[name] !== undefined);
  const [name] = given;
  return route === "listEsgDocuments" && given.length === 1 && name !== undefined && only(query[name]) !== undefined
    ? name
    : undefined;
};

/** Documents of different events or cases of one universe share a listing, because the route takes arrays of both. */
export class SharedDocuments {
  readonly #listings: WalkedListings;
  readonly #clock: Clock;
  readonly #groups = new Map<string, Member[]>();

  constructor(listings: WalkedListings, clock: Clock) {
    this.#listings = listings;
    this.#clock = clock;
  }

  /** Reads alone what memory knows or what cannot be shared; else with the others of this turn. */
  async read(request: ListingRequest, extent: ListingExtent, inquiry: Inquiry): Promise<ListingResult> {
    const by = sharedBy(request);
    const alone = by === undefined || inquiry.memoryOnly || (await this.#listings.knows(request, extent, inquiry));
    if (alone) return this.#listings.read(request, extent, inquiry);
    const rest = Object.entries(request.query).filter(([name]) => name !== by);
    const key = JSON.stringify([by, request.path, rest, inquiry.reloadSince, inquiry.cache]);
    const shared = new Promise<ListingResult>((resolve) => {
      const group = this.#groups.get(key) ?? this.#newGroup(key, by);
      group.push({ id: only(request.query[by]) ?? "", request, extent, inquiry, resolve });
    });
    return untilAborted(shared, inquiry);
  }

  #newGroup(key: string, by: (typeof sharing)[number]): Member[] {
    const group: Member[] = [];
    this.#groups.set(key, group);
    this.#clock.after(linger, () => {
      this.#groups.delete(key);
      for (const part of this.#parts(group)) void this.#load(part, by);
    });
    return group;
  }

  /** Splits a group by ids; those that ask for one id stay together. */
  #parts(group: readonly Member[]): readonly (readonly Member[])[] {
    const ids = [...new Set(group.map(({ id }) => id))];
    const parts = Math.ceil(ids.length / mostIds);
    const partOf = new Map(ids.map((id, index) => [id, index % parts]));
    return Array.from({ length: parts }, (_, part) => group.filter(({ id }) => partOf.get(id) === part));
  }

  async #load(members: readonly Member[], by: (typeof sharing)[number]): Promise<void> {
    const [first] = members;
    const ids = [...new Set(members.map(({ id }) => id))].sort();
    if (first === undefined) return;
    const readAlone = ({ request, extent, inquiry, resolve }: Member): void =>
      resolve(this.#listings.read(request, extent, inquiry));
    if (ids.length === 1) {
      members.forEach(readAlone);
      return;
    }
    const fields = union([...members.map(({ request }) => request.fields), [by, "id"]]);
    const request = { ...first.request, fields, query: { ...first.request.query, [by]: ids } };
    const at = this.#clock.now();
    try {
      const whole = await this.#listings.read(request, { limit: mostRecords }, together(members));
      if (whole.truncated) members.forEach(readAlone);
      else for (const member of members) this.#take({ member, fields, by }, { at, whole });
    } catch {
      // What failed together may succeed apart; where it does not, each cell gets its own sentence or its old rows.
      members.forEach(readAlone);
    }
  }

  #take(
    { member, fields, by }: { readonly member: Member; readonly fields: readonly string[]; readonly by: string },
    { at, whole }: { readonly at: number; readonly whole: ListingResult },
  ): void {
    const { id, request, extent, inquiry, resolve } = member;
    const records = whole.records.filter((record) => record[by] === id);
    resolve(this.#listings.adopt({ ...request, fields }, { at, records })(extent, inquiry));
  }
}

/** One inquiry for several: ended when all are, told to all. */
const together = (members: readonly Member[]): Inquiry => {
  const inquiries = members.map(({ inquiry }) => inquiry);
  const [first] = inquiries as [Inquiry];
  const cancellation = new Cancellation();
  let waiting = inquiries.length;
  for (const inquiry of inquiries)
    inquiry.onAbort((reason) => {
      waiting -= 1;
      if (waiting === 0) cancellation.abort(reason);
    });
  const tell = (what: (trace: Trace) => void): void => inquiries.forEach(({ trace }) => what(trace));
  const quiet = (): void => undefined;
  return {
    get signal() {
      return cancellation.signal;
    },
    onAbort: (end) => cancellation.onAbort(end),
    lane: first.lane,
    cache: first.cache,
    onError: "na",
    reloadSince: first.reloadSince,
    memoryOnly: false,
    trace: {
      called: ({ route }) => tell((trace) => trace.called({ route, shared: true })),
      paged: () => tell((trace) => trace.paged()),
      progressed: () => tell((trace) => trace.progressed()),
      reads: (store) => tell((trace) => trace.reads(store)),
      answered: quiet,
      truncated: quiet,
      counted: quiet,
    },
  };
};
