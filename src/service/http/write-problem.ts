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

/** Writes any error in the shape of the route's family. Failures of the service itself are logged and say nothing of its inside. */
export const writeProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const known = error instanceof ApiError ? error : translate(error as FastifyError);
  if (known.status >= 500) request.log.error(error);
  const route = (request.routeOptions.config as { route?: RouteName }).route;
  void reply
    .code(known.status)
    .headers(known.headers)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(bodyFor(route, request.url, known)));
};
