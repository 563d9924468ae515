import { isObject } from "../../facts/json";
import { t } from "../../i18n/t";
import { type Clock, toSteadyClock } from "../clock";
import { AddinError } from "../http/addin-error";
import type { Send } from "../http/client";
import { createStore, type Store } from "../store";
import type { AnyCredentials, CredentialStore, TeamCredentials } from "./credentials";
import { type IssueToken, pastedToken, type Token, tokenRefused } from "./token";
import type { TokenRefusals } from "./token-refusals";

/** Who is signed in. Contains no token. */
export type SessionState =
  | { readonly status: "starting" }
  | { readonly status: "signed-out"; readonly reason?: string }
  | { readonly status: "signing-in" }
  | {
      readonly status: "signed-in";
      /** For display: the end of the key, the name in a pasted token, or the person that the team's gateway knows. */
      readonly account: string;
      /** Different for each sign-in; a renewed token keeps it. */
      readonly generation: number;
      /** Signed in with a key and secret, a pasted token, a key of the team's gateway, or at the identity provider. */
      readonly origin: "key" | "token" | "gateway-key" | "provider";
      /** The sign-in goes on after `expiresAt`. */
      readonly renews: boolean;
      /** Milliseconds since 1970. */
      readonly expiresAt: number;
      /** Milliseconds that the clock of this computer is ahead of the service's; NaN: not known. */
      readonly clockAhead: number;
    };

/** Milliseconds before its end at which a token is renewed. A short one is renewed after three quarters of its time. */
const renewBefore = 5 * 60_000;

/** What a session depends on. */
export interface SessionDeps {
  /** Also checks and renews what a user signs in with at the gateway of a team. */
  readonly issue: IssueToken;
  readonly clock: Clock;
  readonly stored: CredentialStore;
  /** Opens the cache of an account, before the state changes to signed-in. */
  readonly opened: (identity: string) => Promise<void>;
  /** Ends every request of the account that leaves. */
  readonly left: () => void;
  /** Called when a request may find out whether the service takes tokens again, after it refused a token and its replacement. */
  readonly retry?: () => void;
  /** Deletes the cache after signing out. Gets what the user had signed in with. */
  readonly wiped: (credentials: AnyCredentials | undefined) => Promise<void>;
}

/** By the member that only such credentials have. */
const origins = [
  ["key", "key"],
  ["gatewayKey", "gateway-key"],
  ["accessToken", "provider"],
] as const;

const sessionOrigin = (value: unknown) =>
  origins.find(([member]) => typeof value === "object" && value !== null && member in value)?.[1];

const isCredentials = (value: unknown): value is AnyCredentials => sessionOrigin(value) !== undefined;

/** Whether a token can be replaced before it ends. */
const renewsEarly = (credentials: AnyCredentials | undefined): boolean =>
  credentials !== undefined && !("accessToken" in credentials && credentials.refreshToken === undefined);

/** @throws AddinError `invalid-argument` if a part is missing */
const trimmed = (credentials: AnyCredentials): AnyCredentials => {
  if (!("key" in credentials)) return credentials;
  const { key, secret } = { key: credentials.key.trim(), secret: credentials.secret.trim() };
  if (key === "" || secret === "") throw new AddinError("invalid-argument", t("runtime.credentialsMissing"));
  return { key, secret };
};

const isToken = (value: unknown): value is { readonly token: string } => isObject(value) && "token" in value;

/** The last four characters of a key, and fewer of a short one: at least four stay hidden. */
const maskKey = (key: string): string => `…${key.slice(Math.max(4, key.length - 4))}`;

const signedOut = (): AddinError => new AddinError("signed-out", t("runtime.signedOut"));

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : t("runtime.unexpected"));

/** Signs in and out, and provides the token. All calls share one token, and renewals happen one at a time. */
export class Session {
  readonly #state = createStore<SessionState>({ status: "starting" });
  readonly state: Store<SessionState> = this.#state;
  readonly #deps: SessionDeps;
  #credentials: AnyCredentials | undefined;
  /** They are stored on this device. */
  #isRemembered = false;
  #current: Token | undefined;
  #renewAt = 0;
  #identity: string | undefined;
  #pendingToken: Promise<Token> | undefined;
  #cancelRenewal: (() => void) | undefined;
  /** Ends the request for a token. */
  #tokenRequests = new AbortController();
  /** Counts sign-ins and sign-outs. A token requested under an earlier number is dropped. */
  #generation = 0;

  /** Loads with the first refusal. */
  #refusals: TokenRefusals | undefined;
  /** The token that is requested replaces a refused one. */
  #isReplacing = false;
  /** What is true once the service has accepted the replacement of a refused token. */
  #stateWhenAccepted: SessionState | undefined;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  /** True if there is a token that has not expired, or credentials to request one. */
  usable(): boolean {
    return this.#credentials !== undefined || this.#valid() !== undefined;
  }

  /** Signs in with what is stored on this device. Resolves before the sign-in has ended. */
  async start(): Promise<void> {
    const credentials = await this.#deps.stored.read().catch(() => this.#deps.stored.forget());
    if (isCredentials(credentials)) {
      this.#credentials = credentials;
      this.#isRemembered = true;
      this.#state.set({ status: "signing-in" });
      void this.#request(credentials).catch(() => undefined);
    } else if (isToken(credentials)) await this.useToken(credentials.token, true).catch(() => undefined);
    else this.#state.set({ status: "signed-out" });
  }

  /** Rejects with an AddinError; the state is then signed-out with the reason. */
  async signIn(input: AnyCredentials, remember: boolean): Promise<void> {
    const credentials = trimmed(input);
    this.#leave();
    this.#state.set({ status: "signing-in" });
    const generation = this.#generation;
    this.#credentials = credentials;
    try {
      await this.#request(credentials);
    } catch (error) {
      if (generation === this.#generation) this.#signedOut(errorMessage(error));
      throw error;
    }
    if (generation !== this.#generation) return;
    this.#isRemembered = remember;
    if (remember) await this.#deps.stored.write(this.#credentials);
    else await this.#deps.stored.forget();
  }

  /** Signs in with a pasted token. Rejects with an AddinError; the state is then signed-out with the reason. */
  async useToken(text: string, remember: boolean): Promise<void> {
    this.#leave();
    try {
      const token = pastedToken(text, this.#deps.clock.now());
      await this.#adopt(token, this.#generation);
      if (remember) await this.#deps.stored.write({ token: token.value });
      else await this.#deps.stored.forget();
    } catch (error) {
      this.#signedOut(errorMessage(error));
      throw error;
    }
  }

  /** Ends every request, and deletes stored credentials and the cache. */
  async signOut(): Promise<void> {
    const credentials = this.#credentials;
    this.#leave();
    const generation = this.#generation;
    await Promise.all([this.#deps.wiped(credentials), this.#deps.stored.forget()]);
    if (generation === this.#generation) this.#state.set({ status: "signed-out" });
  }

  /** The account left in another page of this browser profile: this page must not go on with it. */
  endedElsewhere(reason: string): void {
    this.#leave();
    this.#state.set({ status: "signed-out", reason });
  }

  /** The current token, renewed if it ends soon. Rejects with an AddinError `signed-out` without one, and while all are refused. */
  async token(): Promise<string> {
    this.#refusals?.refuse();
    const isRefused = this.#refusals?.isDue === true;
    const current = this.#valid();
    if (current !== undefined && !isRefused && this.#renewAt > this.#deps.clock.now()) return current.value;
    if (this.#credentials === undefined) throw this.#expired();
    this.#isReplacing ||= isRefused;
    try {
      return (await this.#request(this.#credentials, current?.value)).value;
    } catch (error) {
      const still = this.#valid();
      if (still !== undefined && !isRefused) return still.value;
      throw error;
    }
  }

  /** The next request tries another token, where the service refused the last ones: a person wants to know. */
  tryNow(): void {
    this.#refusals?.tryNow();
  }

  /**
   * The response to a request with this token, which waits while another request tries the same replacement; undefined where the token was
   * refused and can be replaced. Rejects with an AddinError `signed-out` where it was a replacement.
   */
  async use(
    token: string,
    send: () => Promise<Response>,
    refuses: (response: Response) => boolean | Promise<boolean>,
  ): Promise<Response | undefined> {
    await this.#refusals?.turn(token);
    try {
      const response = await send();
      if (await refuses(response)) {
        if ((await this.#loadRefusals()).refused(token)) throw tokenRefused(response.status);
        return undefined;
      }
      if (this.#refusals?.accepted(token) === true) this.#state.set(this.#stateWhenAccepted ?? this.#state.get());
      return response;
    } finally {
      this.#refusals?.released(token);
    }
  }

  async #loadRefusals(): Promise<TokenRefusals> {
    if (this.#refusals !== undefined) return this.#refusals;
    const refusals = await import(/* webpackChunkName: "later-functions" */ "./token-refusals");
    const { clock, retry } = this.#deps;
    return (this.#refusals ??= new refusals.TokenRefusals(toSteadyClock(clock), () => retry?.()));
  }

  /** A token to replace a refused one. Several calls may report the same refusal; it is renewed once. */
  async renew(oldToken: string): Promise<string> {
    const current = this.#current;
    if (current !== undefined && current.value !== oldToken) return this.token();
    this.#refusals?.refuse();
    this.#current = undefined;
    this.#isReplacing = true;
    if (this.#credentials !== undefined) return (await this.#request(this.#credentials, oldToken)).value;
    this.#signedOut(t("runtime.tokenRefused"));
    throw signedOut();
  }

  #valid(): Token | undefined {
    const current = this.#current;
    return current !== undefined && current.expiresAt > this.#deps.clock.now() ? current : undefined;
  }

  /** Requests a token, one at a time: concurrent callers share it. */
  #request(credentials: AnyCredentials, before?: string): Promise<Token> {
    if (this.#pendingToken !== undefined) return this.#pendingToken;
    const pending = this.#issue(credentials, before, this.#generation).finally(() => {
      if (this.#pendingToken !== pending) return;
      this.#pendingToken = undefined;
      this.#isReplacing = false;
    });
    this.#pendingToken = pending;
    return pending;
  }

  async #issue(credentials: AnyCredentials, before: string | undefined, generation: number): Promise<Token> {
    try {
      const token = await this.#tokenOf(credentials, before, generation);
      await this.#adopt(token, generation);
      return token;
    } catch (error) {
      if (generation === this.#generation) this.#requestFailed(error);
      throw error;
    }
  }

  #tokenOf(credentials: AnyCredentials, before: string | undefined, generation: number): Promise<Token> {
    const { issue, stored: store } = this.#deps;
    const { signal } = this.#tokenRequests;
    const renewal = {
      before,
      stored: this.#isRemembered ? store : undefined,
      replaced: (next: TeamCredentials) => {
        if (generation === this.#generation) this.#credentials = next;
      },
    };
    return issue(credentials, signal, renewal);
  }

  #requestFailed(error: unknown): void {
    const isRefused = error instanceof AddinError && error.code === "signed-out";
    if (isRefused) this.#signedOut(errorMessage(error));
    // The service cannot be reached: the credentials stay valid, and the next call tries again.
    else if (this.#valid() === undefined) this.#state.set({ status: "signed-out", reason: errorMessage(error) });
  }

  async #adopt(token: Token, generation: number): Promise<void> {
    const credentials = this.#credentials;
    const origin = sessionOrigin(credentials) ?? "token";
    const key = credentials !== undefined && "key" in credentials ? credentials.key : undefined;
    const name = key ?? token.name ?? "";
    await this.#open(token.subject ?? name);
    if (generation !== this.#generation) throw signedOut();
    this.#current = token;
    const account = key === undefined ? name : maskKey(key);
    const renews = renewsEarly(credentials);
    const { expiresAt, clockAhead } = token;
    const state = { status: "signed-in", account, generation, origin, renews, expiresAt, clockAhead } as const;
    this.#announce(state, token);
    this.#cancelRenewal?.();
    const now = this.#deps.clock.now();
    const left = expiresAt - now;
    this.#renewAt = expiresAt - (renews ? Math.min(renewBefore, left / 4) : 0);
    const wait = renews ? Math.max(60_000, this.#renewAt - now) : left + 1;
    this.#cancelRenewal = this.#deps.clock.after(wait, () => void this.token().catch(() => undefined));
  }

  /** A state that changes calculates cells again, which is in vain until the service has accepted the replacement of a refused token. */
  #announce(state: SessionState, { value }: Token): void {
    if (this.#isReplacing) {
      this.#refusals?.replaced(value);
      this.#stateWhenAccepted = state;
    }
    if (!this.#isReplacing || this.#state.get().status !== "signed-in") this.#state.set(state);
  }

  /** Does nothing on a renewal, which does not change the account. */
  async #open(identity: string): Promise<void> {
    if (identity === this.#identity) return;
    await this.#deps.opened(identity);
    this.#identity = identity;
  }

  #expired(): AddinError {
    if (this.#current === undefined) return signedOut();
    this.#signedOut(t("runtime.tokenExpired"));
    return new AddinError("signed-out", t("runtime.tokenExpired"));
  }

  #signedOut(reason: string): void {
    this.#reset();
    this.#state.set({ status: "signed-out", reason });
  }

  #leave(): void {
    this.#reset();
    this.#deps.left();
  }

  #reset(): void {
    this.#generation += 1;
    this.#cancelRenewal?.();
    this.#tokenRequests.abort(signedOut());
    this.#tokenRequests = new AbortController();
    this.#credentials = undefined;
    this.#isRemembered = false;
    this.#current = undefined;
    this.#identity = undefined;
    this.#pendingToken = undefined;
    this.#isReplacing = false;
    this.#stateWhenAccepted = undefined;
    this.#refusals?.clear();
  }
}

/** What authorizes requests. */
export type Authority = Pick<Session, "token" | "use" | "renew">;

/** Adds the session's token to every request. Replaces it once when the service answers 401. */
export const authorize =
  (session: Authority, refuses: (response: Response) => boolean | Promise<boolean> = ({ status }) => status === 401) =>
  (send: Send): Send =>
  async (request) => {
    const sendWith = (token: string): Promise<Response | undefined> => {
      const sendOnce = (): Promise<Response> => {
        request.signal.throwIfAborted();
        return send(withToken(request.clone(), token));
      };
      return session.use(token, sendOnce, refuses);
    };
    const token = await session.token();
    const response = (await sendWith(token)) ?? (await sendWith(await session.renew(token)));
    if (response === undefined) throw tokenRefused();
    return response;
  };

const withToken = (request: Request, token: string): Request => {
  const authorized = new Request(request);
  authorized.headers.set("Authorization", `Bearer ${token}`);
  return authorized;
};
