import { AddinError } from "../error/addin-error";
import { say } from "../text/say";
import type { TokenSource } from "./authorize";
import type { Clock } from "./clock";
import type { Credentials, IssueToken } from "./issue-token";
import type { RememberedCredentials } from "./remembered-credentials";
import type { Session, SessionState } from "./session";
import { createStore } from "./store";
import { pastedToken, type Token } from "./token";

const renewBefore = 5 * 60_000;

/** What the session needs of the rest; `opened` is told whose memory to use before anybody is told of the sign-in. */
export interface SessionDoors {
  readonly issue: IssueToken;
  readonly clock: Clock;
  readonly remembered: RememberedCredentials;
  readonly opened: (identity: string) => Promise<void>;
  readonly wiped: () => Promise<void>;
}

const isCredentials = (value: unknown): value is Credentials =>
  typeof value === "object" && value !== null && "key" in value && "secret" in value;

const isToken = (value: unknown): value is { readonly token: string } =>
  typeof value === "object" && value !== null && "token" in value;

const signedOut = (): AddinError => new AddinError("signed-out", say("runtime.signedOut"));

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : say("runtime.unexpected"));

/** The session as the runtime uses it: one token shared by all, one renewal at a time, none left behind by a failed sign-in. */
export class LiveSession implements Session, TokenSource {
  readonly state = createStore<SessionState>({ status: "starting" });
  readonly #doors: SessionDoors;
  #credentials: Credentials | undefined;
  #current: Token | undefined;
  #identity: string | undefined;
  #flight: Promise<Token> | undefined;
  #alarm: (() => void) | undefined;
  // Counts sign-ins and sign-outs: what began under an earlier one changes nothing any more.
  #generation = 0;

  constructor(doors: SessionDoors) {
    this.#doors = doors;
  }

  /** True where a call has a chance: there is a token that has not run out, or what to get one with. */
  usable(): boolean {
    return this.#credentials !== undefined || this.#valid() !== undefined;
  }

  /** Takes up what was remembered on this device; resolves before the sign-in itself ends. */
  async start(): Promise<void> {
    const kept = await this.#doors.remembered.read().catch(() => this.#doors.remembered.forget());
    if (isCredentials(kept)) {
      this.#credentials = kept;
      this.state.set({ status: "signing-in" });
      void this.#fly(kept).catch(() => undefined);
    } else if (isToken(kept)) await this.useToken(kept.token, true).catch(() => undefined);
    else this.state.set({ status: "signed-out" });
  }

  async signIn(credentials: Credentials, remember: boolean): Promise<void> {
    const { key, secret } = { key: credentials.key.trim(), secret: credentials.secret.trim() };
    if (key === "" || secret === "") throw new AddinError("invalid-argument", say("runtime.credentialsMissing"));
    this.#leave();
    this.state.set({ status: "signing-in" });
    const generation = this.#generation;
    this.#credentials = { key, secret };
    try {
      await this.#fly(this.#credentials);
    } catch (error) {
      if (generation === this.#generation) this.#signedOut(sentenceOf(error));
      throw error;
    }
    if (remember) await this.#doors.remembered.write(this.#credentials);
    else await this.#doors.remembered.forget();
  }

  async useToken(text: string, remember: boolean): Promise<void> {
    this.#leave();
    try {
      const token = pastedToken(text, this.#doors.clock.now());
      await this.#adopt(token, this.#generation);
      if (remember) await this.#doors.remembered.write({ token: token.value });
      else await this.#doors.remembered.forget();
    } catch (error) {
      this.#signedOut(sentenceOf(error));
      throw error;
    }
  }

  async signOut(): Promise<void> {
    this.#leave();
    await this.#doors.remembered.forget();
    await this.#doors.wiped();
    this.state.set({ status: "signed-out" });
  }

  async token(): Promise<string> {
    const current = this.#valid();
    const early = this.#credentials === undefined ? 0 : renewBefore;
    if (current !== undefined && current.expiresAt - early > this.#doors.clock.now()) return current.value;
    if (this.#credentials === undefined) throw this.#ranOut();
    try {
      return (await this.#fly(this.#credentials)).value;
    } catch (error) {
      const still = this.#valid();
      if (still !== undefined) return still.value;
      throw error;
    }
  }

  async renew(refused: string): Promise<string> {
    const current = this.#current;
    if (current !== undefined && current.value !== refused) return this.token();
    this.#current = undefined;
    if (this.#credentials !== undefined) return (await this.#fly(this.#credentials)).value;
    this.#signedOut(say("runtime.tokenRefused"));
    throw signedOut();
  }

  #valid(): Token | undefined {
    const current = this.#current;
    return current !== undefined && current.expiresAt > this.#doors.clock.now() ? current : undefined;
  }

  /** One exchange at a time; everybody who needs a token meanwhile waits for the same one. */
  #fly(credentials: Credentials): Promise<Token> {
    if (this.#flight !== undefined) return this.#flight;
    const flight = this.#exchange(credentials, this.#generation).finally(() => {
      if (this.#flight === flight) this.#flight = undefined;
    });
    this.#flight = flight;
    return flight;
  }

  async #exchange(credentials: Credentials, generation: number): Promise<Token> {
    try {
      const token = await this.#doors.issue(credentials);
      await this.#adopt(token, generation);
      return token;
    } catch (error) {
      if (generation === this.#generation) this.#exchangeFailed(error);
      throw error;
    }
  }

  #exchangeFailed(error: unknown): void {
    const refused = error instanceof AddinError && error.code === "signed-out";
    if (refused) this.#signedOut(sentenceOf(error));
    // The service was not to be reached: the credentials stay good, and the next call tries again.
    else if (this.#valid() === undefined) this.state.set({ status: "signed-out", reason: sentenceOf(error) });
  }

  async #adopt(token: Token, generation: number): Promise<void> {
    const credentials = this.#credentials;
    const account = credentials?.key ?? token.name ?? "";
    await this.#open(token.subject ?? account);
    if (generation !== this.#generation) throw signedOut();
    this.#current = token;
    const origin = credentials === undefined ? "token" : "key";
    this.state.set({ status: "signed-in", account, origin, expiresAt: token.expiresAt });
    this.#alarm?.();
    const left = token.expiresAt - this.#doors.clock.now();
    const wait = credentials === undefined ? left + 1 : Math.max(60_000, left - renewBefore);
    this.#alarm = this.#doors.clock.after(wait, () => void this.token().catch(() => undefined));
  }

  /** A renewal changes nobody's identity. */
  async #open(identity: string): Promise<void> {
    if (identity === this.#identity) return;
    await this.#doors.opened(identity);
    this.#identity = identity;
  }

  #ranOut(): AddinError {
    if (this.#current === undefined) return signedOut();
    this.#signedOut(say("runtime.tokenExpired"));
    return new AddinError("signed-out", say("runtime.tokenExpired"));
  }

  #signedOut(reason: string): void {
    this.#leave();
    this.state.set({ status: "signed-out", reason });
  }

  #leave(): void {
    this.#generation += 1;
    this.#alarm?.();
    this.#credentials = undefined;
    this.#current = undefined;
    this.#identity = undefined;
    this.#flight = undefined;
  }
}
