import { timingSafeEqual } from "node:crypto";
import { type Account, clientId } from "../world/accounts";
import { ApiError, invalid, wrongElement } from "../http/problems";
import type { Tokens } from "../http/tokens";
import type { RouteHandler } from "./route";

interface TokenRequest {
  readonly username: string;
  readonly password: string;
  readonly audience: string;
  readonly client_id: string;
}

const sameText = (text: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(text), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const refuseGrant = (why: string): ApiError => new ApiError(403, why, { reason: "invalid_grant" });

/** Creates POST /oauth/token (specification, "Authentication"). `isAudience` knows the addresses of the service. */
export const createTokenRoute =
  (
    accounts: readonly Account[],
    tokens: Tokens,
    isAudience: (audience: string) => boolean,
    seconds: number,
  ): RouteHandler =>
  async ({ body }) => {
    const input = body as TokenRequest;
    if (input.client_id !== clientId) throw refuseGrant("The client_id is not known.");
    if (!isAudience(input.audience)) {
      throw invalid([
        wrongElement("body.audience", "Expected the base address of this service with one trailing slash"),
      ]);
    }
    const account = accounts.find((each) => sameText(input.username, each.key));
    if (account === undefined || !sameText(input.password, account.secret))
      throw refuseGrant("Wrong API key or secret.");
    return { access_token: await tokens.issue(account, input.audience), expires_in: seconds, token_type: "Bearer" };
  };
