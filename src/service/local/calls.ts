import type { FastifyInstance } from "fastify";

/** Counts the calls of every route of the contract: GET /_local/calls tells, DELETE begins anew. */
export const addCallCount = (fastify: FastifyInstance): void => {
  let counts = new Map<string, number>();
  fastify.addHook("onRequest", (request, _, done) => {
    const { route } = request.routeOptions.config as { route?: string };
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
