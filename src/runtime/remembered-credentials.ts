import type { KeyValueStorage } from "./storage";

/** The part of the browser's crypto that remembering needs. */
export type Encryption = Pick<Crypto, "subtle" | "getRandomValues">;

/** Keeps credentials on this device, encrypted with a key that cannot be read out; only where the user ticked it. */
export interface RememberedCredentials {
  readonly read: () => Promise<unknown>;
  readonly write: (credentials: unknown) => Promise<void>;
  readonly forget: () => Promise<void>;
}

interface Sealed {
  readonly key: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

const isSealed = (value: unknown): value is Sealed =>
  typeof value === "object" && value !== null && "key" in value && "iv" in value && "sealed" in value;

/** Makes the door to remembered credentials under this name of the storage. */
export const createRememberedCredentials = (
  name: string,
  storage: KeyValueStorage,
  crypto: Encryption,
): RememberedCredentials => ({
  read: async () => {
    const kept = await storage.get(name);
    if (!isSealed(kept)) return undefined;
    const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv: kept.iv }, kept.key, kept.sealed);
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
