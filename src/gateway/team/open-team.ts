import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { Clock } from "../../engine/clock";
import type { Send } from "../../engine/http/client";
import type { GatewayTeam } from "../router";
import { addAdminRoutes } from "./admin-routes";
import { IdentityProvider } from "./identity-provider";
import { KnownPeople } from "./known-people";
import { createHealth } from "./health";
import type { Store } from "./store";
import { Team, type TeamWatch } from "./team";
import type { TeamConfig } from "./team-config";
import { TeamMetrics } from "./team-metrics";
import { addTeamRoutes } from "./team-server";

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

export interface RunningTeam extends Required<GatewayTeam> {
  readonly signIn: TeamSignIn;
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
export const openTeam = (config: TeamConfig, deps: OpenTeamDeps): RunningTeam => {
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
  const health = createHealth(store, provider, team);
  const connects = (): readonly string[] => provider?.origins ?? [];
  const addRoutes = (fastify: FastifyInstance): void => {
    addTeamRoutes(fastify, team, people, {
      clock,
      universes: config.universes.map(({ id, ...named }) => ({ universe_id: id, ...named })),
      signInRefused: (reason) => metrics?.signInRefused(reason),
      ...(config.mcp === true && { mcp: { store, issuer: config.provider?.issuer } }),
    });
    addAdminRoutes(fastify, { team, people, config, clock, health, connects, page: deps.adminPage });
  };
  // Nobody waits for them: what cannot be reached now is tried again with the first request that needs it.
  void provider?.prepare();
  team.prepare();
  return {
    signIn: toSignIn(config),
    ...{ addRoutes, health, connects, proxies: config.proxies },
    close: async () => {
      await team.close();
      people.close();
    },
  };
};

const toSignIn = ({ keys, provider }: TeamConfig): TeamSignIn => {
  if (provider === undefined) return { keys };
  const { name, issuer, clientId, scope, resource } = provider;
  return { keys, provider: { name, issuer, clientId, scope, ...(resource !== undefined && { resource }) } };
};
