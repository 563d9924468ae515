import { isObject } from "../../facts/json";
import type { Clock } from "../../engine/clock";
import type { Budget } from "./budget";
import { ClientGone, type Person } from "./person";
import type { SharedFlights } from "./shared-flights";
import type { Store } from "./store";
import { toVendorCall, refreshTogether, type TeamRequest } from "./team-request";
import type { Reply, VendorAccount } from "./vendor-account";

/** What the cache of the gateway depends on. */
export interface CacheDeps {
  readonly account: VendorAccount;
  readonly store: Store;
  readonly budget: Budget;
  readonly flights: SharedFlights;
  readonly clock: Clock;
  /** Milliseconds for which an answer serves others. */
  readonly freshFor: number;
}

interface CachedReply {
  /** When it was requested. */
  readonly at: number;
  readonly reply: Reply;
}

interface Loading {
  readonly key: string;
  /** Undefined while it waits for its turn, or for another process. */
  sentAt: number | undefined;
  /** For those who wait, an answer that was requested earlier is too old. */
  oldest: number;
  readonly waiting: Set<Person>;
}

interface AnswerFlight extends Loading {
  readonly reply: Promise<Reply>;
}

/** Characters of the largest answer that is kept. */
const largestKept = 4_000_000;

/** Answers of one entitlement class by their whole request: listings, single records, analyses. Equal requests are one. */
export class Answers {
  readonly #deps: CacheDeps;
  readonly #flights = new Map<string, AnswerFlight>();

  constructor(deps: CacheDeps) {
    this.#deps = deps;
  }

  /**
   * The answer to a request that reads. Rejects with `BudgetSpent`, or with an AddinError where the service has no
   * answer.
   * @param since an answer that was requested earlier is too old, in milliseconds since 1970
   */
  async read(person: Person, request: TeamRequest, since = -Infinity): Promise<Reply> {
    const { account, clock, freshFor } = this.#deps;
    const call = toVendorCall(request);
    const key = `cache/${account.name}/answer/${call.path} ${call.body ?? ""}`;
    const now = clock.now();
    const oldest = Math.max(since, now - (request.fresh ? refreshTogether : freshFor));
    const flight = this.#join(key, person, oldest);
    if (flight !== undefined) return this.#wait(flight, person, request, since);
    const entry = await this.#kept(key);
    if (entry !== undefined && entry.at >= oldest) return { ...entry.reply, at: entry.at };
    // Somebody else may have asked for it meanwhile.
    const joined = this.#join(key, person, oldest);
    const begun = joined ?? this.#fetch(request, { key, sentAt: undefined, oldest, waiting: new Set([person]) });
    return this.#wait(begun, person, request, since);
  }

  /** Whoever joined just as the others left asks anew. */
  async #wait(flight: Promise<Reply>, person: Person, request: TeamRequest, since: number): Promise<Reply> {
    try {
      return await flight;
    } catch (error) {
      if (error instanceof ClientGone && person.isGone?.() !== true) return this.read(person, request, since);
      throw error;
    }
  }

  /** Sends a request that is never repeated and never kept: a change, or one whose answer is for nobody else. */
  async pass(person: Person, request: TeamRequest, once: boolean): Promise<Reply> {
    const { account, budget } = this.#deps;
    const reply = await account.request({
      route: request.route,
      person: person.id,
      once,
      start: () => {
        if (person.isGone?.() === true || budget.isSpent(person)) return undefined;
        budget.charge(person);
        return toVendorCall(request);
      },
    });
    if (reply === undefined) throw person.isGone?.() === true ? new ClientGone() : budget.spent();
    return reply;
  }

  async #kept(key: string): Promise<CachedReply | undefined> {
    const text = await this.#deps.store.get(key).catch(() => undefined);
    return text === undefined ? undefined : readReply(text);
  }

  #join(key: string, person: Person, oldest: number): Promise<Reply> | undefined {
    const flight = this.#flights.get(key);
    if (flight === undefined || (flight.sentAt ?? Infinity) < oldest) return undefined;
    flight.waiting.add(person);
    flight.oldest = Math.max(flight.oldest, oldest);
    return flight.reply;
  }

  #fetch(request: TeamRequest, loading: Loading): Promise<Reply> {
    const flight: AnswerFlight = Object.assign(loading, { reply: this.#load(request, loading) });
    this.#flights.set(flight.key, flight);
    flight.reply.then(
      ({ status }) => {
        if (status !== 200) this.#remove(flight);
        // Who is reading the store now finds it here until it is there.
        else this.#deps.clock.after(refreshTogether, () => this.#remove(flight));
      },
      () => this.#remove(flight),
    );
    return flight.reply;
  }

  /** By this process, or by another one that has begun. */
  async #load(request: TeamRequest, loading: Loading): Promise<Reply> {
    const { flights } = this.#deps;
    const { key } = loading;
    const other: { reply?: Reply } = {};
    const find = async (): Promise<ReadonlySet<string>> => {
      const entry = await this.#kept(key);
      if (entry === undefined || entry.at < loading.oldest) return new Set();
      loading.sentAt = entry.at;
      other.reply = entry.reply;
      return new Set([key]);
    };
    await flights.settle([key], find, () => undefined);
    if (other.reply !== undefined) return other.reply;
    try {
      const reply = await this.#request(request, loading);
      void this.#keep(loading, reply).finally(() => void flights.release([key]));
      return reply;
    } catch (error) {
      void flights.release([key]);
      throw error;
    }
  }

  /** Asks on the budget of the first who waits and has one. Rejects with `ClientGone` where nobody waits any more. */
  async #request(request: TeamRequest, loading: Loading): Promise<Reply> {
    const { account, budget, clock } = this.#deps;
    // A set is iterated with what is added meanwhile.
    for (const person of loading.waiting) {
      const start = () => {
        if (person.isGone?.() === true || budget.isSpent(person)) return undefined;
        budget.charge(person);
        loading.sentAt = clock.now();
        return toVendorCall(request);
      };
      const reply = await account.request({ route: request.route, person: person.id, once: false, start });
      if (reply !== undefined) return { ...reply, records: countRecords(reply), at: loading.sentAt };
    }
    throw [...loading.waiting].every(({ isGone }) => isGone?.() === true) ? new ClientGone() : budget.spent();
  }

  async #keep({ key, sentAt }: Loading, reply: Reply): Promise<void> {
    const { clock, store, freshFor } = this.#deps;
    if (reply.status !== 200 || reply.body.length > largestKept) return;
    const entry: CachedReply = { at: sentAt ?? clock.now(), reply };
    await store.set(key, writeReply(entry), freshFor).catch(() => undefined);
  }

  #remove(flight: AnswerFlight): void {
    if (this.#flights.get(flight.key) === flight) this.#flights.delete(flight.key);
  }
}

/** The body stands behind the first line as it is: a long text takes most of the time of reading JSON. */
const writeReply = ({ at, reply: { body, ...head } }: CachedReply): string =>
  `${JSON.stringify({ at, ...head })}\n${body}`;

const readReply = (text: string): CachedReply => {
  const end = text.indexOf("\n");
  const { at, ...head } = JSON.parse(text.slice(0, end)) as Omit<Reply, "body"> & { readonly at: number };
  return { at, reply: { ...head, body: text.slice(end + 1) } };
};

/** The records of an answer: the length of its list, or 1 for an object. */
const countRecords = ({ status, body }: Reply): number => {
  if (status !== 200) return 0;
  try {
    const answer = JSON.parse(body) as unknown;
    const list = isObject(answer) && Array.isArray(answer["data"]) ? answer["data"] : answer;
    return Array.isArray(list) ? list.length : 1;
  } catch {
    return 0;
  }
};
