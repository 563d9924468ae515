import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import type { Account } from "../world/accounts";
import type { Clock } from "../common/clock";
import { ApiError, wrongType } from "./problems";
import type { FastifyInstance } from "fastify";

/** Issues and checks access tokens. A token is valid only for the base address that it was requested for. */
export interface Tokens {
  readonly issue: (account: Account, audience: string) => Promise<string>;
  /** The account of a token. @throws 401 for a missing or invalid token. */
  readonly check: (authorization: string | undefined) => Promise<Account>;
}

interface Known {
  readonly account: Account;
  readonly audiences: readonly string[];
  readonly expires: number;
}

const missing = (): ApiError =>
  new ApiError(401, "The Authorization header is expected.", {
    issues: [wrongType("headers.authorization", "Required")],
  });
const invalidToken = (): ApiError => new ApiError(401, "The access token is not valid.");

const mostKnown = 1_000;

export interface TokenOptions {
  readonly accounts: readonly Account[];
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly seconds: number;
  /** Whether tokens for this base address are for this service. */
  readonly isAudience: (audience: string) => boolean;
}

/**
 * Creates the tokens of the service: JWTs signed with a key that only this service has. Checked tokens are cached
 * until they expire.
 */
export const createTokens = ({ accounts, key, clock, seconds, isAudience }: TokenOptions): Tokens => {
  const known = new LRUCache<string, Known>({ max: mostKnown });
  const verify = async (token: string): Promise<Known> => {
    const { payload } = await jwtVerify(token, key, {
      currentDate: new Date(clock.now()),
      algorithms: ["HS256"],
    }).catch(() => {
      throw invalidToken();
    });
    const account = accounts.find((each) => each.user === payload.sub);
    if (account === undefined || payload.exp === undefined) throw invalidToken();
    return { account, audiences: [payload.aud ?? []].flat(), expires: payload.exp * 1000 };
  };
  return {
    issue: (account, audience) => {
      const now = Math.floor(clock.now() / 1000);
      const claims = new SignJWT({ company: account.company }).setProtectedHeader({ alg: "HS256", typ: "JWT" });
      return claims
        .setSubject(account.user)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key);
    },
    check: async (authorization) => {
      if (authorization === undefined || authorization === "") throw missing();
      const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (token === undefined) throw invalidToken();
      const account = known.get(token) ?? (await verify(token));
      if (account.expires <= clock.now() || !account.audiences.some(isAudience)) throw invalidToken();
      known.set(token, account);
      return account.account;
    },
  };
};

/** The base addresses that tokens may be requested for. */
export interface Audiences {
  readonly accepts: (audience: string) => boolean;
  /** The address that `/_local/demo` shows. */
  readonly preferred: () => string;
}

/** The address for callers in process, when the service does not listen. */
const unlistened = "http://localhost/";

/** Accepts the origin of the service under each of its loopback names, and the given addresses. */
export const createAudiences = (fastify: FastifyInstance, addresses: readonly string[]): Audiences => {
  const own = (): string[] => {
    const address = fastify.server.address();
    if (address === null || typeof address === "string") return [unlistened];
    const names = ["127.0.0.1", "localhost", "[::1]"];
    return names.map((name) => `http://${name}:${address.port}/`);
  };
  return {
    accepts: (audience) => addresses.includes(audience) || own().includes(audience),
    preferred: () => addresses[0] ?? own()[0] ?? unlistened,
  };
};
