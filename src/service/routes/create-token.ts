import { timingSafeEqual } from "node:crypto";
import { clientId, type Account } from "../accounts";
import { ApiError, invalid, wrongElement } from "../http/api-error";
import type { Tokens } from "../http/tokens";
import type { Handler } from "./route";

interface TokenRequest {
  readonly username: string;
  readonly password: string;
  readonly audience: string;
  readonly client_id: string;
}

const sameText = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const refused = (why: string): ApiError => new ApiError(403, why, { reason: "invalid_grant" });

/** Makes POST /oauth/token (specification, "Authentication"); `isAudience` knows the addresses the service answers at. */
export const createTokenRoute =
  (
    accounts: readonly Account[],
    tokens: Tokens,
    { isAudience, seconds }: { isAudience: (audience: string) => boolean; seconds: number },
  ): Handler =>
  async ({ body }) => {
    const request = body as TokenRequest;
    if (request.client_id !== clientId) throw refused("The client_id is not known.");
    if (!isAudience(request.audience)) {
      throw invalid([
        wrongElement("body.audience", "Expected the base address of this service with one trailing slash"),
      ]);
    }
    const account = accounts.find((each) => sameText(request.username, each.key));
    if (account === undefined || !sameText(request.password, account.secret)) throw refused("Wrong API key or secret.");
    return { access_token: await tokens.issue(account, request.audience), expires_in: seconds, token_type: "Bearer" };
  };
