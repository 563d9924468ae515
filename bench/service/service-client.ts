/** The members of `/_local/demo` that the benchmark uses. */
interface Demo {
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
}

/** Somebody signed in to a running service. */
export interface ServiceClient {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly universe: (name: string) => string;
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: (path: string, body: unknown) => Promise<{ readonly status: number; readonly body: unknown }>;
  /** Sends any request, whatever its status will be. */
  readonly send: (method: string, path: string, body?: string) => Promise<Response>;
}

/** The same person at another address of the service, for example that of a gateway. */
export const clientOf = (
  origin: string,
  { headers, universe }: Pick<ServiceClient, "headers" | "universe">,
): ServiceClient => {
  const send: ServiceClient["send"] = (method, path, body) =>
    fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
  return {
    origin,
    headers,
    universe,
    send,
    get: async <T>(path: string) => (await (await send("GET", path)).json()) as T,
    post: async (path, body) => {
      const response = await send("POST", path, JSON.stringify(body));
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
    },
  };
};

/** Signs in with the first demo account. */
export const signIn = async (origin: string): Promise<ServiceClient> => {
  const demo = (await (await fetch(`${origin}/_local/demo`)).json()) as Demo;
  const json = { "content-type": "application/json" };
  const grant = {
    grant_type: "password",
    username: demo.accounts[0]?.api_key,
    password: demo.accounts[0]?.api_secret,
    audience: demo.audience,
    client_id: demo.client_id,
  };
  const answer = await fetch(`${origin}/oauth/token`, { method: "POST", headers: json, body: JSON.stringify(grant) });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return clientOf(origin, {
    headers: { ...json, authorization: `Bearer ${token}` },
    universe: (name) => demo.universes.find((each) => each.universe_name === name)?.universe_id ?? "",
  });
};
