import { millisecondsPerDay } from "../../facts/dates";
import { filledText } from "../../facts/json";
import { t } from "../../i18n/t";
import { type Clock, sleep, toSteadyClock } from "../clock";
import { AddinError } from "../http/addin-error";
import { Attempt, type CallAttempt, type Client } from "../http/client";
import type { AnyCredentials, Credentials, CredentialStore, TeamCredentials } from "./credentials";

/** An access token. */
export interface Token {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The `sub` claim; undefined if the token is not a JWT. */
  readonly subject: string | undefined;
  /** The account's name on screen. */
  readonly name: string | undefined;
  /** Milliseconds that the clock of this computer was ahead of the service's when it issued the token (`iat`); NaN: not known. */
  readonly clockAhead: number;
}

/** What a renewal needs to know of the token before. */
export interface Renewal {
  /** The token to replace: it was refused, or it ends soon. Undefined at the sign-in. */
  readonly before: string | undefined;
  /** Where the credentials are, if the user has them remembered: another page may have renewed them. */
  readonly stored: CredentialStore | undefined;
  /** Called as soon as the credentials given are void, because a refresh token is used once. */
  readonly replaced: (credentials: TeamCredentials) => void;
}

/** The credentials' token. Rejects with an AddinError, `signed-out` when they are refused, or with the signal's reason. */
export type IssueToken = (credentials: AnyCredentials, signal: AbortSignal, renewal: Renewal) => Promise<Token>;

const mostTokenAttempts = 4;
/** Milliseconds. */
const longestRetryDelay = 10_000;
/** Milliseconds without an answer: calls wait for the token, so a request that hangs must not keep them. */
const tokenTimeout = 25_000;
/** The statuses that mean wrong credentials. */
const refusedStatuses = new Set([400, 401, 403]);
/** Shorter keys and secrets are not removed from messages, because they may be parts of ordinary words. */
const minHiddenLength = 8;

/** The error of a request whose token was refused, and its replacement too. */
export const tokenRefused = (status = 401): AddinError =>
  new AddinError("signed-out", t("runtime.tokenRefused"), { status });

/** Repeats temporary failures, because the scheduler's calls wait for the token. */
export const untilAnswered = async <Answer>(
  clock: Clock,
  signal: AbortSignal,
  request: (attempt: CallAttempt) => Promise<Answer>,
): Promise<Answer> => {
  for (let count = 1; ; count += 1) {
    const attempt = new Attempt(toSteadyClock(clock), signal, () => tokenTimeout);
    try {
      return await request(attempt);
    } catch (error) {
      const temporary = error instanceof AddinError && (error.code === "unavailable" || error.code === "throttled");
      if (!temporary || count === mostTokenAttempts) throw error;
      const wait = error.details.retryAfter ?? clock.random() * 200 * 2 ** count;
      await sleep(clock, Math.min(longestRetryDelay, wait));
    } finally {
      attempt.release();
    }
  }
};

/** Requests tokens from the token route, which knows nobody of a team's gateway. */
export const createIssueToken =
  (client: Client, audience: { readonly audience: string; readonly clientId: string }, clock: Clock): IssueToken =>
  async (credentials, signal) => {
    if (!("key" in credentials)) throw new AddinError("signed-out", t("runtime.signedOut"));
    const { key, secret } = credentials;
    const body = {
      grant_type: "password",
      username: key,
      password: secret,
      audience: audience.audience,
      client_id: audience.clientId,
    };
    try {
      const { value } = await untilAnswered(clock, signal, (attempt) =>
        client({ route: "createToken", body }, attempt),
      );
      return readToken(value as TokenResponse, clock.now());
    } catch (error) {
      throw hideCredentials(toSignedOut(error), credentials);
    }
  };

/**
 * The token that a user pasted, with or without `Bearer`. Without an `exp` claim it is used for a day.
 * @throws AddinError `invalid-argument` if it is not a JWT, `signed-out` if it has expired.
 */
export const pastedToken = (text: string, now: number): Token => {
  const value = text.trim().replace(/^Bearer\s+/i, "");
  const claims = readClaims(value);
  if (claims === undefined) throw new AddinError("invalid-argument", t("runtime.tokenUnreadable"));
  const { exp } = claims;
  const expiresAt = typeof exp === "number" ? exp * 1_000 : now + millisecondsPerDay;
  if (expiresAt <= now) throw new AddinError("signed-out", t("runtime.tokenExpired"));
  return toToken(value, expiresAt);
};

/** The client has checked that it has the token. */
interface TokenResponse {
  readonly access_token: string;
  readonly expires_in?: unknown;
}

const readToken = ({ access_token, expires_in }: TokenResponse, now: number): Token =>
  toToken(access_token, now + (typeof expires_in === "number" ? expires_in * 1_000 : millisecondsPerDay), now);

/** `now` is the moment of a token that was issued just now. */
const toToken = (value: string, expiresAt: number, now = NaN): Token => {
  const claims = readClaims(value) ?? {};
  const subject = filledText(claims["sub"]);
  const name = filledText(claims["email"]) ?? filledText(claims["name"]) ?? subject;
  return { value, expiresAt, subject, name, clockAhead: now - Number(claims["iat"]) * 1_000 };
};

const readClaims = (token: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const [, payload = "", signature] = token.split(".");
    const claims = JSON.parse(new TextDecoder().decode(decodeBase64Url(payload))) as unknown;
    return signature !== undefined && typeof claims === "object" && claims !== null ? { ...claims } : undefined;
  } catch {
    return undefined;
  }
};

const decodeBase64Url = (base64url: string): Uint8Array =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const toSignedOut = (error: unknown): unknown => {
  if (!(error instanceof AddinError) || !refusedStatuses.has(error.details.status ?? 0)) return error;
  const message = String(error.details.cause);
  return new AddinError("signed-out", t("runtime.credentialsRefused", { message }), error.details);
};

/** Removes key and secret from the error, because a service may repeat them in its message. */
const hideCredentials = (error: unknown, { key, secret }: Credentials): unknown => {
  if (!(error instanceof AddinError)) return error;
  const hidden = [secret, key].filter((text) => text.length >= minHiddenLength);
  const hide = (text: string): string => hidden.reduce((left, each) => left.replaceAll(each, "…"), text);
  const { cause, issues, ...details } = error.details;
  return new AddinError(error.code, hide(error.message), {
    ...details,
    cause: typeof cause === "string" ? hide(cause) : undefined,
    ...(issues === undefined ? {} : { issues: issues.map((issue) => ({ ...issue, message: hide(issue.message) })) }),
  });
};
