import { AddinError } from "../../engine/http/addin-error";
import { t } from "../../i18n/t";
import type { Answers, CacheDeps } from "./answers";
import type { BatchItem, RecordSelection, SplitBatch } from "./batch-routes";
import { ClientGone, type Person } from "./person";
import { jsonReply, refreshTogether, type TeamRequest } from "./team-request";
import type { Reply } from "./vendor-account";

/** What is known of one item. */
interface RecordEntry extends RecordSelection {
  /** When it was requested. */
  readonly at: number;
  /** Null where the service has no such record. */
  readonly value: unknown;
}

/** An item that is being fetched, or waits for it. */
interface RecordFlight {
  readonly key: string;
  readonly item: unknown;
  /** What is requested: more may be added until it is sent. */
  fields: readonly string[];
  max: number;
  sentAt: number | undefined;
  /** For those who wait, a record that was requested earlier is too old. */
  oldest: number;
  /** It is this process that fetches it. */
  isOwn: boolean;
  /** Everybody who waits; the first pays. */
  readonly waiting: Set<Person>;
  readonly entry: Promise<RecordEntry>;
  readonly resolve: (entry: RecordEntry) => void;
  readonly reject: (reason: unknown) => void;
}

/** The service did not answer a call for several items with a list of records: each request is then sent as it came. */
class BatchRefused extends Error {
  override readonly name = "BatchRefused";
}

const coversSelection = (known: RecordSelection, selection: RecordSelection, isWhole: boolean): boolean =>
  selection.fields.every((field) => known.fields.includes(field)) && (known.max >= selection.max || isWhole);

const unionSelection = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].sort();

/**
 * Records of one entitlement class. A batch of an analyst is answered from the records that are known; only the others
 * are requested, together with what others wait for.
 */
export class Records {
  readonly #deps: CacheDeps;
  readonly #answers: Answers;
  /** By the kind of batch, then by the item's key. */
  readonly #flights = new Map<string, Map<string, RecordFlight>>();
  /**
   * Who has a call in the queue. A person stands for one request here, and one call takes all that it waits for, so nobody
   * needs two. If many people went away, calls that were passed on would otherwise multiply until the memory is full.
   */
  readonly #callers = new Set<Person>();
  /** What each request of a person waits or has waited for. The object ends with the request, and this with it. */
  readonly #waitedFor = new WeakMap<Person, Set<RecordFlight>>();

  constructor(deps: CacheDeps, answers: Answers) {
    this.#deps = deps;
    this.#answers = answers;
  }

  /** Rejects with `BudgetSpent`, or with an AddinError where the service has no answer. */
  async read(person: Person, request: TeamRequest, batch: SplitBatch): Promise<Reply> {
    const oldest = this.#deps.clock.now() - (request.fresh ? refreshTogether : this.#deps.freshFor);
    try {
      const entries = await this.#load(person, batch, oldest);
      const values = batch.items.map(({ key }) => entries.get(key)?.value ?? null);
      const records = values.filter((value) => value !== null).length;
      const at = [...entries.values()].reduce((oldestAt, entry) => Math.min(oldestAt, entry.at), Infinity);
      return { ...jsonReply(200, batch.join(values)), records, at };
    } catch (error) {
      // Whoever joined just as the others left asks anew.
      if (error instanceof ClientGone && person.isGone?.() !== true) return this.read(person, request, batch);
      // The service's own words, about this request and nobody else's.
      if (error instanceof BatchRefused) return this.#answers.pass(person, request, batch.isCounted);
      throw error;
    }
  }

  async #load(person: Person, batch: SplitBatch, oldest: number): Promise<ReadonlyMap<string, RecordEntry>> {
    const unique = new Map(batch.items.map((item) => [item.key, item]));
    const { flying, others } = this.#joinFlights(person, batch, [...unique.values()], oldest);
    const entries = new Map<string, RecordEntry>();
    const fromStore = await this.#readStore(batch, others);
    const missing: MissingItem[] = [];
    for (const [index, item] of others.entries()) {
      const entry = fromStore[index];
      const { selection } = batch;
      if (entry !== undefined && entry.at >= oldest && coversSelection(entry, selection, batch.isWhole(entry.value)))
        entries.set(item.key, entry);
      // Otherwise two people who want different fields would replace each other's record again and again.
      else missing.push({ ...item, ...this.#more(batch, item, entry) });
    }
    // Somebody else may have asked for some of them meanwhile.
    const later = this.#joinFlights(person, batch, missing, oldest);
    const fetched = this.#fetch(person, batch, later.others, oldest);
    const all = [...flying, ...later.flying, ...fetched];
    for (const flight of await Promise.all(all.map(({ key, entry }) => entry.then((value) => [key, value] as const))))
      entries.set(...flight);
    return entries;
  }

  /** What was requested of an item before, and what this batch requests. */
  #more(batch: SplitBatch, { key }: BatchItem, entry: RecordEntry | undefined): RecordSelection {
    const flight = this.#flightsOf(batch).get(key);
    const known = [batch.selection, ...(entry === undefined ? [] : [entry]), ...(flight === undefined ? [] : [flight])];
    return { fields: unionSelection(known.map(({ fields }) => fields)), max: Math.max(...known.map(({ max }) => max)) };
  }

  async #readStore(batch: SplitBatch, items: readonly BatchItem[]): Promise<readonly (RecordEntry | undefined)[]> {
    if (items.length === 0) return [];
    const keys = items.map(({ key }) => this.#storeKey(batch, key));
    const values = await this.#deps.store.getMany(keys).catch(() => []);
    return items.map((_, index) => {
      const value = values[index];
      return value === undefined ? undefined : (JSON.parse(value) as RecordEntry);
    });
  }

  #storeKey({ kind }: SplitBatch, key: string): string {
    // A kind holds texts of the request: a slash in one must not lead to the record of another kind.
    return `cache/${this.#deps.account.name}/record/${encodeURIComponent(kind)}/${key}`;
  }

  #flightsOf({ kind }: SplitBatch): Map<string, RecordFlight> {
    return this.#flights.get(kind) ?? new Map<string, RecordFlight>();
  }

  /** Joins what is under way and is enough; `others` is the rest. */
  #joinFlights<Item extends BatchItem>(person: Person, batch: SplitBatch, items: readonly Item[], oldest: number) {
    const flights = this.#flightsOf(batch);
    const flying: RecordFlight[] = [];
    const others: Item[] = [];
    for (const item of items) {
      const flight = flights.get(item.key);
      if (flight === undefined || !this.#canJoin(flight, batch.selection, oldest)) others.push(item);
      else {
        this.#wait(person, flight);
        flying.push(flight);
      }
    }
    return { flying, others };
  }

  #canJoin(flight: RecordFlight, selection: RecordSelection, oldest: number): boolean {
    if (flight.sentAt !== undefined) return flight.sentAt >= oldest && coversSelection(flight, selection, false);
    flight.fields = unionSelection([flight.fields, selection.fields]);
    flight.max = Math.max(flight.max, selection.max);
    flight.oldest = Math.max(flight.oldest, oldest);
    return true;
  }

  #wait(person: Person, flight: RecordFlight): void {
    flight.waiting.add(person);
    this.#waitedFor.set(person, (this.#waitedFor.get(person) ?? new Set()).add(flight));
  }

  #fetch(person: Person, batch: SplitBatch, items: readonly MissingItem[], oldest: number): readonly RecordFlight[] {
    if (items.length === 0) return [];
    const flights = this.#flightsOf(batch);
    this.#flights.set(batch.kind, flights);
    const created = items.map(({ key, item, fields, max }) => {
      const { promise: entry, resolve, reject } = withResolvers<RecordEntry>();
      const state = { sentAt: undefined, oldest, isOwn: false, waiting: new Set<Person>() };
      const flight: RecordFlight = { key, item, fields, max, ...state, entry, resolve, reject };
      flights.set(key, flight);
      this.#wait(person, flight);
      return flight;
    });
    void this.#settle(person, batch, created);
    return created;
  }

  /** Each by this process, or by another one that has begun. */
  #settle(person: Person, batch: SplitBatch, created: readonly RecordFlight[]): Promise<void> {
    const byKey = new Map(created.map((flight) => [this.#storeKey(batch, flight.key), flight]));
    const flightsOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
    const find = async (keys: readonly string[]): Promise<ReadonlySet<string>> => {
      const entries = await this.#readStore(batch, flightsOf(keys));
      return new Set(
        keys.filter((key, index) => {
          const [flight, entry] = [byKey.get(key), entries[index]];
          if (flight === undefined || entry === undefined || entry.at < flight.oldest) return false;
          if (!coversSelection(entry, flight, batch.isWhole(entry.value))) return false;
          flight.sentAt = entry.at;
          flight.resolve(entry);
          this.#removeLater(batch, [flight]);
          return true;
        }),
      );
    };
    const fetch = (keys: readonly string[]): void => {
      for (const flight of flightsOf(keys)) flight.isOwn = true;
      void this.#call(person, batch);
    };
    return this.#deps.flights.settle([...byKey.keys()], find, fetch);
  }

  /** One call, at this person's turn: for what the person waits for, and up to its size for what others wait for. */
  async #call(person: Person, batch: SplitBatch): Promise<void> {
    if (this.#callers.has(person)) return;
    this.#callers.add(person);
    const { account, budget, clock } = this.#deps;
    const turn: { taken: readonly RecordFlight[]; lost: Error | undefined } = { taken: [], lost: undefined };
    const start = () => {
      this.#callers.delete(person);
      turn.lost = person.isGone?.() === true ? new ClientGone() : budget.isSpent(person) ? budget.spent() : undefined;
      if (turn.lost !== undefined) return undefined;
      turn.taken = this.#take(person, batch);
      if (turn.taken.length === 0) return undefined;
      budget.charge(person);
      const now = clock.now();
      for (const flight of turn.taken) flight.sentAt = now;
      return batch.call(
        turn.taken.map(({ item }) => item),
        this.#selectionOf(turn.taken),
      );
    };
    try {
      const { route, isCounted: once } = batch;
      const reply = await account.request({ route, person: person.id, once, start });
      if (turn.lost !== undefined) this.#passOn(person, batch, turn.lost);
      else if (reply !== undefined) this.#answered(batch, turn.taken, reply);
    } catch (error) {
      // An error before its turn ends the whole queue.
      this.#callers.delete(person);
      this.#fail(
        batch,
        turn.taken.length > 0 ? turn.taken : this.#pending(batch, this.#flightsOf(batch).values()),
        error,
      );
    }
  }

  #selectionOf(flights: readonly RecordFlight[]): RecordSelection {
    return {
      fields: unionSelection(flights.map(({ fields }) => fields)),
      max: flights.reduce((most, { max }) => Math.max(most, max), 1),
    };
  }

  /** Those of these flights that this process is to request and has not. */
  #pending(batch: SplitBatch, flights: Iterable<RecordFlight>): readonly RecordFlight[] {
    const current = this.#flightsOf(batch);
    return [...flights].filter(
      (flight) => flight.isOwn && flight.sentAt === undefined && current.get(flight.key) === flight,
    );
  }

  /** What this person waits for and this process is to request. */
  #pendingOf(person: Person, batch: SplitBatch): readonly RecordFlight[] {
    return this.#pending(batch, this.#waitedFor.get(person) ?? []);
  }

  /** What the next call takes: first what this person waits for, then what others do. */
  #take(person: Person, batch: SplitBatch): readonly RecordFlight[] {
    const own = this.#pendingOf(person, batch);
    if (own.length >= batch.maxItems) return own.slice(0, batch.maxItems);
    const all = this.#pending(batch, this.#flightsOf(batch).values());
    return [...new Set([...own, ...all])].slice(0, batch.maxItems);
  }

  /** The person has no budget left, or has gone. What others wait for is requested at their turn. */
  #passOn(person: Person, batch: SplitBatch, reason: Error): void {
    const dropped: RecordFlight[] = [];
    for (const flight of this.#pendingOf(person, batch)) {
      const { waiting } = flight;
      waiting.delete(person);
      const [other] = waiting;
      if (other === undefined) dropped.push(flight);
      else void this.#call(other, batch);
    }
    this.#fail(batch, dropped, reason);
  }

  #answered(batch: SplitBatch, flights: readonly RecordFlight[], reply: Reply): void {
    const values =
      reply.status === 200
        ? batch.read(
            parseRecord(reply.body),
            flights.map(({ item }) => item),
          )
        : undefined;
    if (values === undefined) {
      this.#fail(batch, flights, batchRefusal(batch, reply));
      return;
    }
    const { clock, store, freshFor } = this.#deps;
    const selection = this.#selectionOf(flights);
    const entries = flights.map((flight, index): [RecordFlight, RecordEntry] => [
      flight,
      { ...selection, at: flight.sentAt ?? clock.now(), value: values[index] },
    ]);
    for (const [flight, entry] of entries) flight.resolve(entry);
    const storedEntries = entries.map(([{ key }, entry]): [string, string] => [
      this.#storeKey(batch, key),
      JSON.stringify(entry),
    ]);
    const keys = storedEntries.map(([key]) => key);
    const whenStored = store.setMany(storedEntries, freshFor).catch(() => undefined);
    void whenStored.finally(() => void this.#deps.flights.release(keys));
    this.#removeLater(batch, flights);
  }

  /** Who is reading the store now finds them here until they are there. */
  #removeLater(batch: SplitBatch, flights: readonly RecordFlight[]): void {
    this.#deps.clock.after(refreshTogether, () => this.#remove(batch, flights));
  }

  #fail(batch: SplitBatch, flights: readonly RecordFlight[], error: unknown): void {
    this.#remove(batch, flights);
    void this.#deps.flights.release(flights.map(({ key }) => this.#storeKey(batch, key)));
    for (const { reject } of flights) reject(error);
  }

  #remove(batch: SplitBatch, gone: readonly RecordFlight[]): void {
    const flights = this.#flightsOf(batch);
    for (const flight of gone) if (flights.get(flight.key) === flight) flights.delete(flight.key);
    if (flights.size === 0) this.#flights.delete(batch.kind);
  }
}

type MissingItem = BatchItem & RecordSelection;

/** Why a call for several items has no records: whether each request is then sent as it came. */
const batchRefusal = ({ isCounted }: SplitBatch, { status }: Reply): Error => {
  // The service may have counted the items before it failed, and would count them again.
  if (isCounted && (status >= 500 || status === 200))
    return new AddinError("unavailable", t("runtime.failed", { status }), { status });
  return new BatchRefused(`The service answered ${status}.`);
};

const parseRecord = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const withResolvers = <Value>() => {
  let [resolve, reject]: [(value: Value) => void, (reason: unknown) => void] = [() => undefined, () => undefined];
  const promise = new Promise<Value>((resolved, rejected) => ([resolve, reject] = [resolved, rejected]));
  // Whoever waits hears of it; nobody may be waiting.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};
