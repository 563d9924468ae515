import type { Client } from "../client/client";
import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import { type Clock, sleep } from "./clock";
import { issuedToken, type Token } from "./token";

/** What a user signs in with; never written anywhere unless the user ticked it, and then only encrypted. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** Exchanges credentials for a token (specification, "Authentication"). */
export type IssueToken = (credentials: Credentials) => Promise<Token>;

const mostAttempts = 4;
const longestWait = 10_000;

const refusals = new Set([400, 401, 403]);

const readToken = (value: unknown, now: number): Token => {
  if (
    typeof value === "object" &&
    value !== null &&
    "access_token" in value &&
    typeof value.access_token === "string"
  ) {
    const seconds = "expires_in" in value && typeof value.expires_in === "number" ? value.expires_in : 86_400;
    return issuedToken(value.access_token, now + seconds * 1_000);
  }
  throw new AddinError("unavailable", say("runtime.unreadable"), { cause: "token" });
};

const understood = (error: unknown): unknown => {
  if (!(error instanceof AddinError) || !refusals.has(error.details.status ?? 0)) return error;
  const message = String(error.details.cause);
  return new AddinError("signed-out", say("runtime.credentialsRefused", { message }), error.details);
};

/** Shorter ones are words that sentences need. */
const shortestSecret = 8;

/** The failure without what was signed in with: a service that repeats what it was sent would have the sentence tell it. */
const withoutCredentials = (error: unknown, { key, secret }: Credentials): unknown => {
  if (!(error instanceof AddinError)) return error;
  const told = [secret, key].filter((text) => text.length >= shortestSecret);
  const hide = (text: string): string => told.reduce((left, each) => left.replaceAll(each, "…"), text);
  const { cause, issues, ...details } = error.details;
  return new AddinError(error.code, hide(error.message), {
    ...details,
    cause: typeof cause === "string" ? hide(cause) : undefined,
    ...(issues === undefined ? {} : { issues: issues.map((issue) => ({ ...issue, message: hide(issue.message) })) }),
  });
};

/** Makes the token door; it repeats what failed in passing a few times, outside the schedule, whose slots wait for the token. */
export const createIssueToken =
  (client: Client, audience: { readonly audience: string; readonly clientId: string }, clock: Clock): IssueToken =>
  async (credentials) => {
    const { key, secret } = credentials;
    const body = {
      grant_type: "password",
      username: key,
      password: secret,
      audience: audience.audience,
      client_id: audience.clientId,
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { value } = await client({ route: "createToken", body });
        return readToken(value, clock.now());
      } catch (error) {
        const passing = error instanceof AddinError && (error.code === "unavailable" || error.code === "throttled");
        if (!passing || attempt === mostAttempts) throw withoutCredentials(understood(error), credentials);
        const asked = error.details.retryAfter ?? clock.random() * 200 * 2 ** attempt;
        await sleep(clock, Math.min(longestWait, asked));
      }
    }
  };
