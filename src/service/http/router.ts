import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { RouteName } from "../../wire/routes";
import type { Account } from "../accounts";
import type { Backend } from "../backend";
import { settleCoverage } from "../coverage";
import type { Handler } from "../routes/route";
import { Written } from "../listing/written";
import { ApiError, invalid } from "./api-error";
import { createAsked } from "./asked";
import { operations, type Operation } from "./contract";
import { checkBody } from "./read-body";
import { readPath, readQuery } from "./read-query";
import type { Tokens } from "./tokens";
import { writeProblem } from "./write-problem";

/** What the routes of the contract are made with. */
export interface Routing {
  readonly backend: Backend;
  readonly tokens: Tokens;
  readonly handlers: Readonly<Record<RouteName, Handler>>;
}

const everyMethod: readonly HTTPMethods[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const bodyOf = (operation: Operation, request: FastifyRequest): unknown =>
  operation.body === undefined ? undefined : request.body;

const check = (operation: Operation, request: FastifyRequest) => {
  const path = request.params as Record<string, string>;
  const query = readQuery(operation, request.query as Record<string, string | string[]>);
  const body = bodyOf(operation, request);
  const given = { ...(body as Record<string, unknown> | undefined) };
  const issues = [
    ...readPath(operation, path),
    ...query.issues,
    ...(operation.body === undefined ? [] : checkBody(operation.body, body)),
  ];
  if (issues.length > 0) throw invalid(issues);
  return { asked: createAsked(path, query.values), body, given };
};

const anonymous = undefined as unknown as Account;

const addOperation = (fastify: FastifyInstance, operation: Operation, { backend, tokens, handlers }: Routing): void => {
  const accounts = new WeakMap<FastifyRequest, Account>();
  fastify.route({
    method: operation.method,
    url: operation.path,
    config: { route: operation.name },
    onRequest: async (request) => {
      if (operation.secured) accounts.set(request, await tokens.check(request.headers.authorization));
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { asked, body, given } = check(operation, request);
      const account = accounts.get(request) ?? anonymous;
      settleCoverage(backend);
      const answer = await handlers[operation.name]({ backend, account, asked, body, given, reply });
      if (answer === undefined || reply.sent) return reply;
      return reply
        .type("application/json; charset=utf-8")
        .send(answer instanceof Written ? answer.json : JSON.stringify(answer));
    },
  });
};

const notAllowed = (allowed: readonly Operation[]): ApiError => {
  const allow = allowed.map((operation) => operation.method).join(", ");
  return new ApiError(405, "The method is not allowed here.", { headers: { allow } });
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\./g, "\\.").replace(/:\w+/g, "[^/]+")}$`);

const addRefusals = (fastify: FastifyInstance, path: string, allowed: readonly Operation[]): void => {
  const refused = everyMethod.filter((method) => !allowed.some((operation) => operation.method === method));
  fastify.route({
    method: refused,
    url: path,
    config: { route: allowed[0]?.name },
    onRequest: () => Promise.reject(notAllowed(allowed)),
    handler: () => undefined,
  });
};

/** Adds every operation of the contract, and 405 for every other method of its paths. */
export const addRoutes = (fastify: FastifyInstance, routing: Routing): void => {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  for (const [path, allowed] of paths) {
    for (const operation of allowed) addOperation(fastify, operation, routing);
    addRefusals(fastify, path, allowed);
  }
  fastify.setErrorHandler(writeProblem);
  const patterns = [...paths].map(([path, allowed]) => ({ pattern: patternOf(path), allowed }));
  fastify.setNotFoundHandler((request, reply) => {
    // A method that the router has never heard of.
    const known = patterns.find(({ pattern }) => pattern.test(request.url.split("?")[0] ?? ""));
    const error = known === undefined ? new ApiError(404, "The route does not exist.") : notAllowed(known.allowed);
    writeProblem(error, request, reply);
  });
};
