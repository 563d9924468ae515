import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { RouteName } from "../../wire/routes";
import { ApiError, invalid, wrongType } from "./api-error";

type Body = Readonly<Record<string, unknown>>;

const v3Body = (error: ApiError): Body => ({
  message: error.message,
  code: error.status,
  reason: error.reason,
  ...(error.issues === undefined ? {} : { errors: error.issues }),
});

const sentences = (error: ApiError): string[] =>
  error.issues === undefined
    ? [error.message]
    : error.issues.map((issue) => `${issue.field.replace(/^(body|query)\./, "")}: ${issue.message}`);

const byField = (error: ApiError): Body => {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues ?? [wrongType("body", error.message)]) {
    const name = issue.field.replace(/^(body|query)\./, "").split(".")[0] ?? "body";
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  return fields;
};

const isClientFault = (status: number): boolean => status === 400 || status === 413 || status === 415;

const legacyBody = (route: RouteName, error: ApiError): Body => {
  if (error.status === 401 || error.status === 405) return v3Body(error);
  if (isClientFault(error.status)) return route === "startAnalysis" ? { _schema: sentences(error) } : byField(error);
  if (error.status === 403) return { error: { message: error.message, statusCode: 403 } };
  return { value: error.message };
};

const tokenBody = (error: ApiError): Body => ({
  error: error.reason === "invalid" ? "invalid_request" : error.reason,
  error_description: error.issues === undefined ? error.message : sentences(error).join("; "),
});

const bodyFor = (route: RouteName | undefined, url: string, error: ApiError): Body => {
  if (route === "createToken" && error.status !== 405) return tokenBody(error);
  if (route !== undefined && url.startsWith("/api/2.0/")) return legacyBody(route, error);
  return v3Body(error);
};

/** What Fastify itself refuses, said as the service says it. */
const translate = (error: FastifyError): ApiError => {
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return new ApiError(413, "The body is too large.");
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new ApiError(415, "Expected Content-Type: application/json.");
  if (error.statusCode !== undefined && error.statusCode < 500) return invalid([wrongType("body", error.message)]);
  return new ApiError(500, "The service failed.", { reason: "internal" });
};

const patience = 10_000;
const quiet = 250;

/** Reads on while a client sends, and forgets it: a client whose sending is cut off would not see the answer. */
const drain = ({ raw }: FastifyRequest): Promise<void> =>
  new Promise((resolve) => {
    if (raw.readableEnded || raw.destroyed) {
      resolve();
      return;
    }
    const timers = [setTimeout(resolve, patience), setTimeout(resolve, quiet)];
    const end = (): void => {
      timers.forEach(clearTimeout);
      resolve();
    };
    raw.on("data", () => timers[1]?.refresh());
    raw.once("end", end).once("close", end).resume();
  });

/** Writes any error in the shape of the route's family. Failures of the service itself are logged and say nothing of its inside. */
export const writeProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const known = error instanceof ApiError ? error : translate(error as FastifyError);
  if (known.status >= 500) request.log.error(error);
  const route = (request.routeOptions.config as { route?: RouteName } | undefined)?.route;
  const body = JSON.stringify(bodyFor(route, request.url, known));
  const send = (): void =>
    void reply.code(known.status).headers(known.headers).type("application/json; charset=utf-8").send(body);
  if (known.status === 413) void drain(request).then(send);
  else send();
};

const unreadable: Readonly<Record<string, readonly [status: number, phrase: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "The address or the headers are too long."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request did not come to its end in time."],
};

/** Answers what is no HTTP, or no end of it, in the v3 body and hangs up. */
export const refuseUnreadable = (error: Error & { readonly code?: string }, socket: Socket): void => {
  const refusal = unreadable[error.code ?? ""];
  const [status, phrase, message] = refusal ?? [400, "Bad Request", "The request cannot be read."];
  const body = JSON.stringify({ message, code: status, reason: "invalid" });
  const head = `HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8`;
  if (socket.writable && error.code !== "ECONNRESET")
    socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  socket.destroySoon();
};
