import { jwtVerify, SignJWT } from "jose";
import type { Account } from "../accounts";
import type { Clock } from "../clock";
import { ApiError, wrongType } from "./api-error";

/** Gives out and checks access tokens. */
export interface Tokens {
  readonly issue: (account: Account, audience: string) => Promise<string>;
  /** The account a token stands for; throws 401 otherwise. */
  readonly check: (authorization: string | undefined) => Promise<Account>;
}

interface Known {
  readonly account: Account;
  readonly expires: number;
}

const missing = (): ApiError =>
  new ApiError(401, "The Authorization header is expected.", {
    issues: [wrongType("headers.authorization", "Required")],
  });
const refused = (): ApiError => new ApiError(401, "The access token is not valid.");

const mostKnown = 1_000;

/** What tokens are made with: accounts, key, clock and validity. */
export interface TokenOptions {
  readonly accounts: readonly Account[];
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly seconds: number;
}

/** Makes the tokens of the service: JWTs signed with a key that only this service has. Checked tokens are remembered until they expire. */
export const createTokens = ({ accounts, key, clock, seconds }: TokenOptions): Tokens => {
  const known = new Map<string, Known>();
  const verify = async (token: string): Promise<Known> => {
    const { payload } = await jwtVerify(token, key, {
      currentDate: new Date(clock.now()),
      algorithms: ["HS256"],
    }).catch(() => {
      throw refused();
    });
    const account = accounts.find((each) => each.user === payload.sub);
    if (account === undefined || payload.exp === undefined) throw refused();
    return { account, expires: payload.exp * 1000 };
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
      if (token === undefined) throw refused();
      const found = known.get(token) ?? (await verify(token));
      if (found.expires <= clock.now()) throw refused();
      if (known.size >= mostKnown) known.clear();
      known.set(token, found);
      return found.account;
    },
  };
};
