import { createService, type Service, type ServiceOptions } from "../../../src/service/service";

/** What `/_local/demo` tells, as far as these tests use it. */
export interface Demo {
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly {
    readonly universe_id: string;
    readonly universe_name: string;
    readonly entities: number;
  }[];
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly analyses: readonly { readonly instance: string; readonly name: string }[];
  readonly holdings: readonly string[];
}

/** An answer with its body read. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A service in process and somebody signed in to it. */
export interface SignedIn {
  readonly service: Service;
  readonly demo: Demo;
  readonly universe: (name: string) => string;
  readonly get: <T>(path: string) => Promise<Answer<T>>;
  readonly post: <T>(path: string, body: object) => Promise<Answer<T>>;
}

const read = <T>(text: string): T => (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text) as T;

/** Starts a service (size test, a fixed day unless told otherwise) and signs in with the first account. */
export const signedIn = async (options: Partial<ServiceOptions> = {}): Promise<SignedIn> => {
  const service = await createService({ size: "test", seed: 1, today: "2026-06-30", localControls: true, ...options });
  const demo = read<Demo>((await service.fastify.inject("/_local/demo")).body);
  const account = demo.accounts[0];
  const grant = {
    grant_type: "password",
    username: account?.api_key,
    password: account?.api_secret,
    audience: demo.audience,
    client_id: demo.client_id,
  };
  const token = await service.fastify.inject({ method: "POST", url: "/oauth/token", payload: grant });
  const headers = { authorization: `Bearer ${read<{ access_token: string }>(token.body).access_token}` };
  const ask = async <T>(method: "GET" | "POST", url: string, payload?: object): Promise<Answer<T>> => {
    const answer = await service.fastify.inject({
      method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: answer.statusCode, body: read<T>(answer.body), headers: answer.headers };
  };
  return {
    service,
    demo,
    universe: (name) => demo.universes.find((each) => each.universe_name === name)?.universe_id ?? "",
    get: (path) => ask("GET", path),
    post: (path, body) => ask("POST", path, body),
  };
};
