import type { Encryption } from "./remembered-credentials";

/** A short name for an account that gives nothing of it away; keys of the memory hold it. */
export const identityTag = async (identity: string, { subtle }: Encryption): Promise<string> => {
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(identity));
  return [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
