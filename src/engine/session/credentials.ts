import { isObject } from "../../facts/json";
import type { KeyValueStorage } from "../storage";

/** The key and secret a user signs in with. Stored only if the user asks for it, and only encrypted. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** Tokens of an identity provider. */
export interface ProviderTokens {
  readonly accessToken: string;
  /** When the access token ends, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Undefined where the provider gives none: the access token's end is then that of the sign-in. */
  readonly refreshToken?: string;
}

/** What a user signs in with at the gateway of a team. */
export type TeamCredentials = { readonly gatewayKey: string } | ProviderTokens;

/** What a session signs in with. */
export type AnyCredentials = Credentials | TeamCredentials;

/** The members of `crypto` that the session uses. */
export type Encryption = Pick<Crypto, "subtle" | "getRandomValues">;

/** Stores credentials or tokens on this device, encrypted with a key that scripts cannot export. */
export interface CredentialStore {
  /** Undefined if nothing is stored. */
  readonly read: () => Promise<unknown>;
  readonly write: (credentials: unknown) => Promise<void>;
  readonly forget: () => Promise<void>;
}

interface Encrypted {
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const isEncrypted = (value: unknown): value is Encrypted =>
  isObject(value) && "key" in value && "iv" in value && "sealed" in value;

/** A store under one key of the storage. */
export const createCredentialStore = (name: string, storage: KeyValueStorage, crypto: Encryption): CredentialStore => ({
  read: async () => {
    const record = await storage.get(name);
    if (!isEncrypted(record)) return undefined;
    const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv: record.iv }, record.key, record.sealed);
    return JSON.parse(new TextDecoder().decode(text)) as unknown;
  },
  write: async (credentials) => {
    const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(credentials));
    await storage.set(name, { key, iv, sealed: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text) });
  },
  forget: () => storage.delete(name),
});

/** The first 8 bytes of an account's SHA-256, in hex. Cache keys contain it instead of the account. */
export const accountTag = async (account: string, { subtle }: Encryption): Promise<string> => {
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(account));
  return [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
