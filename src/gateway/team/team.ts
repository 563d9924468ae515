import { LRUCache } from "lru-cache";
import { budgetReason, type V3Problem } from "../../contract/problems";
import type { RouteName } from "../../contract/routes";
import type { Clock } from "../../engine/clock";
import { AddinError } from "../../engine/http/addin-error";
import type { Send } from "../../engine/http/client";
import type { CallRecord } from "../../engine/requests/request-log";
import { Answers, type CacheDeps } from "./answers";
import { splitBatch } from "./batch-routes";
import { Budget, type BudgetLimits, BudgetSpent, type BudgetState } from "./budget";
import { CoverageQueue } from "./coverage-queue";
import { Owners, namedUniverses, Unrecorded } from "./owners";
import { ClientGone, type Person } from "./person";
import { Records } from "./records";
import { SharedFlights } from "./shared-flights";
import { type Store, StoreUnavailable, untilStored } from "./store";
import { jsonReply, type TeamRequest } from "./team-request";
import { otherRequests, Usage } from "./usage";
import { type AccountLoad, type Reply, VendorAccount, type VendorCredentials } from "./vendor-account";

/** One account of the firm at the service, and who uses it. */
export interface AccountOptions extends VendorCredentials {
  /** The name of the entitlement class. */
  readonly name: string;
  /** Members of these groups use it; everybody where undefined. A person uses the first account that fits. */
  readonly groups?: readonly string[] | undefined;
}

export interface TeamOptions {
  /** The service's base address. */
  readonly address: string;
  readonly accounts: readonly AccountOptions[];
  readonly budgets?: BudgetLimits | undefined;
  /** Milliseconds for which an answer serves others; 15 minutes where undefined. */
  readonly freshFor?: number | undefined;
  readonly privateAnalyses?: boolean | undefined;
  /** Days for which the counts of the usage report are kept; 100 where undefined. */
  readonly usageDays?: number | undefined;
}

export interface TeamDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly send: Send;
  readonly watch?: TeamWatch | undefined;
}

/** Hears what a team does, without any content. */
export interface TeamWatch {
  readonly answered: (source: "cache" | "service" | "refused") => void;
  /** A request to the service has ended. */
  readonly called: (account: string, call: CallRecord) => void;
  readonly budgetSpent: () => void;
}

/** The state of one of the firm's accounts at the service. */
export interface AccountState extends AccountLoad {
  readonly name: string;
  readonly isSignedIn: boolean;
}

/** What people share who use one account. */
interface EntitlementClass {
  readonly options: AccountOptions;
  readonly account: VendorAccount;
  readonly answers: Answers;
  readonly records: Records;
  readonly owners: Owners;
  readonly coverage: CoverageQueue;
}

/** What is known of a request besides the person and what is asked. */
export interface RequestOrigin {
  /** The function whose request it is. */
  readonly asking?: string;
  /** Whether the client does not wait any longer: what was not sent yet is then not sent for it. */
  readonly isGone?: () => boolean;
}

const usualFreshFor = 15 * 60_000;
const usualUsageDays = 100;
/** Milliseconds for which the lists of a universe are short-lived after somebody asked for more coverage. */
const coverageSettles = 15 * 60_000;
/** Milliseconds for which such a list, and a list of tasks, serves others. */
const shortLived = 5_000;

/** Routes that change something: never repeated, never kept. */
const writes: ReadonlySet<RouteName> = new Set(["createUniverse", "updateUniverse", "extendCoverage", "startAnalysis"]);

/** Answers the requests of a team from what the firm's accounts may see. */
export class Team {
  readonly #deps: TeamDeps;
  readonly #budget: Budget;
  readonly #flights: SharedFlights;
  readonly #classes: readonly EntitlementClass[];
  /** The latest changes as last read, for when the store is away; empty where there was none. */
  readonly #changes = new LRUCache<string, string>({ max: 50_000 });
  #isClosed = false;
  readonly usage: Usage;

  constructor(options: TeamOptions, deps: TeamDeps) {
    const { store, clock, send, watch } = deps;
    this.#deps = deps;
    this.usage = new Usage(store, clock, options.usageDays ?? usualUsageDays);
    this.#budget = new Budget(options.budgets ?? {}, store, clock, (person) => this.usage.charged(person));
    this.#flights = new SharedFlights(store, clock);
    const { address, freshFor = usualFreshFor, privateAnalyses = false } = options;
    this.#classes = options.accounts.map((each) => {
      const onCall = (call: CallRecord): void => watch?.called(each.name, call);
      const account = new VendorAccount({ name: each.name, credentials: each, address, send, store, clock, onCall });
      const cache: CacheDeps = { account, store, budget: this.#budget, flights: this.#flights, clock, freshFor };
      const answers = new Answers(cache);
      const owners = new Owners(store, each.name, { privateAnalyses }, clock);
      const coverage = new CoverageQueue(clock);
      return { options: each, account, answers, records: new Records(cache, answers), owners, coverage };
    });
  }

  /** Answers a request, with a refusal where it cannot be answered, and counts it. */
  async answer(
    known: Person,
    request: TeamRequest,
    { asking = otherRequests, isGone }: RequestOrigin = {},
  ): Promise<Reply> {
    // Counts of requests go by this object: each request has one of its own.
    const person: Person = { ...known, asking, isGone };
    const reply = withAge(await this.#answer(person, request), this.#deps.clock.now());
    if (reply.status < 400) {
      const cached = this.usage.answered(person, requestCounts(request, reply.records ?? 0));
      this.#deps.watch?.answered(cached ? "cache" : "service");
    } else this.#deps.watch?.answered("refused");
    return reply;
  }

  async #answer(person: Person, request: TeamRequest): Promise<Reply> {
    const entitled = this.#classOf(person);
    if (entitled === undefined)
      return problem(403, "forbidden", "No account of the service is open to your groups. Ask your administrator.");
    try {
      // Each of these may ask the store, and none depends on another.
      const [refusal, since] = await Promise.all([
        entitled.owners.refusal(person, request),
        this.#changedAt(entitled, request),
        this.#budget.prepare(person),
      ]);
      if (refusal !== undefined) return refusal;
      if (writes.has(request.route)) return await this.#write(entitled, person, request);
      return await entitled.owners.visible(person, request, await this.#read(entitled, person, request, since));
    } catch (error) {
      if (error instanceof BudgetSpent) this.#deps.watch?.budgetSpent();
      return teamRefusal(error);
    }
  }

  #classOf(person: Person): EntitlementClass | undefined {
    return this.#classes.find(
      ({ options: { groups } }) => groups?.some((group) => person.groups.includes(group)) ?? true,
    );
  }

  /** The name of the firm's account that serves a person; undefined where none is open to the person's groups. */
  accountOf(person: Person): string | undefined {
    return this.#classOf(person)?.options.name;
  }

  /** Signs in to the service with each of the firm's accounts. */
  prepare(): void {
    for (const { account } of this.#classes) account.prepare();
  }

  get accounts(): readonly AccountState[] {
    return this.#classes.map(({ account }) => ({
      name: account.name,
      isSignedIn: account.isSignedIn,
      ...account.load,
    }));
  }

  /** What a person has used of today's budgets. */
  budgetOf(person: Person): Promise<BudgetState> {
    return this.#budget.stateOf(person);
  }

  /** What everybody, and the members of each group with a limit, have used of today's budgets. */
  sharedBudgets(): Promise<Pick<BudgetState, "groups" | "firm" | "resetsAt">> {
    return this.#budget.shared();
  }

  /** Ends all requests, and writes what was counted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { account, owners, coverage } of this.#classes) {
      coverage.close();
      account.close();
      owners.close();
    }
    this.#flights.close();
    await Promise.all([this.#budget.close(), this.usage.close()]);
  }

  async #read(
    { records, answers }: EntitlementClass,
    person: Person,
    request: TeamRequest,
    since: number,
  ): Promise<Reply> {
    const batch = splitBatch(request);
    return batch === undefined ? answers.read(person, request, since) : records.read(person, request, batch);
  }

  async #write(
    { options: { name }, answers, owners, coverage }: EntitlementClass,
    person: Person,
    request: TeamRequest,
  ): Promise<Reply> {
    await owners.prepare();
    const pass = (): Promise<Reply> => answers.pass(person, request, true);
    const reply = await (request.route === "extendCoverage" ? coverage.run(person.id, pass) : pass());
    await owners.note(person, request, reply);
    if (reply.status >= 300) return reply;
    const now = this.#deps.clock.now();
    // What was sent in the same millisecond may have been answered before.
    const changes: UniverseChangeNote = {
      at: now + 1,
      settlesAt: request.route === "extendCoverage" ? now + coverageSettles : now,
    };
    const changed = [...namedUniverses(request).map((id) => id.toLowerCase()), "all"];
    const entries = changed.map((id) => [`changed/${name}/${id}`, JSON.stringify(changes)] as const);
    for (const [key, text] of entries) this.#changes.set(key, text);
    // Whose it is was recorded, so the answer is given even if colleagues see older lists for a while.
    const { store, clock } = this.#deps;
    await untilStored(
      clock,
      () => store.setMany(entries, coverageSettles * 2),
      () => this.#isClosed,
    ).catch(() => undefined);
    return reply;
  }

  /** Answers from before are too old, because somebody has changed something since. */
  async #changedAt({ options: { name } }: EntitlementClass, request: TeamRequest): Promise<number> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const isOfAll = request.route === "listEntityUniverses" || request.route === "listTasks";
    const concerned = isOfAll ? ["all"] : namedUniverses(request);
    if (concerned.length === 0) return -Infinity;
    const keys = concerned.map((id) => `changed/${name}/${id}`);
    const values = await store.getMany(keys).catch(() => undefined);
    if (values !== undefined) for (const [index, key] of keys.entries()) this.#changes.set(key, values[index] ?? "");
    // Where nobody knows whether something was changed, the service is asked.
    else if (!keys.every((key) => this.#changes.has(key))) return now;
    return Math.max(
      request.route === "listTasks" ? now - shortLived : -Infinity,
      ...keys.map((key) => {
        const value = this.#changes.get(key) ?? "";
        if (value === "") return -Infinity;
        const { at, settlesAt } = JSON.parse(value) as UniverseChangeNote;
        return now < settlesAt ? Math.max(at, now - shortLived) : settlesAt;
      }),
    );
  }
}

/** Says how many whole seconds ago the service was asked (RFC 9111), where that was not just now. */
const withAge = (reply: Reply, now: number): Reply => {
  const seconds = Math.floor((now - (reply.at ?? now)) / 1_000);
  return seconds < 1 ? reply : { ...reply, headers: { ...reply.headers, age: String(seconds) } };
};

/** What an answer of so many records counts as. */
const requestCounts = ({ route, query }: TeamRequest, records: number) => ({
  records,
  documents: /Documents?$/.test(route) ? records : 0,
  translations: route === "translateDocuments" || (query.get("translate") ?? "") !== "" ? records : 0,
});

interface UniverseChangeNote {
  readonly at: number;
  /** Until then more changes may follow. */
  readonly settlesAt: number;
}

/** A refusal in the v3 error body. */
export const problem = (
  status: number,
  reason: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => jsonReply(status, { message, code: status, reason } satisfies V3Problem, headers);

const teamRefusal = (error: unknown): Reply => {
  if (error instanceof BudgetSpent)
    return problem(403, budgetReason, error.message, { "retry-after": String(Math.ceil(error.endsIn / 1_000)) });
  if (error instanceof StoreUnavailable)
    return problem(503, "unavailable", "The gateway cannot reach its store. Try again later.", { "retry-after": "5" });
  if (error instanceof Unrecorded)
    return problem(
      503,
      "unrecorded",
      "The service has made the change, but the gateway could not record whose it is yet. Look before you repeat it.",
    );
  // Nobody reads it.
  if (error instanceof ClientGone) return problem(503, "unavailable", "The client has gone.");
  if (!(error instanceof AddinError)) throw error;
  // The analyst cannot sign in again: it is the firm's key that is refused.
  if (error.code === "signed-out")
    return problem(503, "unavailable", "The gateway cannot sign in to the service. Ask your administrator.");
  const { retryAfter } = error.details;
  const headers = retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter / 1_000)) };
  return problem(503, "unavailable", error.message, headers);
};
