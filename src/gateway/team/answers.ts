import type { Clock } from "../../engine/clock";
import type { Budget } from "./budget";
import type { Person } from "./person";
import type { Store } from "./store";
import { callOf, refreshTogether, type TeamRequest } from "./team-request";
import type { Reply, VendorAccount } from "./vendor-account";

/** What the cache of the gateway depends on. */
export interface CacheDeps {
  readonly account: VendorAccount;
  readonly store: Store;
  readonly budget: Budget;
  readonly clock: Clock;
  /** Milliseconds for which an answer serves others. */
  readonly freshFor: number;
}

interface CachedReply {
  /** When it was requested. */
  readonly at: number;
  readonly reply: Reply;
}

interface Flight {
  /** Undefined while it waits for its turn. */
  sentAt: number | undefined;
  readonly waiting: Set<Person>;
  readonly reply: Promise<Reply>;
}

/** Characters of the largest answer that is kept. */
const largestKept = 4_000_000;

/** Answers of one entitlement class by their whole request: listings, single records, analyses. Equal requests are one. */
export class Answers {
  readonly #deps: CacheDeps;
  readonly #flights = new Map<string, Flight>();

  constructor(deps: CacheDeps) {
    this.#deps = deps;
  }

  /**
   * The answer to a request that reads. Rejects with `BudgetSpent`, or with an AddinError where the service has no
   * answer.
   * @param since an answer that was requested earlier is too old, in milliseconds since 1970
   */
  async read(person: Person, request: TeamRequest, since = -Infinity): Promise<Reply> {
    const { account, clock, freshFor, store } = this.#deps;
    const call = callOf(request);
    const key = `cache/${account.name}/answer/${call.path} ${call.body ?? ""}`;
    const now = clock.now();
    const oldest = Math.max(since, now - (request.fresh ? refreshTogether : freshFor));
    const flight = this.#join(key, person, oldest);
    if (flight !== undefined) return flight;
    const kept = await store.get(key).catch(() => undefined);
    if (kept !== undefined) {
      const { at, reply } = JSON.parse(kept) as CachedReply;
      if (at >= oldest) return reply;
    }
    // Somebody else may have asked for it meanwhile.
    return this.#join(key, person, oldest) ?? this.#fetch(key, person, request);
  }

  /** Sends a request that is never repeated and never kept: a change, or one whose answer is for nobody else. */
  async pass(person: Person, request: TeamRequest, once: boolean): Promise<Reply> {
    const { account, budget } = this.#deps;
    const reply = await account.request({
      route: request.route,
      person: person.id,
      once,
      start: () => {
        if (budget.isSpent(person)) return undefined;
        budget.charge(person);
        return callOf(request);
      },
    });
    if (reply === undefined) throw budget.spent();
    return reply;
  }

  #join(key: string, person: Person, oldest: number): Promise<Reply> | undefined {
    const flight = this.#flights.get(key);
    if (flight === undefined || (flight.sentAt ?? Infinity) < oldest) return undefined;
    flight.waiting.add(person);
    return flight.reply;
  }

  #fetch(key: string, person: Person, request: TeamRequest): Promise<Reply> {
    const waiting = new Set([person]);
    const flight: Flight = {
      sentAt: undefined,
      waiting,
      reply: this.#load(request, waiting, () => this.#sent(flight)),
    };
    this.#flights.set(key, flight);
    flight.reply.then(
      (reply) => this.#settled(key, flight, reply),
      () => this.#remove(key, flight),
    );
    return flight.reply;
  }

  #sent(flight: Flight): void {
    flight.sentAt = this.#deps.clock.now();
  }

  /** Asks on the budget of the first who waits and has one. */
  async #load(request: TeamRequest, waiting: ReadonlySet<Person>, sent: () => void): Promise<Reply> {
    const { account, budget } = this.#deps;
    // A set is iterated with what is added meanwhile.
    for (const person of waiting) {
      const start = () => {
        if (budget.isSpent(person)) return undefined;
        budget.charge(person);
        sent();
        return callOf(request);
      };
      const reply = await account.request({ route: request.route, person: person.id, once: false, start });
      if (reply !== undefined) return reply;
    }
    throw budget.spent();
  }

  #settled(key: string, flight: Flight, reply: Reply): void {
    const { clock, store, freshFor } = this.#deps;
    if (reply.status !== 200) {
      this.#remove(key, flight);
      return;
    }
    // Who is reading the store now finds it here until it is there.
    clock.after(refreshTogether, () => this.#remove(key, flight));
    if (reply.body.length > largestKept) return;
    const kept: CachedReply = { at: flight.sentAt ?? clock.now(), reply };
    void store.set(key, JSON.stringify(kept), freshFor).catch(() => undefined);
  }

  #remove(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
