import { violations } from "./contract";
import type { Token } from "./shapes";
import type { Demo } from "./service-client";

/** One exchange over the network, as a HAR keeps it. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

/** A client of a listening service that records every exchange. */
export interface Remote {
  readonly exchanges: Exchange[];
  readonly demo: Demo;
  call(method: string, path: string, body?: unknown): Promise<Exchange>;
}

/** Calls one address over the network. */
export const exchange = async (
  url: string,
  method: string,
  options: { token?: string; body?: unknown } = {},
): Promise<Exchange> => {
  const requestHeaders: Record<string, string> = {
    accept: "*/*",
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    ...(options.body === undefined ? {} : { "content-type": "application/json" }),
  };
  const requestBody = options.body === undefined ? undefined : JSON.stringify(options.body);
  const answer = await fetch(url, {
    method,
    headers: requestHeaders,
    ...(requestBody === undefined ? {} : { body: requestBody }),
  });
  const responseBody = await answer.text();
  const exchanged = {
    method,
    url,
    requestHeaders,
    status: answer.status,
    responseHeaders: Object.fromEntries(answer.headers),
    responseBody,
  };
  return requestBody === undefined ? exchanged : { ...exchanged, requestBody };
};

/** Signs in at `direct` (the service itself) and from then on calls `origin` (the service or a proxy before it). */
export const remote = async (direct: string, origin: string = direct): Promise<Remote> => {
  const demo = JSON.parse((await exchange(`${direct}/_local/demo`, "GET")).responseBody) as Demo;
  const account = demo.accounts[0];
  const grant = {
    grant_type: "password",
    username: account?.api_key,
    password: account?.api_secret,
    audience: demo.audience,
    client_id: demo.client_id,
  };
  const token = await exchange(`${origin}/oauth/token`, "POST", { body: grant });
  const exchanges = [token];
  const held = (JSON.parse(token.responseBody) as Token).access_token;
  const call = async (method: string, path: string, body?: unknown): Promise<Exchange> => {
    const exchanged = await exchange(`${origin}${path}`, method, {
      token: held,
      ...(body === undefined ? {} : { body }),
    });
    exchanges.push(exchanged);
    const type = exchanged.responseHeaders["content-type"] ?? "";
    const found = violations({
      method,
      pathname: path.split("?")[0] ?? "",
      status: exchanged.status,
      type,
      text: exchanged.responseBody,
    });
    expect([method, path, found]).toEqual([method, path, []]);
    return exchanged;
  };
  return { exchanges, demo, call };
};
