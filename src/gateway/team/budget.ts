import { millisecondsPerDay } from "../../facts/dates";
import type { Clock } from "../../engine/clock";
import type { Person } from "./person";
import type { Store } from "./store";
import { Tally } from "./tally";

/** How many requests to the service are allowed on one day (UTC); what is not named has no limit. */
export interface BudgetLimits {
  /** Of each person. */
  readonly person?: number | undefined;
  /** Of all members of a group together, by the group's name. */
  readonly groups?: Readonly<Record<string, number>> | undefined;
  /** Of everybody together. */
  readonly firm?: number | undefined;
}

/** How much of a budget of today is used. */
export interface BudgetUse {
  readonly used: number;
  /** Null where there is no limit. */
  readonly limit: number | null;
}

/** What a person has used today, and what is left to the person. */
export interface BudgetState extends BudgetUse {
  /** ISO 8601. */
  readonly resetsAt: string;
  /** Of the person's groups that have a limit, for all members together. */
  readonly groups: readonly (BudgetUse & { readonly name: string })[];
  /** Of everybody together, where that has a limit. */
  readonly firm?: BudgetUse;
}

/** Somebody asked for more than the budget of the day allows. */
export class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
  /** Milliseconds until the next budget begins. */
  readonly endsIn: number;

  constructor(endsIn: number) {
    super("Your team's budget for today is used up; it resets at 00:00 UTC");
    this.endsIn = endsIn;
  }
}

interface Count {
  /** The group's name. */
  readonly name?: string;
  readonly key: string;
  readonly limit: number;
}

/** Milliseconds for which the sums of other processes may be unknown here. */
const staleAfter = 2_000;

/**
 * Counts the requests that are sent to the service for a person, for the person's groups and for the firm. What is
 * answered without the service costs nothing. Processes that share a store share the counts, and may exceed a limit
 * together by what they send within two seconds.
 */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #store: Store;
  readonly #clock: Clock;
  /** The sums of today by key, as last known. */
  readonly #sums = new Map<string, { sum: number; readAt: number }>();
  readonly #tally: Tally;
  #day = "";
  readonly #charged: (person: Person) => void;

  /** @param charged called for each request that is sent */
  constructor(limits: BudgetLimits, store: Store, clock: Clock, charged: (person: Person) => void = () => undefined) {
    this.#charged = charged;
    this.#limits = limits;
    this.#store = store;
    this.#clock = clock;
    const summed = (key: string, sum: number): void => this.#know(key, sum, clock.now());
    this.#tally = new Tally({ store, clock, ttl: 2 * millisecondsPerDay, gather: 0, summed });
  }

  readonly close = (): Promise<void> => this.#tally.close();

  /** Reads what other processes have counted. Where the store is away, what is known here goes on. */
  async prepare(person: Person): Promise<void> {
    const now = this.#clock.now();
    const keys = this.#counted(person)
      .map(({ key }) => key)
      .filter((key) => now - (this.#sums.get(key)?.readAt ?? -Infinity) > staleAfter);
    if (keys.length === 0) return;
    const values = await this.#store.getMany(keys).catch(() => undefined);
    for (const [index, key] of keys.entries()) this.#know(key, Number(values?.[index] ?? 0), now);
  }

  isSpent(person: Person): boolean {
    return this.#counted(person).some(({ key, limit }) => (this.#sums.get(key)?.sum ?? 0) >= limit);
  }

  /** Where the store is away, what is known here. */
  async stateOf(person: Person): Promise<BudgetState> {
    await this.prepare(person);
    const now = this.#clock.now();
    const usedBy = (key: string): number => this.#sums.get(key)?.sum ?? 0;
    const [own, ...shared] = this.#counted(person).map(({ name, key, limit }) => ({
      ...{ name, used: usedBy(key), limit: Number.isFinite(limit) ? limit : null },
    }));
    const firm = shared.find(({ name }) => name === undefined);
    return {
      used: own?.used ?? 0,
      limit: own?.limit ?? null,
      resetsAt: new Date(now - (now % millisecondsPerDay) + millisecondsPerDay).toISOString(),
      groups: shared.flatMap(({ name, ...use }) => (name === undefined ? [] : [{ name, ...use }])),
      ...(firm !== undefined && { firm: { used: firm.used, limit: firm.limit } }),
    };
  }

  /** The budgets that people share: of all groups with a limit, and of everybody. */
  async shared(): Promise<Pick<BudgetState, "groups" | "firm" | "resetsAt">> {
    const nobody = { id: "", name: "", admin: false, groups: Object.keys(this.#limits.groups ?? {}) };
    const { groups, firm, resetsAt } = await this.stateOf(nobody);
    return { groups, resetsAt, ...(firm !== undefined && { firm }) };
  }

  spent(): BudgetSpent {
    return new BudgetSpent(millisecondsPerDay - (this.#clock.now() % millisecondsPerDay));
  }

  /** Counts a request that is sent now. */
  charge(person: Person): void {
    this.#charged(person);
    for (const { key } of this.#counted(person)) {
      const known = this.#sums.get(key);
      if (known === undefined) this.#sums.set(key, { sum: 1, readAt: -Infinity });
      else known.sum += 1;
      this.#tally.add(key, 1);
    }
  }

  /** The counts to which a request of a person is added: first the person's own, which may have no limit. */
  #counted(person: Person): readonly Count[] {
    const today = this.#today();
    const { person: ofPerson, groups = {}, firm } = this.#limits;
    const namedGroups = person.groups.flatMap((group) => {
      const limit = Object.hasOwn(groups, group) ? groups[group] : undefined;
      return limit === undefined ? [] : [{ name: group, key: `budget/${today}/group/${group}`, limit }];
    });
    return [
      { key: `budget/${today}/person/${person.id}`, limit: ofPerson ?? Infinity },
      ...namedGroups,
      ...(firm === undefined ? [] : [{ key: `budget/${today}/firm`, limit: firm }]),
    ];
  }

  #today(): string {
    const today = new Date(this.#clock.now()).toISOString().slice(0, 10);
    if (today !== this.#day) this.#sums.clear();
    this.#day = today;
    return today;
  }

  /** Requests that were counted here and are not yet in the store's sum must not be forgotten. */
  #know(key: string, sum: number, readAt: number): void {
    this.#sums.set(key, { sum: Math.max(sum, this.#sums.get(key)?.sum ?? 0), readAt });
  }
}
