import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { demoAudience, demoClient } from "../../scripts/run/identity-provider";
import { createRuntime } from "../../src/engine/create-runtime";
import { FurtherReaders } from "../../src/engine/further-readers";
import { Readers } from "../../src/engine/readers";
import type { Runtime } from "../../src/engine/runtime";
import { detectLimit } from "../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../src/engine/scheduler/rate-limit/limiter";
import { type Clock, systemClock } from "../../src/engine/clock";
import type { PageChannel } from "../../src/engine/platform";
import type { ProviderConfig } from "../../src/engine/session/identity-provider";
import { TeamSignIn } from "../../src/engine/session/team-sign-in";
import type { KeyValueStorage } from "../../src/engine/storage";
import { createGateway } from "../../src/gateway/gateway";
import type { GatewayTeam } from "../../src/gateway/router";
import { addAdminRoutes } from "../../src/gateway/team/admin-routes";
import { createHealth } from "../../src/gateway/team/health";
import { IdentityProvider } from "../../src/gateway/team/identity-provider";
import { KnownPeople } from "../../src/gateway/team/known-people";
import { MemoryStore } from "../../src/gateway/team/memory-store";
import { Team } from "../../src/gateway/team/team";
import { addTeamRoutes } from "../../src/gateway/team/team-server";
import { createService } from "../../src/service/service";
import { inProcessSend } from "./in-process-send";
import { mapStorage } from "./map-storage";

/** The real time, moved on by hand. Timers run in real time. */
export class MovableClock implements Clock {
  #moved = 0;
  readonly #time: () => number;
  readonly now = (): number => this.#time() + this.#moved;
  readonly after = systemClock.after;
  readonly random = (): number => 0;

  /** `time`: the time that passes by itself (ms since 1970). */
  constructor(time: () => number = Date.now) {
    this.#time = time;
  }

  move(milliseconds: number): void {
    this.#moved += milliseconds;
  }
}

export interface TestGateway {
  readonly address: string;
  readonly team: GatewayTeam;
  readonly people: KnownPeople;
  /** The gateway's own time. */
  readonly clock: MovableClock;
  readonly demo: {
    readonly entities: readonly { readonly id: string; readonly name: string }[];
    readonly universes: readonly { readonly universe_id: string; readonly universe_name: string }[];
  };
  /** The key and the secret of the firm's account at the service. */
  readonly vendorSecrets: readonly string[];
  readonly administratorKey: string;
  /** Requests that have reached the service for data, with the headers that are no one else's business. */
  readonly upstream: Request[];
  readonly close: () => Promise<void>;
}

/**
 * A gateway of a team before the local service, at a real socket.
 * @param adminPage the folder of the built page of the administrators
 */
export const startTeamGateway = async (issuer: string, adminPage?: string): Promise<TestGateway> => {
  const clock = new MovableClock();
  const service = await createService({ size: "test", seed: 1, localControls: true, today: "2026-01-05" });
  const demo = (await service.fastify.inject("/_local/demo")).json<
    TestGateway["demo"] & {
      readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
      readonly audience: string;
      readonly client_id: string;
    }
  >();
  const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
  const store = new MemoryStore(clock);
  const provider = new IdentityProvider(
    { issuer, audience: demoAudience, groupsMember: "groups", adminGroups: ["spillway-admins"] },
    clock,
  );
  const administratorKey = `admin-${"a".repeat(32)}`;
  const people = new KnownPeople({ store, clock, provider, administratorKey });
  const upstream: Request[] = [];
  const inner = inProcessSend(service.fastify);
  const account = { name: "firm", key, secret, audience: demo.audience, clientId: demo.client_id };
  const config = { address: "http://localhost", accounts: [account], keys: true, universes: [], proxies: [] };
  const team = new Team(config, {
    store,
    clock,
    send: (request) => {
      if (!request.url.endsWith("/oauth/token")) upstream.push(request.clone());
      return inner(request);
    },
  });
  const universes = demo.universes.slice(0, 2).map(({ universe_id, universe_name: name }) => ({ universe_id, name }));
  const health = createHealth(store, provider, team);
  const connects = (): readonly string[] => provider.origins;
  const routes: GatewayTeam = {
    addRoutes: (fastify) => {
      addTeamRoutes(fastify, team, people, { universes });
      addAdminRoutes(fastify, { team, people, config, clock, health, connects, page: adminPage });
    },
  };
  const server = await createGateway({ root: tmpdir(), team: routes });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ team: routes, people, clock, demo, upstream, administratorKey },
    vendorSecrets: [key, secret],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await team.close();
      people.close();
      await service.close();
    },
  };
};

/** One holder at a time, as between the pages of a browser. */
export const oneAtATime = (): Pick<LockManager, "request"> => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: async (_name: string, work: unknown) => {
      const own = last.then(() => (work as () => Promise<unknown>)());
      last = own.catch(() => undefined);
      return own;
    },
  } as Pick<LockManager, "request">;
};

export interface TeamPage {
  readonly runtime: Runtime;
  readonly clock: MovableClock;
  /** Everything that the page has sent. */
  readonly sent: Request[];
  /** Looks a company up, as a cell does. Rejects with an AddinError. */
  readonly ask: (name: string, options?: Partial<Parameters<Runtime["requestLog"]["open"]>[0]>) => Promise<unknown>;
}

/** The add-in's engine in one page, before the gateway of a team. */
export const openTeamPage = async (
  { address }: TestGateway,
  provider: Pick<ProviderConfig, "issuer"> | undefined,
  options: {
    readonly storage?: KeyValueStorage;
    readonly locks?: Pick<LockManager, "request">;
    pages?: PageChannel;
  } = {},
): Promise<TeamPage> => {
  const { storage = mapStorage(), locks, pages } = options;
  const clock = new MovableClock();
  const sent: Request[] = [];
  const send = (request: Request): Promise<Response> => {
    sent.push(request.clone());
    return fetch(request);
  };
  const config = provider && {
    name: "Demo provider",
    clientId: demoClient,
    scope: "openid profile gateway",
    resource: demoAudience,
    ...provider,
  };
  const signIn = new TeamSignIn({ baseUrl: address, provider: config, send, clock, locks });
  const runtime = createRuntime({
    createReaders: (deps) => new Readers(deps),
    createFurtherReaders: (deps) => new FurtherReaders(deps),
    limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
    ...{ send, clock, storage, pages },
    addresses: { baseUrl: address, authUrl: address, audience: `${address}/`, clientId: "none" },
    crypto: globalThis.crypto,
    partition: "test team",
    team: () => Promise.resolve(signIn),
  });
  await runtime.ready;
  return {
    ...{ runtime, clock, sent },
    ask: async (name, opening = {}) => {
      const context = runtime.requestLog.open({ what: "ESG.ENTITY", address: `S!${name}`, query: name, ...opening });
      try {
        const query = { fields: ["name"], maxCandidates: 1 };
        return await runtime.entities.search({ name: `eq:${name}` }, query, context);
      } finally {
        context.done(1);
      }
    },
  };
};
