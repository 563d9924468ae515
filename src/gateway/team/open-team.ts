import type { RequestListener } from "node:http";
import type { Registry } from "prom-client";
import type { Clock } from "../../engine/clock";
import type { Send } from "../../engine/http/client";
import { addAdminRoutes } from "./admin-routes";
import { IdentityProvider } from "./identity-provider";
import { KnownPeople } from "./known-people";
import type { PartState, TeamHealth } from "./health";
import type { Store } from "./store";
import { Team, type TeamWatch } from "./team";
import type { TeamConfig } from "./team-config";
import { TeamMetrics } from "./team-metrics";
import { createTeamServer } from "./team-server";

/** What the add-in must know to sign in: the member `team` of deployment.json. It has no secret. */
export interface TeamSignIn {
  readonly keys: boolean;
  readonly provider?: {
    readonly name: string;
    readonly issuer: string;
    readonly clientId: string;
    readonly scope: string;
    readonly resource?: string;
  };
}

export interface RunningTeam {
  readonly answer: RequestListener;
  readonly signIn: TeamSignIn;
  readonly health: () => Promise<TeamHealth>;
  readonly close: () => Promise<void>;
}

export interface OpenTeamDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Sends requests to the service. */
  readonly send?: Send;
  /** Where metrics are registered. */
  readonly registry?: Registry | undefined;
  /** The folder of the built admin page. */
  readonly adminPage?: string | undefined;
}

/** Opens a team: people, the firm's accounts, cache and routes. Signs in to the service and fetches the provider's keys. */
export const openTeam = async (config: TeamConfig, deps: OpenTeamDeps): Promise<RunningTeam> => {
  const { store, clock, send = (request: Request) => fetch(request) } = deps;
  const provider = config.provider && new IdentityProvider(config.provider, clock);
  const { administratorKey, keys } = config;
  const people = new KnownPeople({ store, clock, provider, administratorKey, acceptsKeys: keys });
  const watch: TeamWatch = {
    answered: (source) => metrics?.answered(source),
    called: (account, call) => metrics?.called(account, call),
    budgetSpent: () => metrics?.budgetSpent(),
  };
  const team = new Team(config, { store, clock, send, watch });
  const metrics = deps.registry && new TeamMetrics(deps.registry, () => team.accounts);
  const fastify = createTeamServer(team, people, {
    ...{ clock, proxies: config.proxies },
    universes: config.universes.map(({ id, name }) => ({ universe_id: id, name })),
    signInRefused: (reason) => metrics?.signInRefused(reason),
  });
  addAdminRoutes(fastify, { team, people, config, clock, health: () => health(), page: deps.adminPage });
  await fastify.ready();
  // Nobody waits for them: what cannot be reached now is tried again with the first request that needs it.
  void provider?.prepare();
  team.prepare();
  const reached = new Set<string>();
  const health = async (): Promise<TeamHealth> => {
    if (provider !== undefined && !provider.isReady) void provider.prepare();
    const parts = {
      store: stateOf(
        await store.get("health/").then(
          () => true,
          () => false,
        ),
      ),
      ...(provider !== undefined && { provider: stateOf(provider.isReady) }),
      service: stateOf(team.accounts.every(({ isSignedIn }) => isSignedIn)),
    };
    for (const [part, state] of Object.entries(parts)) if (state === "ready") reached.add(part);
    const wants = Object.keys(parts).find((part) => part !== "service" && !reached.has(part));
    return { parts, ...(wants !== undefined && { wants: `The ${wants} has not been reached yet.` }) };
  };
  return {
    answer: fastify.routing.bind(fastify),
    signIn: signInOf(config),
    health,
    close: async () => {
      await team.close();
      people.close();
      await fastify.close();
    },
  };
};

const stateOf = (isReached: boolean): PartState => (isReached ? "ready" : "unreachable");

const signInOf = ({ keys, provider }: TeamConfig): TeamSignIn => {
  if (provider === undefined) return { keys };
  const { name, issuer, clientId, scope, resource } = provider;
  return { keys, provider: { name, issuer, clientId, scope, ...(resource !== undefined && { resource }) } };
};
