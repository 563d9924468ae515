import type { FastifyInstance, FastifyReply } from "fastify";
import { dataPolicy } from "./content-security";
import { findFile } from "./files";
import type { TeamHealth } from "./team/health";

interface HealthDeps {
  readonly root: string;
  readonly isDraining: () => boolean;
  readonly team: (() => Promise<TeamHealth>) | undefined;
}

/**
 * `/healthz`: the process runs. `/readyz`: it has the add-in's files and takes new requests. Neither asks the service,
 * because files are served without it. A team must have reached its parts once. A part that is away later is only
 * shown, because replicas that all left together would help nobody.
 */
export const addHealthRoutes = (fastify: FastifyInstance, { root, isDraining, team }: HealthDeps): void => {
  const config = { label: "health" };
  fastify.all("/healthz", { config }, (_request, reply) => sendState(reply, 200, { status: "running" }));
  fastify.all("/readyz", { config }, async (_request, reply) => {
    const { wants, parts } = (await team?.()) ?? {};
    const isBuilt = (await findFile(root, "/functions.json")) !== undefined;
    if (isDraining()) return sendState(reply, 503, { status: "The gateway is ending.", team: parts });
    if (!isBuilt) return sendState(reply, 503, { status: "The add-in's files are missing.", team: parts });
    return sendState(reply, wants === undefined ? 200 : 503, { status: wants ?? "ready", team: parts });
  });
};

const sendState = (reply: FastifyReply, status: number, state: object): FastifyReply =>
  reply
    .code(status)
    .headers({
      "content-type": "application/json",
      "content-security-policy": dataPolicy,
      "cache-control": "no-store",
    })
    .send(Buffer.from(JSON.stringify(state)));
