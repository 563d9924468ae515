import { csvCell } from "../../facts/csv-cell";
import { millisecondsPerDay } from "../../facts/dates";
import type { Clock } from "../../engine/clock";
import type { Person } from "./person";
import type { Store } from "./store";
import { Tally } from "./tally";

/** What is counted for each person, function and day (UTC). */
export interface UsageCounts {
  /** Requests that were answered. */
  readonly calls: number;
  /** Those of them for which the service was not asked: a colleague had fetched, or was fetching, all of it. */
  readonly cached: number;
  /** Requests to the service. */
  readonly upstream: number;
  /** Records in the answers. */
  readonly records: number;
  /** Those of them that are documents. */
  readonly documents: number;
  /** Those of them that were translated. */
  readonly translations: number;
}

export interface UsageRow extends UsageCounts {
  /** `2026-11-24`. */
  readonly day: string;
  /** The person's id. */
  readonly person: string;
  /** `ESG.EVENTS`; `other` where the request named none. */
  readonly asking: string;
}

type UsageMeasure = keyof UsageCounts;

const noUsage: UsageCounts = { calls: 0, cached: 0, upstream: 0, records: 0, documents: 0, translations: 0 };

/** What stands where a request names no function of the catalogue. */
export const otherRequests = "other";

const usagePrefix = "usage/";
/** Milliseconds for which counts are kept in the process before the store has them: a crash loses no more. */
const writeEvery = 5_000;
/** Names of functions for a person and a day; the catalogue has fewer. More would fill the store with made-up names. */
const mostFunctionNames = 100;

/** The function that a request names in its header, if it has the form of one. */
export const readFunctionHeader = (header: unknown): string =>
  typeof header === "string" && /^[A-Z0-9.]{1,40}$/.test(header) ? header : otherRequests;

/** Counts who uses what, without any content. Processes that share a store share the counts. */
export class Usage {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #tally: Tally;
  /** Requests for which the service was asked, by the object that `team.ts` makes of a person for each request. */
  readonly #charged = new WeakSet<Person>();
  readonly #names = new Map<string, Set<string>>();
  #day = "";

  constructor(store: Store, clock: Clock, days: number) {
    this.#store = store;
    this.#clock = clock;
    this.#tally = new Tally({ store, clock, ttl: days * millisecondsPerDay, gather: writeEvery });
  }

  /** A request to the service is sent for a person's request. */
  charged(person: Person): void {
    this.#charged.add(person);
    this.#add(person, { upstream: 1 });
  }

  /** A person's request was answered. Returns whether the service was not asked for it. */
  answered(person: Person, counts: Pick<UsageCounts, "records" | "documents" | "translations">): boolean {
    const cached = !this.#charged.has(person);
    this.#add(person, { ...counts, calls: 1, cached: cached ? 1 : 0 });
    return cached;
  }

  /** The counts of the days from `first` to `last`, both inclusive, by day, person and function. */
  async list(first: string, last: string): Promise<readonly UsageRow[]> {
    await this.write();
    const rows = new Map<string, UsageRow>();
    for (const [key, value] of await this.#store.list(usagePrefix)) {
      const [, day = "", person = "", asking = "", measure = ""] = key.split("/");
      if (day < first || day > last || !(measure in noUsage)) continue;
      const name = `${day}/${person}/${asking}`;
      const row = rows.get(name) ?? { ...noUsage, day, person: decodeURIComponent(person), asking };
      rows.set(name, { ...row, [measure]: Number(value) });
    }
    return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }

  /** Writes what the store does not have yet. Where the store is away, the counts stay here. */
  readonly write = (): Promise<void> => this.#tally.write();

  readonly close = (): Promise<void> => this.#tally.close();

  #add(person: Person, counts: Partial<UsageCounts>): void {
    const today = new Date(this.#clock.now()).toISOString().slice(0, 10);
    // An id may have any characters.
    const id = encodeURIComponent(person.id);
    const place = `${usagePrefix}${today}/${id}/${this.#nameFor(today, id, person.asking ?? otherRequests)}`;
    for (const [measure, by] of Object.entries(counts) as readonly (readonly [UsageMeasure, number])[])
      if (by > 0) this.#tally.add(`${place}/${measure}`, by);
  }

  #nameFor(today: string, id: string, asking: string): string {
    if (today !== this.#day) this.#names.clear();
    this.#day = today;
    const names = this.#names.get(id) ?? new Set();
    this.#names.set(id, names);
    if (names.size >= mostFunctionNames && !names.has(asking)) return otherRequests;
    names.add(asking);
    return asking;
  }
}

/** The usage report as CSV (RFC 4180), with the names of the people and their groups. */
export const usageCsv = (
  rows: readonly UsageRow[],
  peopleById: ReadonlyMap<string, Pick<Person, "name" | "groups">>,
): string => {
  const head = "day,person,name,groups,function,calls,from_cache,requests_to_service,records,documents,translations";
  const lines = rows.map(({ day, person, asking, calls, cached, upstream, records, documents, translations }) => {
    const { name = "", groups = [] } = peopleById.get(person) ?? {};
    const counts = [calls, cached, upstream, records, documents, translations];
    return [day, person, name, groups.join("; "), asking, ...counts].map(csvCell).join(",");
  });
  return `${[head, ...lines].join("\r\n")}\r\n`;
};
