import type { FastifyReply, FastifyRequest } from "fastify";
import type { V3Problem } from "../contract/problems";
import { dataPolicy } from "./content-security";

/** A file's own headers may be set already: a refusal must not be kept as long as the file. */
const refusalHeaders = {
  "content-type": "text/plain",
  "content-security-policy": dataPolicy,
  "cache-control": "no-store",
};

/** Refuses a request in one sentence. */
export const refuse = (
  reply: FastifyReply,
  status: number,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply =>
  reply
    .code(status)
    .headers({ ...refusalHeaders, ...headers })
    .send(Buffer.from(sentence));

export const nothingHere = (reply: FastifyReply): FastifyReply => {
  reply.request.routeLabel = "none";
  return refuse(reply, 404, "Nothing is served here.");
};

export const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

export const refuseWrite = (reply: FastifyReply): FastifyReply =>
  refuse(reply, 405, "Files are only read.", { allow: "GET, HEAD" });

/** Refuses a method at a path of the service, as the service does (docs/service.md). */
export const refuseMethod = (reply: FastifyReply, allowed: readonly string[]): FastifyReply => {
  const allow = allowed.join(", ");
  const problem: V3Problem = { message: `This route allows ${allow} only.`, code: 405, reason: "invalid" };
  return refuse(reply, 405, JSON.stringify(problem), { "content-type": "application/json", allow });
};
