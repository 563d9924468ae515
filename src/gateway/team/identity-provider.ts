import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from "jose";
import * as oauth from "oauth4webapi";
import type { Clock } from "../../engine/clock";
import { looksLike } from "./look-alike";
import { administratorId, type Person, type Refusal } from "./person";

/** The OpenID Connect provider of the firm, and which of its tokens are for this gateway. */
export interface ProviderConfig {
  /** As the provider's discovery document says it, to the character. */
  readonly issuer: string;
  /** What the `aud` claim must contain: the id of the gateway at the provider, or the add-in's client id for ID tokens. */
  readonly audience: string;
  /** The member of the token with the groups of a person. */
  readonly groupsMember: string;
  /** Whoever is in one of these groups may open the admin page. */
  readonly adminGroups: readonly string[];
}

/** Durations in ms. */
export interface KeyTimes {
  /** Keys older than this are fetched again before they are used: so long a key that the provider withdrew is accepted. */
  readonly refreshAfter: number;
  /** At least so long between two requests to the provider, also when tokens name keys that it does not have. */
  readonly cooldown: number;
  /** So long the last known keys are used while the provider cannot be reached. */
  readonly keepFor: number;
  readonly timeout: number;
}

export const usualKeyTimes: KeyTimes = {
  refreshAfter: 300_000,
  cooldown: 30_000,
  keepFor: 12 * 3_600_000,
  timeout: 5_000,
};

/** Seconds by which the clocks of provider and gateway may differ. */
const clockTolerance = 30;

/**
 * Signatures with a public key only. A token signed with HMAC could be made by anybody who takes the public key for the
 * shared secret.
 */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** The provider cannot be reached, and its keys are not known or too old. */
export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** @throws one sentence if the address cannot be an issuer's */
export const readIssuer = (address: string): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.protocol === "https:" || isLoopback(url)) && url.search + url.hash === "") return url;
  throw new Error(`issuer must be an https address without query and fragment, got "${address}".`);
};

/** Verifies the tokens of one identity provider with its current keys. */
export class IdentityProvider {
  readonly #config: ProviderConfig;
  readonly #issuer: URL;
  readonly #clock: Clock;
  readonly #times: KeyTimes;
  #keys: { readonly find: JWTVerifyGetKey; readonly at: number } | undefined;
  #triedAt = -Infinity;
  #loading: Promise<void> | undefined;
  #origins: readonly string[];

  /** @throws one sentence if the issuer is no address */
  constructor(config: ProviderConfig, clock: Clock, times: Partial<KeyTimes> = {}) {
    this.#issuer = readIssuer(config.issuer);
    this.#origins = [this.#issuer.origin];
    this.#config = config;
    this.#clock = clock;
    this.#times = { ...usualKeyTimes, ...times };
  }

  /** Whose token it is. Rejects with `ProviderUnavailable` if there are no keys to verify it with. */
  async verify(token: string): Promise<Person | Refusal> {
    const { issuer, audience } = this.#config;
    try {
      const { payload } = await jwtVerify(token, (header, jws) => this.#find(header, jws), {
        issuer,
        audience,
        algorithms,
        clockTolerance,
        currentDate: new Date(this.#clock.now()),
        requiredClaims: ["exp", "sub"],
      });
      return this.#personOf(payload);
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      return error instanceof errors.JWTExpired ? expired : notAccepted;
    }
  }

  /** Fetches the keys before the first token needs them. */
  readonly prepare = (): Promise<void> => this.#load();

  /** Whether the provider's keys are known and not too old; for the page of the administrators. */
  get isReady(): boolean {
    return this.#ageOfKeys() < this.#times.keepFor;
  }

  /** Of the addresses that somebody who signs in calls by script: the issuer's, and those that its document names. */
  get origins(): readonly string[] {
    return this.#origins;
  }

  readonly #find: JWTVerifyGetKey = async (header, token) => {
    if (this.#ageOfKeys() > this.#times.refreshAfter) await this.#load();
    if (this.#keys === undefined || !this.isReady)
      throw new ProviderUnavailable("The identity provider cannot be reached.");
    const { find } = this.#keys;
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // The provider may have a new key.
      await this.#load();
      return this.#keys.find(header, token);
    }
  };

  #ageOfKeys(): number {
    return this.#keys === undefined ? Infinity : this.#clock.now() - this.#keys.at;
  }

  /** Fetches the keys, unless that was tried a moment ago. Without an answer the keys stay. */
  #load(): Promise<void> {
    if (this.#loading !== undefined) return this.#loading;
    if (this.#clock.now() - this.#triedAt < this.#times.cooldown) return Promise.resolve();
    this.#triedAt = this.#clock.now();
    this.#loading = this.#fetchKeys()
      .then(
        (keys) => void (this.#keys = { find: createLocalJWKSet(keys), at: this.#clock.now() }),
        () => undefined,
      )
      .finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  async #fetchKeys(): Promise<JSONWebKeySet> {
    const signal = (): AbortSignal => AbortSignal.timeout(this.#times.timeout);
    const discovered = await oauth.discoveryRequest(this.#issuer, {
      // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out; for a provider on this machine only
      [oauth.allowInsecureRequests]: isLoopback(this.#issuer),
      signal: signal(),
    });
    // Rejects if the document is that of another issuer.
    const metadata = await oauth.processDiscoveryResponse(this.#issuer, discovered);
    const { jwks_uri: address = "", token_endpoint, revocation_endpoint } = metadata;
    const endpoints = [token_endpoint, revocation_endpoint].filter((each) => each !== undefined && URL.canParse(each));
    this.#origins = [...new Set([this.#issuer.origin, ...endpoints.map((each) => new URL(each ?? "").origin)])];
    const response = await fetch(readIssuer(address), { redirect: "error", signal: signal() });
    if (response.status !== 200) throw new Error(`The keys of the provider were answered with ${response.status}.`);
    return (await response.json()) as JSONWebKeySet;
  }

  #personOf(claims: JWTPayload): Person | Refusal {
    const { groupsMember, adminGroups } = this.#config;
    // jose checks that it is there, and not what it is.
    const id: unknown = claims.sub;
    if (typeof id !== "string" || id.trim() === "" || id.length > 200) return notAccepted;
    // A store keeps all halves of characters as one, and two people would be one.
    if (/[\p{Cc}\p{Cs}]/u.test(id) || looksLike(id, administratorId)) return notAccepted;
    const groups = shortTexts(claims[groupsMember]);
    const admin = groups.some((group) => adminGroups.includes(group));
    return { id, name: claimedName(claims) ?? id, groups, admin };
  }
}

const expired: Refusal = {
  status: 401,
  reason: "token_expired",
  message: "Your sign-in has ended. Sign in again.",
};

/** One answer for all that is wrong with a token, because whoever made it up learns nothing from it. */
const notAccepted: Refusal = {
  status: 401,
  reason: "token_invalid",
  message: "The gateway does not accept this sign-in. Sign in again.",
};

const shortTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (group): group is string => typeof group === "string" && group !== "" && group.length <= 200,
  );

const claimedName = (claims: JWTPayload): string | undefined =>
  [claims["name"], claims["preferred_username"], claims["email"]].find(
    (name): name is string => typeof name === "string" && name !== "" && name.length <= 200,
  );
