import type { Readable } from "node:stream";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { type RouteName, routes } from "../../contract/routes";
import { type Clock, systemClock } from "../../engine/clock";
import type { KnownUniverse } from "../../engine/state/universes";
import { dataPolicy } from "../content-security";
import { addContractRoutes } from "../contract-routes";
import type { McpOverHttp } from "../mcp/mcp-over-http";
import type { Tables } from "../tables/tables-by-address";
import { isRefusal, type NamedUniverse, type People, type Person, visibleUniverses } from "./person";
import { RefusedSignIns } from "./refused-sign-ins";
import { type Store, StoreUnavailable } from "./store";
import { problem, type Team } from "./team";
import { jsonReply, type TeamRequest } from "./team-request";
import { UnreadAnswers } from "./unread-answers";
import { readFunctionHeader } from "./usage";
import type { Reply } from "./vendor-account";

/** All but the token route: people of a team sign in at the gateway. */
const dataRoutes = (Object.keys(routes) as RouteName[]).filter((name) => name !== "createToken");

/** Levels of lists and objects in a body. The contract needs five; functions that call themselves need a bound. */
const deepestBody = 32;

class BodyTooDeep extends Error {
  readonly statusCode = 400;
}

/** How deep lists and objects of a JSON text stand in each other. A text that is no JSON has some depth too. */
const nestingDepth = (json: string): number => {
  let [depth, deepest] = [0, 0];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs))
    if (token === "[" || token === "{") deepest = Math.max(deepest, (depth += 1));
    else if (token === "]" || token === "}") depth -= 1;
  return deepest;
};

/** What requests are counted as. */
export const teamConfig = { label: "team" } as const;
const tableConfig = { label: "/table" } as const;
const mcpConfig = { label: "/mcp" } as const;
/** Where RFC 9728 has the metadata of `/mcp`. */
const metadataPath = "/.well-known/oauth-protected-resource";

/** Adds the routes of the contract, answered for a team, `/team/me`, `/table`, and `/mcp` where it is on. */
export const addTeamRoutes = (
  fastify: FastifyInstance,
  team: Team,
  people: People,
  { clock = systemClock, universes = [], signInRefused = () => undefined, mcp }: TeamRoutesOptions = {},
): void => {
  // Only JSON is accepted. By default Fastify would also read plain text.
  fastify.removeContentTypeParser(["text/plain", "application/json"]);
  const parseJson = fastify.getDefaultJsonParser("error", "error");
  fastify.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (nestingDepth(body) > deepestBody) done(new BodyTooDeep());
    else void parseJson(request, body, done);
  });
  fastify.setErrorHandler((error: FastifyError, _request, reply) => send(reply, toRefusal(error)));
  const noRoute = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    send(reply, problem(404, "not_found", "There is no such route."));
  fastify.all("/team/*", { config: teamConfig, onRequest: async (request, reply) => noRoute(request, reply) }, noRoute);
  fastify.decorateRequest("person");
  const floods = new RefusedSignIns(clock);
  const unread = new UnreadAnswers();
  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { authorization = "" } = request.headers;
    const wait = floods.wait(request.ip, authorization);
    if (wait !== undefined) {
      signInRefused("too_many");
      const headers = { "retry-after": String(Math.ceil(wait / 1_000)) };
      return send(reply, problem(429, "too_many", "Too many sign-ins were refused. Try again in a minute.", headers));
    }
    const known = await people.authenticate(request.headers.authorization).catch(() => undefined);
    if (known === undefined)
      return send(reply, problem(503, "unavailable", "The gateway cannot reach its store. Try again later."));
    if (!isRefusal(known)) {
      floods.accepted(authorization);
      request.person = known;
      return undefined;
    }
    const { status, reason, message } = known;
    floods.refused(request.ip);
    signInRefused(reason);
    return send(
      reply,
      problem(status, reason, message, status === 401 ? { "www-authenticate": challenge(request) } : {}),
    );
  };
  const challenge = ({ routeOptions, protocol, host }: FastifyRequest): string =>
    mcp?.issuer !== undefined && routeOptions.config.label === mcpConfig.label
      ? `Bearer resource_metadata="${protocol}://${host}${metadataPath}/mcp"`
      : "Bearer";
  fastify.decorate("authenticate", authenticate);
  // Without an account of the firm a person can use no universe.
  const universesFor = (person: Person): readonly KnownUniverse[] =>
    team.accountOf(person) === undefined ? [] : visibleUniverses(person, universes);
  fastify.get("/team/me", { config: teamConfig, onRequest: authenticate }, async ({ person }, reply) => {
    if (person === undefined) throw new Error("A request passed without a person.");
    const { id, name, groups, admin } = person;
    const [account, budget] = [team.accountOf(person), await team.budgetOf(person)];
    return send(reply, jsonReply(200, { id, name, groups, admin, account, universes: universesFor(person), budget }));
  });
  const answer =
    (route: RouteName): RouteHandlerMethod =>
    async (request, reply) => {
      const { person } = request;
      if (person === undefined) throw new Error("A request passed without a person.");
      const path = request.params as Readonly<Record<string, string>>;
      const teamRequest: TeamRequest = {
        route,
        path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, value.toLowerCase()])),
        query: new URL(request.url, "http://gateway").searchParams,
        body: request.body ?? undefined,
        fresh: /\bno-cache\b/i.test(request.headers["cache-control"] ?? ""),
      };
      let hasGone = false;
      reply.raw.once("close", () => (hasGone = true));
      const origin = { asking: readFunctionHeader(request.headers["spillway-function"]), isGone: () => hasGone };
      const response = await team.answer(person, teamRequest, origin);
      if (!unread.admit(person.id, Buffer.byteLength(response.body), reply.raw)) return send(reply, tooMuchUnread);
      return send(reply, response);
    };
  addContractRoutes(fastify, dataRoutes, { handler: answer, onRequest: [authenticate] });
  let tables: Promise<Tables> | undefined;
  const openTables = (): Promise<Tables> =>
    (tables ??= loadTables().then((loaded) => new loaded.Tables({ team, clock, universesFor })));
  fastify.get("/table", { config: tableConfig, onRequest: authenticate }, async (request, reply) => {
    const { person } = request;
    if (person === undefined) throw new Error("A request passed without a person.");
    const { status, headers, body } = await (await openTables()).answer(person, request, reply);
    return sendBody(reply, status, headers, body);
  });
  fastify.addHook("onClose", async () => (await tables)?.close());
  if (mcp === undefined) return;
  const { store, issuer } = mcp;
  let assistants: Promise<McpOverHttp> | undefined;
  const openAssistants = async (): Promise<McpOverHttp> => {
    const [{ McpOverHttp: Assistants }, evaluator] = await Promise.all([loadMcp(), openTables()]);
    const accountOf = (person: Person): string | undefined => team.accountOf(person);
    return new Assistants({ evaluator, clock, store, universesFor, accountOf });
  };
  const refuseOtherOrigins = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const { origin } = request.headers;
    // Without TLS a name may lead here that a stranger owns ("DNS rebinding"): only those of this machine cannot.
    const isTrusted = request.protocol === "https" || ["localhost", "127.0.0.1", "[::1]"].includes(request.hostname);
    const isOwn = (url: string): boolean => isTrusted && URL.canParse(url) && new URL(url).host === request.host;
    if (origin === undefined || isOwn(origin)) return undefined;
    return send(reply, problem(403, "forbidden", "Pages of other origins may not call this address."));
  };
  fastify.post("/mcp", { config: mcpConfig, onRequest: [refuseOtherOrigins, authenticate] }, async (request, reply) => {
    const { person } = request;
    if (person === undefined) throw new Error("A request passed without a person.");
    assistants ??= openAssistants();
    const { status, headers, body } = await (await assistants).answer(person, request, reply);
    return sendBody(reply, status, headers, body === "" ? undefined : body);
  });
  const onlyPost = problem(405, "not_allowed", "There is only POST here.", { allow: "POST" });
  fastify.route({
    method: ["GET", "DELETE"],
    url: "/mcp",
    config: mcpConfig,
    onRequest: [refuseOtherOrigins, authenticate],
    handler: (_request, reply) => send(reply, onlyPost),
  });
  fastify.addHook("onClose", async () => (await assistants)?.close());
  if (issuer === undefined) return;
  for (const url of [metadataPath, `${metadataPath}/mcp`])
    fastify.get(url, { config: mcpConfig }, async ({ protocol, host }, reply) => {
      const { resourceMetadata } = await loadMcp();
      return sendBody(
        reply,
        200,
        { "content-type": "application/json" },
        resourceMetadata(`${protocol}://${host}`, issuer),
      );
    });
};

const tooMuchUnread = problem(
  503,
  "busy",
  "Too many answers to your requests were not read yet. Read them, or end their connections.",
  { "retry-after": "5" },
);

/** What formulas in addresses are calculated with. The catalogue is loaded with the first one. */
const loadTables = () => import(/* webpackChunkName: "tables" */ "../tables/tables-by-address");

const loadMcp = () => import(/* webpackChunkName: "mcp" */ "../mcp/mcp-over-http");

/** What the door for assistants depends on, besides what all routes do. */
export interface McpOptions {
  readonly store: Store;
  /** The identity provider where a client of `/mcp` signs in; without one, people use gateway keys. */
  readonly issuer?: string | undefined;
}

export interface TeamRoutesOptions {
  /** `/mcp` is served; without it there is none. */
  readonly mcp?: McpOptions | undefined;
  readonly clock?: Clock;
  /** The universes that a formula in an address can name, and that the add-in offers; others go by their id. */
  readonly universes?: readonly NamedUniverse[];
  /** Called with the reason of each refused sign-in. */
  readonly signInRefused?: (reason: string) => void;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Refuses whoever is not known, and notes who it is. */
    readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
  }
  interface FastifyRequest {
    /** Who has sent the request, on the routes of the contract. */
    person: Person | undefined;
  }
}

export const send = (reply: FastifyReply, { status, headers, body }: Reply): FastifyReply =>
  sendBody(reply, status, { ...headers, ...textUnlessJson(headers["content-type"]) }, body === "" ? undefined : body);

const sendBody = (
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Readable | undefined,
): FastifyReply =>
  reply
    .code(status)
    .headers({ ...headers, "cache-control": "no-store", "content-security-policy": dataPolicy })
    .send(body);

/** Only JSON keeps its type, so that no answer becomes a page of the add-in's origin. */
const textUnlessJson = (type: string | undefined): Readonly<Record<string, string>> =>
  type === undefined || /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)
    ? {}
    : { "content-type": "text/plain; charset=utf-8" };

const toRefusal = (error: FastifyError): Reply => {
  if (error instanceof StoreUnavailable)
    return problem(503, "unavailable", "The gateway cannot reach its store. Try again later.", { "retry-after": "5" });
  if (error.validation !== undefined) return problem(400, "invalid", `The request is not allowed: ${error.message}.`);
  if (error instanceof BodyTooDeep)
    return problem(400, "invalid", `The body must have at most ${deepestBody} levels of lists and objects.`);
  const status = error.statusCode ?? 500;
  if (status === 413) return problem(413, "too_large", "The body is too large.");
  if (status === 415) return problem(415, "invalid", "The body must be JSON.");
  return status < 500
    ? problem(400, "invalid", "The request cannot be read.")
    : problem(500, "unexpected", "The gateway failed to answer. Try again.");
};
