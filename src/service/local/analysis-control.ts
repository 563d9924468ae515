import type { FastifyInstance } from "fastify";
import type { Analyses, Wish } from "../analyses/analyses";

/**
 * POST /_local/analyses says how the next analysis goes (`{"pollsUntilReady": 4}`, `{"outcome": "failed"}`), or stops one in progress
 * (`{"stop": "<instance>"}`): what takes luck or patience with the real service.
 */
export const addAnalysisControl = (fastify: FastifyInstance, analyses: Analyses): void => {
  fastify.post("/_local/analyses", (request, reply) => {
    const wish = (request.body ?? {}) as Wish & { readonly stop?: string };
    if (wish.stop === undefined) analyses.wish(wish);
    else if (!analyses.stop(wish.stop)) return reply.code(404).send();
    return reply.code(204).send();
  });
};
