import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { RouteName } from "../../contract/routes";
import type { Account } from "../world/accounts";
import { SerializedBody } from "./response-body";
import { ApiError, invalid, sendProblem } from "./problems";
import { createParameters, type RequestParameters, readPath, readQuery } from "./query";
import { type Operation, operations } from "./operations";
import { validateBody } from "./request-body";
import type { Tokens } from "./tokens";

/** A request whose token, path, query and body are valid. */
export interface CheckedRequest {
  readonly account: Account;
  readonly parameters: RequestParameters;
  /** The body with its defaults. */
  readonly body: unknown;
  /** The members of the body as they were sent, without defaults. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly reply: FastifyReply;
}

/** Handles a request. Returns what is sent as JSON, or sends the reply itself and returns undefined. */
export type Dispatch = (route: RouteName, request: CheckedRequest) => unknown;

const everyMethod: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const requestBody = (operation: Operation, request: FastifyRequest): unknown =>
  operation.body === undefined ? undefined : request.body;

const checkRequest = (operation: Operation, request: FastifyRequest) => {
  const path = request.params as Record<string, string>;
  const query = readQuery(operation, request.query as Record<string, string | string[]>);
  const body = requestBody(operation, request);
  const members = { ...(body as Record<string, unknown> | undefined) };
  const issues = [
    ...readPath(operation, path),
    ...query.issues,
    ...(operation.body === undefined ? [] : validateBody(operation.body, body)),
  ];
  if (issues.length > 0) throw invalid(issues);
  return { parameters: createParameters(path, query.values), body, given: members };
};

/** Maximum size of a body that nobody has signed in for. */
const openBodyBytes = 16 * 1024;

const anonymous = undefined as unknown as Account;

declare module "fastify" {
  interface FastifyContextConfig {
    readonly route?: Operation["name"] | undefined;
  }
}

const addOperation = (fastify: FastifyInstance, operation: Operation, tokens: Tokens, dispatch: Dispatch): void => {
  // Fastify makes one object for a request. A decorated property would be typed for the routes without an account too.
  const accounts = new WeakMap<FastifyRequest, Account>();
  fastify.route({
    method: operation.method,
    url: operation.path,
    config: { route: operation.name },
    ...(operation.secured ? {} : { bodyLimit: openBodyBytes }),
    onRequest: async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (operation.secured) accounts.set(request, await tokens.check(request.headers.authorization));
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { parameters, body, given } = checkRequest(operation, request);
      const account = accounts.get(request) ?? anonymous;
      const answer = await dispatch(operation.name, { account, parameters: parameters, body, given, reply });
      if (answer === undefined || reply.sent) return reply;
      return reply
        .type("application/json; charset=utf-8")
        .send(answer instanceof SerializedBody ? answer.json : JSON.stringify(answer));
    },
  });
};

const notAllowed = (allowed: readonly Operation[]): ApiError => {
  const allow = allowed.map((operation) => operation.method).join(", ");
  return new ApiError(405, "The method is not allowed here.", { headers: { allow } });
};

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/\./g, "\\.").replace(/:\w+/g, "[^/]+")}$`);

const addRefusals = (fastify: FastifyInstance, path: string, allowed: readonly Operation[]): void => {
  const methods = everyMethod.filter((method) => !allowed.some((operation) => operation.method === method));
  fastify.route({
    method: methods,
    url: path,
    config: { route: allowed[0]?.name },
    onRequest: () => Promise.reject(notAllowed(allowed)),
    handler: () => undefined,
  });
};

/** Adds every operation of the contract, and 405 for all other methods of its paths. */
export const addRoutes = (fastify: FastifyInstance, tokens: Tokens, dispatch: Dispatch): void => {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  for (const [path, allowed] of paths) {
    for (const operation of allowed) addOperation(fastify, operation, tokens, dispatch);
    addRefusals(fastify, path, allowed);
  }
  fastify.setErrorHandler(sendProblem);
  const patterns = [...paths].map(([path, allowed]) => ({ pattern: pathPattern(path), allowed }));
  fastify.setNotFoundHandler((request, reply) => {
    // The router does not know the method at all.
    const known = patterns.find(({ pattern }) => pattern.test(request.url.split("?")[0] ?? ""));
    const error = known === undefined ? new ApiError(404, "The route does not exist.") : notAllowed(known.allowed);
    sendProblem(error, request, reply);
  });
};
