import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { millisecondsPerDay } from "../../facts/dates";
import type { Clock } from "../../engine/clock";
import type { Store } from "./store";

/** A personal key for the gateway, as it is stored and listed: without the key itself. */
export interface GatewayKey {
  /** The first part of the key. It is no secret. */
  readonly id: string;
  /** The id of the person who signs in with it. Two keys of one person share budget, usage and ownership. */
  readonly person: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly admin: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt?: number;
}

export type NewGatewayKey = Pick<GatewayKey, "person" | "name" | "groups" | "admin" | "expiresAt">;

/**
 * SHA-256 in base64url. A key has 256 random bits, so nobody finds it by trying, however fast the hash is. scrypt
 * protects passwords that people choose; here it would only let a stranger keep the processor busy, 50 ms a request.
 */
interface StoredKey extends GatewayKey {
  readonly hash: string;
}

const gatewayKeyPrefix = "gateway-key/";
/** A key that has ended is listed for 90 days, in ms. */
const endedKeyListedFor = 90 * millisecondsPerDay;
const form = /^spw_([0-9a-f]{16})_([\w-]{43})$/;
const hashGatewayKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Whether a text looks like a gateway key, valid or not. */
export const isGatewayKey = (text: string): boolean => text.startsWith("spw_");

/** The personal gateway keys, in the store. */
export class GatewayKeys {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Makes a key. Only the result has it; the store has its hash. */
  async make(input: NewGatewayKey): Promise<{ readonly key: string; readonly record: GatewayKey }> {
    const id = randomBytes(8).toString("hex");
    const key = `spw_${id}_${randomBytes(32).toString("base64url")}`;
    const record: GatewayKey = { ...input, id, createdAt: this.#clock.now() };
    await this.#write({ ...record, hash: hashGatewayKey(key).toString("base64url") });
    return { key, record };
  }

  /** All keys, those that have ended lately too; the newest first. */
  async list(): Promise<readonly GatewayKey[]> {
    const entries = await this.#store.list(gatewayKeyPrefix);
    const keys = entries.map(([, text]) => withoutHash(JSON.parse(text) as StoredKey));
    return keys.toSorted((a, b) => b.createdAt - a.createdAt);
  }

  /** False if there is no such key. */
  async revoke(id: string): Promise<boolean> {
    const text = await this.#store.get(gatewayKeyPrefix + id);
    if (text === undefined) return false;
    const record = JSON.parse(text) as StoredKey;
    await this.#write({ ...record, revokedAt: record.revokedAt ?? this.#clock.now() });
    return true;
  }

  /** The id of a key; undefined if it has not the form of one. */
  readonly idOf = (key: string): string | undefined => form.exec(key)?.[1];

  /** The stored text of a key, for `check`. */
  readonly read = (id: string): Promise<string | undefined> => this.#store.get(gatewayKeyPrefix + id);

  /** Whose key it is, by what is stored for its id; or why it does not let anybody in. */
  check(key: string, text: string | undefined): GatewayKey | "unknown" | "revoked" | "expired" {
    const record = text === undefined ? undefined : (JSON.parse(text) as StoredKey);
    if (record === undefined || !timingSafeEqual(hashGatewayKey(key), Buffer.from(record.hash, "base64url")))
      return "unknown";
    if (record.revokedAt !== undefined) return "revoked";
    return record.expiresAt <= this.#clock.now() ? "expired" : withoutHash(record);
  }

  #write(record: StoredKey): Promise<void> {
    const left = Math.max(0, record.expiresAt - this.#clock.now());
    return this.#store.set(gatewayKeyPrefix + record.id, JSON.stringify(record), left + endedKeyListedFor);
  }
}

const withoutHash = ({ id, person, name, groups, admin, createdAt, expiresAt, revokedAt }: StoredKey): GatewayKey => ({
  ...{ id, person, name, groups, admin, createdAt, expiresAt },
  ...(revokedAt !== undefined && { revokedAt }),
});
