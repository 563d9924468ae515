import type { Send } from "../client/send";
import { AddinError } from "../error/addin-error";
import { say } from "../text/say";

/** Where the token comes from; `renew` is told which one was refused and renews only if that is still the current one. */
export interface TokenSource {
  readonly token: () => Promise<string>;
  readonly renew: (refused: string) => Promise<string>;
}

const withToken = (request: Request, token: string): Request => {
  const authorized = new Request(request);
  authorized.headers.set("Authorization", `Bearer ${token}`);
  return authorized;
};

/** Puts the session's token on every request; renews it once when the service answers 401. */
export const authorize =
  (source: TokenSource) =>
  (send: Send): Send =>
  async (request) => {
    const token = await source.token();
    const response = await send(withToken(request.clone(), token));
    if (response.status !== 401) return response;
    const again = await send(withToken(request, await source.renew(token)));
    if (again.status === 401)
      throw new AddinError("signed-out", say("runtime.tokenRefused"), { status: 401, cause: await again.text() });
    return again;
  };
