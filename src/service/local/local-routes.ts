import type { FastifyInstance } from "fastify";
import type { Analyses, AnalysisOverride } from "../analyses/analyses";
import type { Backend } from "../backend";
import type { World } from "../world/world";
import { forbidden, sendProblem } from "../http/problems";
import type { Audiences } from "../http/tokens";
import { createDemo } from "./demo";
import { addFaults } from "./faults";

/** Counts the requests of every route of the contract. GET /_local/calls returns the counts, DELETE resets them. */
export const addCallCount = (fastify: FastifyInstance): void => {
  let counts = new Map<string, number>();
  fastify.addHook("onRequest", (request, _, done) => {
    const { route } = request.routeOptions.config;
    if (route !== undefined) counts.set(route, (counts.get(route) ?? 0) + 1);
    done();
  });
  fastify.get("/_local/calls", () => ({
    total: [...counts.values()].reduce((sum, count) => sum + count, 0),
    routes: Object.fromEntries(counts),
  }));
  fastify.delete("/_local/calls", (_, reply) => {
    counts = new Map();
    return reply.code(204).send();
  });
};

/**
 * POST /_local/analyses sets how the next analysis behaves (`{"pollsUntilReady": 4}`, `{"outcome": "failed"}`), or
 * stops one in progress (`{"stop": "<instance>"}`).
 */
export const addAnalysisControl = (fastify: FastifyInstance, analyses: Analyses): void => {
  fastify.post("/_local/analyses", async (request, reply) => {
    const override = (request.body ?? {}) as AnalysisOverride & { readonly stop?: string };
    if (override.stop === undefined) analyses.overrideNext(override);
    else if (!(await analyses.stop(override.stop))) return reply.code(404).send();
    return reply.code(204).send();
  });
};

const isLocalRoute = (url: string): boolean => /^\/_local(?:[/?]|$)/.test(url);

/** Whether a host is this machine's. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);

/**
 * Refuses requests of other pages under /_local: these routes ask for no token, and show the secrets of the demo
 * accounts. Call it before CORS is added. The gateway passes no `origin` on, and no page is served here. Over own data
 * the name of the host must be this machine's: a stranger's name may lead here ("DNS rebinding"), and then its page
 * counts as one of this origin.
 */
export const refuseOtherPages = (fastify: FastifyInstance, isOwnData: boolean): void => {
  fastify.addHook("onRequest", (request, reply, done) => {
    const isStranger = request.headers.origin !== undefined || (isOwnData && !isLoopback(request.hostname));
    if (isLocalRoute(request.url) && isStranger)
      sendProblem(forbidden("Only programs and pages of this machine may call this address."), request, reply);
    else done();
  });
};

export interface LocalRouting {
  /** The made-up world, if the data are its own. */
  readonly world: World | undefined;
  readonly simulateFull: (full: boolean) => void;
  readonly backend: Backend;
  readonly audiences: Audiences;
  readonly controls: boolean;
  /** Otherwise the secrets of the accounts are their owners', and `/_local/demo` does not exist. */
  readonly hasDemoAccounts: boolean;
}

/**
 * Adds the routes under /_local, which are not part of the specification. Without `controls` only `/_local/demo`
 * exists.
 */
export const addLocalRoutes = (
  fastify: FastifyInstance,
  { world, simulateFull, backend, audiences, controls, hasDemoAccounts }: LocalRouting,
): void => {
  if (hasDemoAccounts) fastify.get("/_local/demo", () => createDemo(world, backend, audiences.preferred()));
  if (!controls) return;
  addFaults(fastify, backend.clock, simulateFull);
  addCallCount(fastify);
  addAnalysisControl(fastify, backend.analyses);
};
