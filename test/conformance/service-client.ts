import { createService } from "../../src/service/service";
import { copyWorld } from "../support/exported-world";
import { request, type Answer, type Ask } from "./request";
import type { Page, Token } from "./shapes";

interface DemoAccount {
  readonly name: string;
  readonly api_key: string;
  readonly api_secret: string;
}
/** Who a token speaks for. */
export interface Claims {
  readonly user: string;
  readonly company: string;
}
/** What `GET /_local/demo` tells a newcomer, as far as the suite uses it. */
export interface Demo {
  readonly accounts: readonly DemoAccount[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly {
    readonly universe_id: string;
    readonly universe_name: string;
    readonly type: string;
  }[];
  readonly entities: readonly {
    readonly id: string;
    readonly name: string;
  }[];
  readonly unlicensed_entities: readonly string[];
}

type Options = Parameters<typeof createService>[0];
type Service = Awaited<ReturnType<typeof createService>>;

/** A client of one running service. Every answer is checked against the contract. */
export interface ServiceClient {
  demo(): Promise<Demo>;
  token(account?: string): Promise<string>;
  send<T>(ask: Ask, account?: string): Promise<Answer<T>>;
  get<T>(path: string, account?: string): Promise<Answer<T>>;
  post<T>(path: string, body: unknown, account?: string): Promise<Answer<T>>;
  all<T>(path: string, account?: string): Promise<T[]>;
  universe(name: string): Promise<string>;
  claims(account?: string): Promise<Claims>;
  /** The body by which an account asks for its token. */
  grant(account?: string): Promise<Record<string, string>>;
  service(): Promise<Service>;
}

/** The account name that sends no token. */
export const nobody = "nobody";

const accountOf = ({ accounts }: Demo, name: string | undefined): DemoAccount => {
  const account = name === undefined ? accounts[0] : accounts.find((each) => each.name === name);
  if (!account)
    throw new Error(`the demo names no account ${name ?? ""}: ${accounts.map((each) => each.name).join(", ")}`);
  return account;
};

const grantOf = (demo: Demo, name: string | undefined): Record<string, string> => {
  const account = accountOf(demo, name);
  return {
    grant_type: "password",
    username: account.api_key,
    password: account.api_secret,
    audience: demo.audience,
    client_id: demo.client_id,
  };
};

const signIn = async (service: Service, demo: Demo, name: string | undefined): Promise<string> => {
  const body = grantOf(demo, name);
  const answer = await request<Token>(service.fastify, { method: "POST", path: "/oauth/token", body });
  expect(answer.status).toBe(200);
  return answer.body.access_token;
};

const claimsOf = (token: string): Claims => {
  const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString();
  const { sub, company } = JSON.parse(payload) as { sub: string; company: string };
  return { user: sub, company };
};

/** Follows the cursor of a listing to its end. */
const listAll = async <T>(get: (path: string) => Promise<Answer<Page<T>>>, path: string): Promise<T[]> => {
  const found: T[] = [];
  for (let cursor: string | null = "", pages = 0; cursor !== null; pages += 1) {
    const after: string = cursor === "" ? "" : `&search_after=${encodeURIComponent(cursor)}`;
    const page: Answer<Page<T>> = await get(`${path}${path.includes("?") ? "&" : "?"}size=1000${after}`);
    expect([page.status, path, pages < 100]).toEqual([200, path, true]);
    found.push(...page.body.data);
    cursor = page.body.has_next ? page.body.search_after : null;
  }
  return found;
};

/** A client of a service that somebody else starts and stops. */
export const clientOver = (service: () => Promise<Service>): ServiceClient => {
  const tokens = new Map<string | undefined, Promise<string>>();
  let demoAnswer: Promise<Demo> | undefined;
  const ask = async (): Promise<Demo> =>
    (await request<Demo>((await service()).fastify, { method: "GET", path: "/_local/demo" })).body;
  const demo = (): Promise<Demo> => (demoAnswer ??= ask());
  const token = (account?: string): Promise<string> => {
    const held = tokens.get(account) ?? Promise.all([service(), demo()]).then(([s, d]) => signIn(s, d, account));
    tokens.set(account, held);
    return held;
  };
  const send = async <T>(ask: Ask, account?: string): Promise<Answer<T>> => {
    const sign = account === nobody ? {} : { authorization: `Bearer ${await token(account)}` };
    return request<T>((await service()).fastify, { ...ask, headers: { ...sign, ...ask.headers } });
  };
  const get = <T>(path: string, account?: string): Promise<Answer<T>> => send<T>({ method: "GET", path }, account);
  const universe = async (name: string): Promise<string> => {
    const found = (await demo()).universes.find((each) => each.universe_name === name);
    if (!found) throw new Error(`the demo names no universe ${name}`);
    return found.universe_id;
  };
  return {
    ...{ demo, token, send, get, universe, service },
    post: (path, body, account) => send({ method: "POST", path, body }, account),
    all: <T>(path: string, account?: string) => listAll<T>((each) => get<Page<T>>(each, account), path),
    grant: async (account) => grantOf(await demo(), account),
    claims: async (account) => claimsOf(await token(account)),
  };
};

/** Where `on-databases.slow.test.ts` lets the suite run: a server or a folder; the made-up world in memory without it. */
const place = process.env["CONFORMANCE_DATA"];

/** Starts a service of size "test" over the made-up world. */
const startService = async (options: Partial<Options>): Promise<Service> => {
  const { today = "2026-06-30" } = options;
  const data = place === undefined ? {} : { data: await copyWorld(place, today) };
  return createService({ size: "test", seed: 1, today, localControls: true, ...options, ...data });
};

/** Starts one service of size "test" for the tests of a file and closes it after them. */
export const startClient = (options: Partial<Options> = {}): ServiceClient => {
  let started: Promise<Service> | undefined;
  const service = (): Promise<Service> => (started ??= startService(options));
  afterAll(async () => (await started)?.close());
  return clientOver(service);
};
