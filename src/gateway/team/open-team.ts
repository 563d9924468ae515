import type { RequestListener } from "node:http";
import type { Registry } from "prom-client";
import type { Clock } from "../../engine/clock";
import type { Send } from "../../engine/http/client";
import { addAdminRoutes } from "./admin-routes";
import { IdentityProvider } from "./identity-provider";
import { KnownPeople } from "./known-people";
import { createHealth, type TeamHealth } from "./health";
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
  /** Origins that the pages of the add-in and of the administrators call besides the gateway's own: the provider's. */
  readonly connects: () => readonly string[];
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
    universes: config.universes.map(({ id, ...named }) => ({ universe_id: id, ...named })),
    signInRefused: (reason) => metrics?.signInRefused(reason),
  });
  const health = createHealth(store, provider, team);
  const connects = (): readonly string[] => provider?.origins ?? [];
  addAdminRoutes(fastify, { team, people, config, clock, health, connects, page: deps.adminPage });
  await fastify.ready();
  // Nobody waits for them: what cannot be reached now is tried again with the first request that needs it.
  void provider?.prepare();
  team.prepare();
  return {
    answer: fastify.routing.bind(fastify),
    signIn: signInOf(config),
    ...{ health, connects },
    close: async () => {
      await team.close();
      people.close();
      await fastify.close();
    },
  };
};

const signInOf = ({ keys, provider }: TeamConfig): TeamSignIn => {
  if (provider === undefined) return { keys };
  const { name, issuer, clientId, scope, resource } = provider;
  return { keys, provider: { name, issuer, clientId, scope, ...(resource !== undefined && { resource }) } };
};
