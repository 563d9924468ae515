import { millisecondsPerDay } from "../../facts/dates";
import { team } from "../../i18n/locales/en/team";
import { readProblem } from "../../contract/problems";
import { addMessages, type PlainKey, t } from "../../i18n/t";
import type { Clock } from "../clock";
import { AddinError } from "../http/addin-error";
import { type CallAttempt, readRetryAfter, type Send, type SendCall } from "../http/client";
import { type Authority, authorize } from "./session";
import type { AnyCredentials, CredentialStore, ProviderTokens } from "./credentials";
import { IdentityProvider, type ProviderConfig } from "./identity-provider";
import { type IssueToken, type Renewal, type Token, untilAnswered } from "./token";

addMessages("en", team);

/** Who is signed in at the gateway of a team, and what may still be requested today. */
export interface TeamPerson {
  readonly id: string;
  readonly name: string;
  /** The firm's account at the service, by the name that the gateway's administrators gave it; undefined where there is none for the person. */
  readonly account?: string | undefined;
  /** Universes that the administrators name, because the service cannot list them. */
  readonly universes: readonly { readonly universe_id: string; readonly name: string }[];
  /** Requests to the service today (UTC): the person's own, and those of everybody who shares a limit with the person. */
  readonly budget: TeamBudget & {
    readonly groups: readonly (TeamBudget & { readonly name: string })[];
    readonly firm?: TeamBudget;
  };
}

interface TeamBudget {
  readonly used: number;
  /** Null where there is no limit. */
  readonly limit: number | null;
}

export interface TeamSignInOptions {
  /** The gateway's base address. */
  readonly baseUrl: string;
  /** Undefined where the gateway takes keys only. */
  readonly provider: ProviderConfig | undefined;
  readonly send: Send;
  readonly clock: Clock;
  /** Lets one page at a time renew the sign-in that pages share; undefined where a browser has no such thing. */
  readonly locks?: Pick<LockManager, "request"> | undefined;
}

/** Milliseconds after which a gateway key is checked again. The gateway checks it with every request too. */

/** Checks and renews what people sign in with at the gateway of their team. */
export class TeamSignIn {
  readonly provider: IdentityProvider | undefined;
  readonly #options: TeamSignInOptions;

  constructor(options: TeamSignInOptions) {
    this.#options = options;
    this.provider = options.provider && new IdentityProvider(options.provider, options);
  }

  readonly issue: IssueToken = (credentials, signal, renewal) => {
    if ("key" in credentials) return Promise.reject(new AddinError("signed-out", t("runtime.signedOut")));
    return "gatewayKey" in credentials
      ? this.#issueFor(credentials.gatewayKey, this.#options.clock.now() + millisecondsPerDay, signal)
      : this.#renew(credentials, signal, renewal);
  };

  /** Ends a sign-in at the provider, so that nobody can go on with a refresh token of it. Does not wait for a provider that is away. */
  signedOut(credentials: AnyCredentials | undefined): void {
    if (credentials !== undefined && "refreshToken" in credentials)
      this.provider?.revoke(credentials.refreshToken).catch(() => undefined);
  }

  /**
   * Sends calls with the session's token. Tells the gateway for which function a call is made, and whether a colleague's
   * answer is too old for it; notes how old the answer is.
   */
  authorize(session: Authority): SendCall {
    const { clock, send } = this.#options;
    const authorized = authorize(session, refuses)(send);
    return async (request, attempt) => {
      const callers = attempt?.callers?.() ?? [];
      const name = callers.find(({ what }) => /^[A-Z][A-Z0-9._]*$/.test(what))?.what;
      const isFresh = callers.some(({ cache, reloadSince }) => reloadSince !== undefined || cache !== "refresh");
      if (name !== undefined) request.headers.set("Spillway-Function", name);
      if (isFresh) request.headers.set("Cache-Control", "no-cache");
      const response = await authorized(request);
      // An answer to a refresh is a second old at most, and must not count as older than the refresh.
      if (!isFresh) noteAge(response, attempt, clock);
      return response;
    };
  }

  /** Asks the gateway who is signed in. Rejects with an AddinError. */
  readonly readPerson = async (send: Send, signal?: AbortSignal): Promise<TeamPerson> => {
    let response: Response;
    try {
      const address = `${this.#options.baseUrl}/team/me`;
      response = await send(new Request(address, { redirect: "error", ...(signal !== undefined && { signal }) }));
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      throw cause instanceof AddinError ? cause : new AddinError("unavailable", t("runtime.unreachable"), { cause });
    }
    const person = response.ok ? readPerson(await response.json().catch(() => undefined)) : undefined;
    if (person !== undefined) return person;
    if (response.status === 401 || response.status === 403)
      throw new AddinError("signed-out", refusalText(await readReason(response)), { status: response.status });
    const { status } = response;
    const retryAfter = readRetryAfter(response);
    const details = { status, ...(retryAfter !== undefined && { retryAfter }) };
    throw new AddinError("unavailable", t("team.gatewayUnusable", { status }), details);
  };

  async #issueFor(value: string, expiresAt: number, signal: AbortSignal): Promise<Token> {
    const { clock, send } = this.#options;
    const person = await untilAnswered(clock, signal, (attempt) =>
      this.readPerson((request) => send(withBearer(request, value)), attempt.signal),
    );
    return { value, expiresAt, subject: `team ${person.id}`, name: person.name, clockAhead: NaN };
  }

  async #renew(credentials: ProviderTokens, signal: AbortSignal, renewal: Renewal): Promise<Token> {
    const renew = (): Promise<ProviderTokens> => this.#usable(credentials, signal, renewal);
    const { locks } = this.#options;
    const isShared = renewal.stored !== undefined && locks !== undefined;
    const { accessToken, expiresAt } = await (isShared ? locks.request("spillway sign-in", renew) : renew());
    return this.#issueFor(accessToken, expiresAt, signal);
  }

  /** The tokens that another page has renewed already, or those that the refresh token gives. */
  async #usable(current: ProviderTokens, signal: AbortSignal, renewal: Renewal): Promise<ProviderTokens> {
    const { clock } = this.#options;
    const tokens = (await readStoredTokens(renewal.stored)) ?? current;
    if (tokens !== current) renewal.replaced(tokens);
    signal.throwIfAborted();
    if (tokens.accessToken !== renewal.before && tokens.expiresAt > clock.now()) return tokens;
    const { refreshToken } = tokens;
    const { provider } = this;
    if (refreshToken === undefined || provider === undefined)
      throw new AddinError("signed-out", t("team.sessionEnded"));
    const renewed = await untilAnswered(clock, signal, (attempt) => provider.refresh(refreshToken, attempt.signal));
    renewal.replaced(renewed);
    await renewal.stored?.write(renewed);
    // The user has signed out meanwhile: nothing may stay on the device.
    if (signal.aborted) await renewal.stored?.forget();
    signal.throwIfAborted();
    return renewed;
  }
}

/** Whether the gateway no longer lets somebody in. */
const refuses = async (response: Response): Promise<boolean> =>
  response.status === 401 || (response.status === 403 && (await readReason(response.clone())) === "access_revoked");

/** Moves the time of an attempt back to when the gateway asked the service. */
export const noteAge = ({ headers }: Response, attempt: CallAttempt | undefined, clock: Clock): void => {
  const seconds = Number(headers.get("Age"));
  if (attempt !== undefined && seconds > 0)
    attempt.at = Math.min(attempt.at ?? Infinity, clock.now() - seconds * 1_000);
};

const withBearer = (request: Request, token: string): Request => {
  const authorized = new Request(request);
  authorized.headers.set("Authorization", `Bearer ${token}`);
  return authorized;
};

const readStoredTokens = async (store: CredentialStore | undefined): Promise<ProviderTokens | undefined> => {
  const tokens = await store?.read().catch(() => undefined);
  return typeof tokens === "object" && tokens !== null && "accessToken" in tokens
    ? (tokens as ProviderTokens)
    : undefined;
};

const readPerson = (value: unknown): TeamPerson | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, name, account, universes = [], budget } = value as Partial<TeamPerson>;
  if (typeof id !== "string" || typeof name !== "string" || budget === undefined) return undefined;
  return { id, name, account, universes, budget };
};

const readReason = async (response: Response): Promise<string | undefined> => {
  const body: unknown = await response.json().catch(() => undefined);
  return readProblem(response.status, body).reason;
};

const refusals: Readonly<Record<string, PlainKey>> = {
  key_unknown: "team.keyUnknown",
  key_expired: "team.keyExpired",
  key_needed: "team.keyNeeded",
  access_revoked: "team.accessRevoked",
  token_expired: "team.sessionEnded",
  sign_in_needed: "team.sessionEnded",
};

const refusalText = (reason = ""): string =>
  t((Object.hasOwn(refusals, reason) ? refusals[reason] : undefined) ?? "team.refused");
