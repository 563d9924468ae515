import { AddinError } from "../error/addin-error";
import { say } from "../text/say";

/** An access token, whose it is as far as it says, and until when it is good (ms since 1970). */
export interface Token {
  readonly value: string;
  readonly expiresAt: number;
  readonly subject: string | undefined;
  /** What to call the account on screen. */
  readonly name: string | undefined;
}

const bytesOf = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const claimsOf = (token: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const [, payload = "", signature] = token.split(".");
    const claims = JSON.parse(new TextDecoder().decode(bytesOf(payload))) as unknown;
    return signature !== undefined && typeof claims === "object" && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Takes a token of the token route; what it cannot read of it, it does without. */
export const issuedToken = (value: string, expiresAt: number): Token => {
  const claims = claimsOf(value) ?? {};
  const subject = textOf(claims["sub"]);
  return { value, expiresAt, subject, name: textOf(claims["email"]) ?? textOf(claims["name"]) ?? subject };
};

/** Takes a token a user pasted, `Bearer` before it or not; its own claim says when it runs out (a day where it is silent). */
export const pastedToken = (text: string, now: number): Token => {
  const value = text.trim().replace(/^Bearer\s+/i, "");
  const claims = claimsOf(value);
  if (claims === undefined) throw new AddinError("invalid-argument", say("runtime.tokenUnreadable"));
  const { exp } = claims;
  const expiresAt = typeof exp === "number" ? exp * 1_000 : now + 86_400_000;
  if (expiresAt <= now) throw new AddinError("signed-out", say("runtime.tokenExpired"));
  return issuedToken(value, expiresAt);
};
