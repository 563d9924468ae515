import { createHash, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { millisecondsPerDay } from "../../facts/dates";
import type { Clock } from "../../engine/clock";
import { GatewayKeys, isGatewayKey } from "./gateway-keys";
import type { IdentityProvider } from "./identity-provider";
import { administratorId, isRefusal, type People, type Person, type Refusal } from "./person";
import { type Store, StoreUnavailable } from "./store";

/** Milliseconds for which a process trusts what it has read about a key or a person. Revocations take no longer. */
const trustFor = 30_000;
/** Milliseconds for which it trusts that while the store cannot be reached. */
const trustPeopleWithoutStore = 600_000;
/** Milliseconds between two notes that a person was here. */
const noteEvery = 600_000;
/** A person who was not here for so many ms is no longer listed. */
const personListedFor = 400 * millisecondsPerDay;
/** What processes tell each other about changes of access. */
const peopleChannel = "people";

const seenPrefix = "person/";
const revokedPrefix = "revoked-person/";

/** Somebody who was here. */
export interface SeenPerson extends Person {
  readonly signIn: "provider" | "key" | "administrator";
  /** Milliseconds since 1970, to about ten minutes. */
  readonly seenAt: number;
}

/** A person whose access an administrator has ended. */
export interface RevokedPerson {
  readonly id: string;
  readonly by: string;
  readonly at: number;
}

interface CachedText {
  readonly text: string | undefined;
  readonly at: number;
  /** How often access had changed, or might have, when it was read. */
  readonly changes: number;
}

export interface KnownPeopleOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Without it nobody signs in by tokens. */
  readonly provider?: IdentityProvider | undefined;
  /** Whether gateway keys let people in; they do where undefined. */
  readonly acceptsKeys?: boolean | undefined;
  /** The key of the first administrator, from the environment or a file of the gateway. */
  readonly administratorKey?: string | undefined;
}

/** Whoever has the key of the first administrator. */
export const administrator: Person = { id: administratorId, name: "Administrator", groups: [], admin: true };

/** The people who sign in at the identity provider or have a gateway key, less those whose access was revoked. */
export class KnownPeople implements People {
  readonly keys: GatewayKeys;
  readonly #options: KnownPeopleOptions;
  /** What the store has, by key. A flood of made-up keys pushes out others, which are then read again. */
  readonly #cached = new LRUCache<string, CachedText>({ max: 20_000 });
  readonly #notedAt = new LRUCache<string, number>({ max: 20_000 });
  readonly #unsubscribe: () => void;
  #changes = 0;

  constructor(options: KnownPeopleOptions) {
    this.#options = options;
    this.keys = new GatewayKeys(options.store, options.clock);
    // A message can be missed. What was read before is then read again, and holds where the store cannot be reached.
    this.#unsubscribe = options.store.subscribe(
      peopleChannel,
      () => this.#forget(),
      () => (this.#changes += 1),
    );
  }

  readonly close = (): void => this.#unsubscribe();

  readonly authenticate = async (authorization: string | undefined): Promise<Person | Refusal> => {
    const secret = /^Bearer ([\x21-\x7e]{1,16384})$/i.exec(authorization ?? "")?.[1];
    if (secret === undefined) return signInNeeded;
    const signIn = this.#isAdministratorKey(secret) ? "administrator" : isGatewayKey(secret) ? "key" : "provider";
    const person =
      signIn === "administrator"
        ? administrator
        : await (signIn === "key" ? this.#byKey(secret) : this.#byToken(secret));
    if (isRefusal(person)) return person;
    if (signIn !== "administrator" && (await this.#read(revokedPrefix + person.id)) !== undefined) return revoked;
    this.#note({ ...person, signIn, seenAt: this.#options.clock.now() });
    return person;
  };

  /** Ends the access of a person, by token and by key, in all processes within a minute. */
  async revoke(id: string, by: string): Promise<void> {
    const entry: RevokedPerson = { id, by, at: this.#options.clock.now() };
    await this.#change(() => this.#options.store.set(revokedPrefix + id, JSON.stringify(entry)));
  }

  async restore(id: string): Promise<void> {
    await this.#change(() => this.#options.store.delete(revokedPrefix + id));
  }

  /** False if there is no such key. */
  async revokeKey(id: string): Promise<boolean> {
    return this.#change(() => this.keys.revoke(id));
  }

  /** Who was here, the latest first. */
  async listSeen(): Promise<readonly SeenPerson[]> {
    const entries = await this.#options.store.list(seenPrefix);
    return entries.map(([, text]) => JSON.parse(text) as SeenPerson).toSorted((a, b) => b.seenAt - a.seenAt);
  }

  async listRevoked(): Promise<readonly RevokedPerson[]> {
    const entries = await this.#options.store.list(revokedPrefix);
    return entries.map(([, text]) => JSON.parse(text) as RevokedPerson);
  }

  #isAdministratorKey(secret: string): boolean {
    const { administratorKey } = this.#options;
    return administratorKey !== undefined && timingSafeEqual(sha256Bytes(secret), sha256Bytes(administratorKey));
  }

  async #byKey(key: string): Promise<Person | Refusal> {
    if (this.#options.acceptsKeys === false) return providerOnly;
    const id = this.keys.idOf(key);
    const person = id === undefined ? "unknown" : this.keys.check(key, await this.#read(`gateway-key/${id}`));
    if (person === "unknown") return unknownKey;
    if (person === "revoked") return revoked;
    if (person === "expired") return expiredKey;
    return { id: person.person, name: person.name, groups: person.groups, admin: person.admin };
  }

  async #byToken(token: string): Promise<Person | Refusal> {
    return this.#options.provider === undefined ? keysOnly : this.#options.provider.verify(token);
  }

  /** What the store has, up to `trustFor` old, or older while the store cannot be reached. */
  async #read(key: string): Promise<string | undefined> {
    const { store, clock } = this.#options;
    const cached = this.#cached.get(key);
    const changes = this.#changes;
    if (cached?.changes === changes && clock.now() - cached.at < trustFor) return cached.text;
    try {
      const text = await store.get(key);
      // It may have been read before a change that was heard of before this answer.
      if (changes === this.#changes) this.#cached.set(key, { text, at: clock.now(), changes });
      return text;
    } catch (error) {
      const usable = cached !== undefined && clock.now() - cached.at < trustPeopleWithoutStore;
      if (error instanceof StoreUnavailable && usable) return cached.text;
      throw error;
    }
  }

  #forget(): void {
    this.#changes += 1;
    this.#cached.clear();
  }

  /**
   * Changes access in one write of the store. The other processes hear of it, or read it again after `trustFor`: a
   * message that cannot be sent does not undo the change. Where the write fails, it may have reached the store.
   */
  async #change<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = await write().finally(() => this.#forget());
    await this.#options.store.publish(peopleChannel, "").catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
    });
    return result;
  }

  /** Does not wait for the store: nobody's request depends on it. */
  #note(person: SeenPerson): void {
    if (person.seenAt - (this.#notedAt.get(person.id) ?? -Infinity) < noteEvery) return;
    this.#notedAt.set(person.id, person.seenAt);
    this.#options.store.set(seenPrefix + person.id, JSON.stringify(person), personListedFor).catch(() => {
      this.#notedAt.delete(person.id);
    });
  }
}

const sha256Bytes = (text: string): Buffer => createHash("sha256").update(text).digest();

const signInRefusal = (reason: string, message: string): Refusal => ({ status: 401, reason, message });
const signInNeeded = signInRefusal("sign_in_needed", "Sign in to use the gateway of your firm.");
const unknownKey = signInRefusal(
  "key_unknown",
  "The gateway does not know this key. Ask your administrator for another one.",
);
const expiredKey = signInRefusal(
  "key_expired",
  "Your gateway key has expired. Ask your administrator for another one.",
);
const keysOnly = signInRefusal("key_needed", "This gateway takes gateway keys only. Ask your administrator for one.");
const providerOnly = signInRefusal(
  "provider_needed",
  "This gateway takes no gateway keys. Sign in with your firm's account.",
);
const revoked: Refusal = {
  status: 403,
  reason: "access_revoked",
  message: "Your access to the gateway has ended. Ask your administrator.",
};
