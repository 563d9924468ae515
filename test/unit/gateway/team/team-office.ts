import { tmpdir } from "node:os";
import type { FastifyInstance } from "fastify";
import { createRouter, type GatewayTeam } from "../../../../src/gateway/router";
import { MemoryStore } from "../../../../src/gateway/team/memory-store";
import type { NamedUniverse, People, Person } from "../../../../src/gateway/team/person";
import type { Store } from "../../../../src/gateway/team/store";
import { Team, type TeamOptions } from "../../../../src/gateway/team/team";
import { addTeamRoutes } from "../../../../src/gateway/team/team-server";
import { type Clock, systemClock } from "../../../../src/engine/clock";
import type { Send } from "../../../../src/engine/http/client";
import { createService, type Service } from "../../../../src/service/service";
import { inProcessSend } from "../../../support/in-process-send";

/** What the local service tells a newcomer. */
export interface Demo {
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
  readonly entities: readonly {
    readonly id: string;
    readonly name: string;
    readonly isin: string;
    readonly lei: string;
  }[];
  readonly unlicensed_entities: readonly string[];
  readonly analyses: readonly { readonly instance: string }[];
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: unknown;
  readonly text: string;
}

export interface TeamCall {
  readonly method?: "GET" | "POST" | "PATCH";
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A person whose token is the id; the first group decides on the account. */
export const personOf = (id: string, ...groups: readonly string[]): Person => ({ id, name: id, groups, admin: false });

/** People who are known by their ids. */
const peopleById = (people: readonly Person[]): People => ({
  authenticate: (authorization) =>
    Promise.resolve(
      people.find(({ id }) => authorization === `Bearer ${id}`) ?? {
        status: 401,
        reason: "signed_out",
        message: "Please sign in.",
      },
    ),
});

const ask = async (
  fastify: FastifyInstance,
  { method = "GET", url, body, headers = {} }: TeamCall,
  token: string,
): Promise<Got> => {
  const answer = await fastify.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { payload: body as object }),
  });
  const isJson = String(answer.headers["content-type"]).includes("/json") && answer.body !== "";
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json: isJson ? answer.json() : undefined,
  };
};

export interface TeamOffice {
  readonly service: Service;
  readonly demo: Demo;
  readonly team: Team;
  readonly routes: GatewayTeam;
  /** A gateway without a socket. */
  readonly fastify: FastifyInstance;
  /** Every request that reached the service, as `METHOD path?query`; not those for tokens. */
  readonly upstream: string[];
  /** Bodies of the same requests. */
  readonly bodies: string[];
  readonly as: (person: string, asked: TeamCall) => Promise<Got>;
  /** Asks the service itself, with one of its accounts. */
  readonly direct: (account: string, asked: TeamCall) => Promise<Got>;
  readonly close: () => Promise<void>;
}

export interface OfficeOptions extends Partial<Omit<TeamOptions, "accounts">> {
  readonly people: readonly Person[];
  /** Demo accounts that the firm has, each for the group of its name; `demo` alone, for everybody, where undefined. */
  readonly accounts?: readonly string[];
  readonly clock?: Clock;
  readonly store?: Store;
  readonly universes?: readonly NamedUniverse[];
  /** Serves `/mcp`. */
  readonly mcp?: { readonly issuer?: string };
  /** Stands between gateway and service. */
  readonly between?: (send: Send) => Send;
}

/** A team gateway before the local service, in this process and without sockets. */
export const openTeamOffice = async (options: OfficeOptions): Promise<TeamOffice> => {
  const {
    people,
    accounts,
    clock = systemClock,
    between = (send: Send) => send,
    store,
    universes,
    mcp,
    ...teamOptions
  } = options;
  const kept = store ?? new MemoryStore(clock);
  const service = await createService({ size: "test", seed: 1, localControls: true, today: "2026-01-05", clock });
  const demo = (await service.fastify.inject("/_local/demo")).json<Demo>();
  const upstream: string[] = [];
  const bodies: string[] = [];
  const inner = inProcessSend(service.fastify);
  const send: Send = async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname !== "/oauth/token") {
      upstream.push(`${request.method} ${pathname}${search}`);
      bodies.push(await request.clone().text());
    }
    return inner(request);
  };
  const credentialsOf = (name: string) => {
    const { api_key: key = "", api_secret: secret = "" } = demo.accounts.find((account) => account.name === name) ?? {};
    return { key, secret, audience: demo.audience, clientId: demo.client_id };
  };
  const team = new Team(
    {
      address: "http://localhost",
      accounts: accounts?.map((name) => ({ name, groups: [name], ...credentialsOf(name) })) ?? [
        { name: "firm", ...credentialsOf("demo") },
      ],
      ...teamOptions,
    },
    { store: kept, clock, send: between(send) },
  );
  const routes: GatewayTeam = {
    addRoutes: (scope) =>
      addTeamRoutes(scope, team, peopleById(people), {
        clock,
        ...(universes !== undefined && { universes }),
        ...(mcp !== undefined && { mcp: { store: kept, ...mcp } }),
      }),
  };
  const fastify = await createRouter({ root: tmpdir(), team: routes });
  const tokens = new Map<string, string>();
  const direct = async (account: string, asked: TeamCall): Promise<Got> => {
    if (!tokens.has(account)) {
      const { key: username, secret: password, audience, clientId: client_id } = credentialsOf(account);
      const body = { grant_type: "password", username, password, audience, client_id };
      const { json } = await ask(service.fastify, { method: "POST", url: "/oauth/token", body }, "");
      tokens.set(account, (json as { readonly access_token: string }).access_token);
    }
    return ask(service.fastify, asked, tokens.get(account) ?? "");
  };
  return {
    ...{ service, demo, team, routes, fastify, upstream, bodies, direct },
    as: (person, asked) => ask(fastify, asked, person),
    close: async () => {
      await team.close();
      await fastify.close();
      await service.close();
    },
  };
};
