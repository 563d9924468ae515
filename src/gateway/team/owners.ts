import { LRUCache } from "lru-cache";
import { isObject } from "../../facts/json";
import type { V3Problem } from "../../contract/problems";
import type { Clock } from "../../engine/clock";
import type { Person } from "./person";
import { type Store, StoreUnavailable, untilStored } from "./store";
import { jsonReply, type TeamRequest } from "./team-request";
import type { Reply } from "./vendor-account";

type OwnedKind = "universe" | "task" | "analysis";

interface Owned {
  /** The id of the person. */
  readonly owner: string;
  /** Whether it is hidden from everybody else. */
  readonly isPrivate: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface OwnersOptions {
  /** Whether an analysis is its starter's alone. The service shows it to the whole company. */
  readonly privateAnalyses: boolean;
}

/** Milliseconds for which a process trusts what it knows of an owner while the store cannot be reached. */
const trustOwnersWithoutStore = 600_000;
/** What processes tell each other about changes. */
const ownersChannel = "owners";

/** The service has made a change, and whose it is could not be recorded. */
export class Unrecorded extends Error {
  override readonly name = "Unrecorded";
}

/**
 * Who created a universe, a task or an analysis through the gateway. The service sees one user for the whole class, so
 * the gateway keeps private ones to their owners, as the service does with users of their own. Rejects with
 * `StoreUnavailable` where that cannot be known.
 */
export class Owners {
  readonly #store: Store;
  /** The entitlement class: ids of different accounts have nothing to do with each other. */
  readonly #account: string;
  readonly #options: OwnersOptions;
  readonly #clock: Clock;
  /** What the store has, as it was last read. It is used while the store is away: nothing can be changed then. */
  readonly #known = new LRUCache<string, { readonly value: string | undefined; readonly at: number }>({ max: 50_000 });
  /** What the store does not have yet. */
  readonly #unsaved = new Map<string, string>();
  readonly #unsubscribe: () => void;
  #isClosed = false;

  constructor(store: Store, account: string, options: OwnersOptions, clock: Clock) {
    this.#store = store;
    this.#account = account;
    this.#options = options;
    this.#clock = clock;
    this.#unsubscribe = store.subscribe(ownersChannel, (key) => void this.#known.delete(key));
  }

  readonly close = (): void => {
    this.#isClosed = true;
    this.#unsubscribe();
  };

  /** What a request answers that names a private thing of somebody else: as if it did not exist. */
  async refusal(person: Person, request: TeamRequest): Promise<Reply | undefined> {
    const universes = namedUniverses(request);
    if (await this.#isHidden("universe", universes, person)) return notFoundReply("The universe was not found.");
    const instance = namedInstance(request);
    if (instance === undefined || !(await this.#isHidden("analysis", [instance], person))) return undefined;
    return jsonReply(404, { value: "The instance was not found." });
  }

  /** The reply without what others keep for themselves. */
  async visible(person: Person, { route }: TeamRequest, reply: Reply): Promise<Reply> {
    const listing = ownedListings[route];
    if (listing === undefined || reply.status !== 200) return reply;
    const page = JSON.parse(reply.body) as { readonly data: readonly Readonly<Record<string, unknown>>[] };
    const keys = page.data.map((record) => this.#keyOf(listing.kind, String(record[listing.id])));
    const owned = await this.#read(keys);
    const data = page.data.filter((_, index) => !isHiddenFrom(person, owned[index]));
    if (data.length === page.data.length) return reply;
    return { ...reply, ...jsonReply(200, { ...page, data, count: data.length }), records: data.length };
  }

  /** Rejects where nothing could be noted: what cannot be noted must not be created. */
  async prepare(): Promise<void> {
    await this.#store.set(`writing/${this.#account}`, "", 60_000);
  }

  /** Notes what a request has created or changed. Rejects with `Unrecorded` where it cannot; then it is noted later. */
  async note(person: Person, request: TeamRequest, reply: Reply): Promise<void> {
    if (request.route === "updateUniverse" && reply.status === 204) return this.#changed(person, request);
    if (reply.status !== 200 && reply.status !== 201) return;
    const { body } = request;
    const created = creations[request.route];
    if (created === undefined) return;
    const id = String((JSON.parse(reply.body) as Readonly<Record<string, unknown>>)[created.id]);
    const isPrivate =
      created.kind === "universe"
        ? isObject(body) && body["type"] === "PRIVATE"
        : created.kind === "task" || this.#options.privateAnalyses;
    await this.#set(created.kind, id, { owner: person.id, isPrivate, at: this.#clock.now() });
  }

  /** A universe that becomes private is that of the person who made it so, unless it has an owner. */
  async #changed(person: Person, { path, body }: TeamRequest): Promise<void> {
    const id = path["universe_id"] ?? "";
    const type = isObject(body) ? body["type"] : undefined;
    if (type === undefined) return;
    const known = readOwned((await this.#read([this.#keyOf("universe", id)]))[0]);
    await this.#set("universe", id, {
      owner: known?.owner ?? person.id,
      isPrivate: type === "PRIVATE",
      at: known?.at ?? this.#clock.now(),
    });
  }

  async #set(kind: OwnedKind, id: string, owned: Owned): Promise<void> {
    const [key, value] = [this.#keyOf(kind, id), JSON.stringify(owned)];
    // Hidden from others at once, as far as this process is concerned.
    this.#unsaved.set(key, value);
    const save = async (): Promise<void> => {
      await this.#store.set(key, value);
      await this.#store.publish(ownersChannel, key);
      if (this.#unsaved.get(key) === value) this.#unsaved.delete(key);
    };
    try {
      await untilStored(this.#clock, save, () => this.#isClosed);
    } catch (error) {
      throw error instanceof StoreUnavailable ? new Unrecorded(error.message) : error;
    }
  }

  /** What is known of these keys. Rejects with `StoreUnavailable` where that is not known for certain. */
  async #read(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    const now = this.#clock.now();
    try {
      const values = await this.#store.getMany(keys);
      for (const [index, key] of keys.entries()) this.#known.set(key, { value: values[index], at: now });
    } catch (error) {
      const isKnown = (key: string): boolean => now - (this.#known.get(key)?.at ?? -Infinity) < trustOwnersWithoutStore;
      if (!keys.every((key) => this.#unsaved.has(key) || isKnown(key))) throw error;
    }
    return keys.map((key) => this.#unsaved.get(key) ?? this.#known.get(key)?.value);
  }

  /** Of all spellings of an id: a service may read it without hyphens, in braces, or with blanks around it. */
  #keyOf(kind: OwnedKind, id: string): string {
    return `owner/${this.#account}/${kind}/${id.toLowerCase().replaceAll(/[^0-9a-z]/g, "")}`;
  }

  async #isHidden(kind: OwnedKind, ids: readonly string[], person: Person): Promise<boolean> {
    if (ids.length === 0) return false;
    const owned = await this.#read(ids.map((id) => this.#keyOf(kind, id)));
    return owned.some((value) => isHiddenFrom(person, value));
  }
}

const ownedListings: Readonly<
  Partial<Record<TeamRequest["route"], { readonly kind: OwnedKind; readonly id: string }>>
> = {
  listEntityUniverses: { kind: "universe", id: "universe_id" },
  listTasks: { kind: "task", id: "id" },
};

const creations: typeof ownedListings = {
  createUniverse: { kind: "universe", id: "universe_id" },
  extendCoverage: { kind: "task", id: "task_id" },
  startAnalysis: { kind: "analysis", id: "instance" },
};

const readOwned = (value: string | undefined): Owned | undefined =>
  value === undefined ? undefined : (JSON.parse(value) as Owned);

const isHiddenFrom = (person: Person, value: string | undefined): boolean => {
  const owned = readOwned(value);
  return owned?.isPrivate === true && owned.owner !== person.id;
};

/** The universes that a request names, in its path or in its body. */
export const namedUniverses = ({ path, body }: TeamRequest): readonly string[] => {
  const inBody = isObject(body) ? body["universe_ids"] : undefined;
  const inPath = path["universe_id"];
  return [...(inPath === undefined ? [] : [inPath]), ...(Array.isArray(inBody) ? inBody.map(String) : [])];
};

const namedInstance = ({ route, body }: TeamRequest): string | undefined => {
  const instance =
    isObject(body) && (route === "downloadAnalysis" || route === "getTimeSeries") ? body["instance"] : undefined;
  return typeof instance === "string" ? instance : undefined;
};

const notFoundReply = (message: string): Reply =>
  jsonReply(404, { message, code: 404, reason: "not_found" } satisfies V3Problem);
