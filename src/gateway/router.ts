import { METHODS } from "node:http";
import { Readable } from "node:stream";
import createFastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerFactory,
} from "fastify";
import { addFileRoutes, fileErrorStatus, type ServedFileOptions } from "./files";
import { addForwardRoutes, type ForwardLimits, readUpstream, usualLimits } from "./forward";
import { addHealthRoutes } from "./health-routes";
import { breakOffWith, endConnection, hasBody } from "./http2";
import { observe, type Observers, requestId } from "./observe";
import { isRead, nothingHere, refuse } from "./refusals";
import { ReleaseArchive } from "./release-archive";
import type { TeamHealth } from "./team/health";

/** What answers the routes of the contract, `/table`, and paths under `/team/`, instead of the service. */
export interface GatewayTeam {
  readonly addRoutes: (fastify: FastifyInstance) => void;
  /** Addresses of the proxies before the gateway; their `X-Forwarded-For` is believed. */
  readonly proxies?: readonly string[];
  /** For `/readyz`. */
  readonly health?: () => Promise<TeamHealth>;
  /** Origins that pages may call besides the gateway's own; any where undefined. */
  readonly connects?: () => readonly string[];
}

export interface RouterOptions extends Observers, ServedFileOptions {
  /** A folder for the hashed scripts of the last three releases, which open pages may still ask for. */
  readonly archive?: string;
  /** The service's base address; without it nothing is forwarded (the service sends CORS headers itself). */
  readonly upstream?: string;
  readonly team?: GatewayTeam;
  /** Lets the local service's own routes through; for the workbench only. */
  readonly alsoLocal?: boolean;
  /** Other limits of the service's answers, for tests. */
  readonly limits?: Partial<ForwardLimits>;
}

export interface RouterDeps {
  readonly serverFactory?: FastifyServerFactory;
  /** `/readyz` then answers 503. */
  readonly isDraining?: () => boolean;
}

/**
 * The routes of a gateway: files, health, and the service or a team.
 * @throws one sentence if `upstream` cannot be the address of a service
 */
export const createRouter = async (
  options: RouterOptions,
  { serverFactory, isDraining = () => false }: RouterDeps = {},
): Promise<FastifyInstance> => {
  const { root, archive: archiveFolder, team, alsoLocal } = options;
  const upstream = options.upstream === undefined ? undefined : readUpstream(options.upstream);
  const fastify = createFastify({
    ...(serverFactory !== undefined && { serverFactory }),
    logger: false,
    exposeHeadRoutes: false,
    genReqId: requestId,
    rewriteUrl: ({ url = "/" }) => ownPath(url),
    frameworkErrors: (_error, request, reply) => {
      observe(options, request, reply);
      void refuse(reply, 400, "The address cannot be read.");
    },
    trustProxy: team?.proxies === undefined || team.proxies.length === 0 ? false : [...team.proxies],
    // A request is checked as it came.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    // Patterns limit the parameters.
    routerOptions: { maxParamLength: 16_384 },
  });
  for (const method of METHODS) if (!fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method);
  fastify.decorateRequest("routeLabel", "none");
  fastify.addHook("onRequest", (request, reply, done) => {
    observe(options, request, reply);
    if (!isRead(request) || !hasBody(request.raw)) done();
    else {
      // Over HTTP/1.1 whatever follows on this connection could be read as a second request.
      endConnection(reply.raw);
      request.routeLabel = "none";
      void refuse(reply, 400, `${request.method} takes no body.`);
    }
  });
  fastify.addHook("onSend", (_request, reply, payload, done) => {
    if (payload instanceof Readable) breakOffWith(payload, reply.raw);
    done(null, payload);
  });
  fastify.setErrorHandler((error: FileError, _request, reply) => refuseError(reply, error));
  fastify.setNotFoundHandler((_request, reply) => nothingHere(reply));
  const archive = archiveFolder === undefined ? undefined : new ReleaseArchive(archiveFolder);
  await fastify.register(async (scope) => {
    await addFileRoutes(scope, options, { archive, connects: () => team?.connects?.(), hasTeam: team !== undefined });
    addHealthRoutes(scope, { root, isDraining, team: team?.health });
  });
  await fastify.register((scope, _options, done) => {
    if (team !== undefined) team.addRoutes(scope);
    else if (upstream !== undefined)
      addForwardRoutes(scope, { upstream, limits: { ...usualLimits, ...options.limits }, alsoLocal });
    done();
  });
  await fastify.ready();
  return fastify;
};

/** A host in the request line (`//host/v3/tasks`, `http://host/v3/tasks`) would receive the token, so such a request gets a 404. */
const ownPath = (url: string): string => {
  const { pathname, search } = new URL(/^\/(?![/\\])/.test(url) ? url : "/nowhere", "http://gateway");
  return pathname + search;
};

/** The error of a request for a part of a file has the headers of its answer. */
type FileError = FastifyError & { readonly headers?: Readonly<Record<string, string>> };

const errorSentences = {
  404: "Nothing is served here.",
  500: "The file cannot be read.",
  503: "The gateway is busy. Try again.",
} as const;

const refuseError = (reply: FastifyReply, error: FileError): FastifyReply => {
  const { statusCode, headers } = error;
  if (statusCode === 412 || statusCode === 416)
    return reply
      .code(statusCode)
      .removeHeader("cache-control")
      .headers({ ...headers })
      .send();
  const status = fileErrorStatus(error);
  return refuse(reply, status, errorSentences[status]);
};
