import { DatabaseError } from "../../data/sql/database";
import type { Issue } from "../../contract/problems";
import type { Socket } from "node:net";
import type { FastifyContextConfig, FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { RouteName } from "../../contract/routes";

/** Why a request fails. The error handler writes it in the format of the route's family. */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly issues: readonly Issue[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    details: { reason?: string; issues?: readonly Issue[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.reason = details.reason ?? reasons[status] ?? "invalid";
    this.issues = details.issues;
    this.headers = details.headers ?? {};
  }
}

const reasons: Readonly<Record<number, string>> = {
  401: "unauthorized",
  402: "forbidden",
  403: "forbidden",
  404: "not_found",
  429: "too_many_requests",
};

/** Maximum number of issues that a 400 lists. */
export const mostIssues = 100;

/** 400 with the list of invalid members, at most a hundred. */
export const invalid = (issues: readonly Issue[]): ApiError =>
  new ApiError(400, "The parameters are invalid. Please check the errors member.", {
    issues: issues.slice(0, mostIssues),
  });

/** A member with a wrong type, format or range. */
export const wrongType = (field: string, message: string): Issue => ({ field, message, reason: "invalid_type" });

/** A member whose value does not exist. */
export const wrongElement = (field: string, message: string): Issue => ({ field, message, reason: "invalid_element" });

/** 404: it does not exist, or the caller's company may not know that it exists. */
export const notFound = (what: string): ApiError => new ApiError(404, `${what} was not found.`);

/** 403: the caller lacks a permission. */
export const forbidden = (why: string): ApiError => new ApiError(403, why);

/** 402: the account has no licence for the entity. */
export const noLicence = (): ApiError => new ApiError(402, "The account has no access to this entity.");

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
  if (error.status === 401 || error.status === 405 || error.status === 503) return v3Body(error);
  if (isClientFault(error.status)) return route === "startAnalysis" ? { _schema: sentences(error) } : byField(error);
  if (error.status === 403) return { error: { message: error.message, statusCode: 403 } };
  return { value: error.message };
};

const tokenBody = (error: ApiError): Body => ({
  error: error.reason === "invalid" ? "invalid_request" : error.reason,
  error_description: error.issues === undefined ? error.message : sentences(error).join("; "),
});

const bodyFor = (route: RouteName | undefined, url: string, error: ApiError): Body => {
  if (route === "createToken" && error.status !== 405 && error.status !== 503) return tokenBody(error);
  if (route !== undefined && url.startsWith("/api/2.0/")) return legacyBody(route, error);
  return v3Body(error);
};

/** 503: the change was not stored, because the disk is full or cannot be written. */
const storeFull = (): ApiError =>
  new ApiError(503, "The service cannot store the change now. Nothing was changed. Try again later.", {
    reason: "unavailable",
  });

/** 503: the database cannot be reached, or lacks memory or connections. Whether a change was stored is not known. */
const databaseAway = (): ApiError =>
  new ApiError(503, "The service cannot reach its data now. Try again later.", { reason: "unavailable" });

const translateDatabaseError = (error: DatabaseError): ApiError => {
  if (error.isDiskFull) return storeFull();
  return error.isPassing ? databaseAway() : new ApiError(500, "The service failed.", { reason: "internal" });
};

/** Converts errors of the database and those that Fastify itself throws. */
const translate = (error: FastifyError | DatabaseError): ApiError => {
  if (error instanceof DatabaseError) return translateDatabaseError(error);
  if (error.code === "FST_ERR_CTP_BODY_TOO_LARGE") return new ApiError(413, "The body is too large.");
  if (error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new ApiError(415, "Expected Content-Type: application/json.");
  if (error.statusCode !== undefined && error.statusCode < 500) return invalid([wrongType("body", error.message)]);
  return new ApiError(500, "The service failed.", { reason: "internal" });
};

const patience = 10_000;
const quiet = 250;

/** Reads and discards the rest of a request: a client whose upload is cut off would not see the response. */
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

/**
 * Writes any error in the format of the route's family. Failures of the service itself are logged and show no
 * internals.
 */
export const sendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const known = error instanceof ApiError ? error : translate(error as FastifyError | DatabaseError);
  if (known.status >= 500) request.log.error(error);
  const route = (request.routeOptions.config as FastifyContextConfig | undefined)?.route;
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

/** Answers a request that is not valid HTTP, or incomplete, with the v3 error body and closes the connection. */
export const rejectUnreadableRequest = (error: Error & { readonly code?: string }, socket: Socket): void => {
  const refusal = unreadable[error.code ?? ""];
  const [status, phrase, message] = refusal ?? [400, "Bad Request", "The request cannot be read."];
  const body = JSON.stringify({ message, code: status, reason: "invalid" });
  const head = `HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8`;
  if (socket.writable && error.code !== "ECONNRESET")
    socket.write(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  socket.destroySoon();
};
