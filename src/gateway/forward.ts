import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Agent, type Dispatcher, errors } from "undici";
import { type RouteName, routes } from "../contract/routes";
import { dataPolicy } from "./content-security";
import { addContractRoutes } from "./contract-routes";
import { hasBody } from "./http2";
import { refuse } from "./refusals";

/** How long the service may take and how much it may answer. Times in ms, size in bytes. */
export interface ForwardLimits {
  readonly connecting: number;
  readonly firstByte: number;
  /** Between two parts of the answer. */
  readonly pause: number;
  readonly total: number;
  readonly size: number;
}

export const usualLimits: ForwardLimits = {
  connecting: 10_000,
  firstByte: 120_000,
  pause: 60_000,
  total: 600_000,
  size: 512 * 2 ** 20,
};

/** Request headers that are forwarded: no cookie, no referrer, no address of the user. undici writes the framing. */
const forwardedHeaders = ["authorization", "content-type", "accept"];
const returned = ["content-encoding", "content-length", "retry-after", "allow", "www-authenticate", "cache-control"];

const pickHeaders = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string | string[]> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

/** The address of the service, with its base path. @throws one sentence if it is none. */
export const readUpstream = (address: string): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === "";
  if (isBase && url.password === "") return url;
  throw new Error(`upstream must be an http or https address without user, query and fragment, got "${address}".`);
};

export interface ForwardOptions {
  /** The address of the service, as `readUpstream` returns it. */
  readonly upstream: URL;
  readonly limits: ForwardLimits;
  /** Lets the local service's own routes through; for the workbench only. */
  readonly alsoLocal?: boolean | undefined;
}

/**
 * Forwards the routes of the contract to the service and streams its answers back. The client gets 502 if the service
 * cannot be reached or breaks HTTP, and 504 if it is too slow. Once the answer has begun, the connection breaks instead.
 */
export const addForwardRoutes = (fastify: FastifyInstance, { upstream, limits, alsoLocal }: ForwardOptions): void => {
  const { origin, pathname } = upstream;
  const basePath = pathname.replace(/\/$/, "");
  const agent = new Agent({
    connect: { timeout: limits.connecting },
    headersTimeout: limits.firstByte,
    bodyTimeout: limits.pause,
    maxResponseSize: limits.size,
  });
  fastify.addHook("onClose", () => agent.destroy());
  // The answer has broken off before its first byte.
  fastify.setErrorHandler((_error, _request, reply) => {
    reply.hijack();
    reply.raw.destroy();
  });
  // Bodies pass as they come.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("*", (_request, _body, done) => done(null));
  const forward = async ({ raw, url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const call = new AbortController();
    const total = setTimeout(() => call.abort(new errors.HeadersTimeoutError()), limits.total);
    reply.raw.once("close", () => {
      clearTimeout(total);
      call.abort();
    });
    try {
      const answer = await agent.request({
        ...{ origin, path: basePath + url, method: raw.method as Dispatcher.HttpMethod, signal: call.signal },
        headers: pickHeaders(raw.headers, hasBody(raw) ? [...forwardedHeaders, "content-length"] : forwardedHeaders),
        body: hasBody(raw) ? raw : null,
      });
      // A body that is not read to its end would keep its connection.
      answer.body.on("error", () => undefined);
      void reply.code(answer.statusCode).headers(returnedHeaders(answer.headers)).send(answer.body);
    } catch (error) {
      const isLate = error instanceof errors.HeadersTimeoutError || error instanceof errors.ConnectTimeoutError;
      if (isLate) void refuse(reply, 504, "The service did not answer in time.");
      else void refuse(reply, 502, "The service cannot be reached.");
    }
    return reply;
  };
  addContractRoutes(fastify, Object.keys(routes) as RouteName[], { handler: () => forward });
  if (alsoLocal === true)
    fastify.all("/_local/*", { config: { label: "local" }, onRequest: refuseOtherPages }, forward);
};

const ownNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The local routes ask for no token, so only a page of this machine may call them. A stranger's name may lead here ("DNS
 * rebinding"): then the page of that name counts as one of this origin, and only the name tells.
 */
const refuseOtherPages = async ({ headers, host, hostname }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
  const { origin } = headers;
  const isOwnPage = origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
  return ownNames.includes(hostname) && isOwnPage
    ? undefined
    : refuse(reply, 403, "Only pages of this machine may call this address.");
};

/** Only JSON keeps its type. Anything else is shown as text, so that no answer becomes a page of the add-in's origin. */
const returnedHeaders = (headers: IncomingHttpHeaders): Record<string, string | string[]> => {
  const type = headers["content-type"];
  const isJson = type !== undefined && /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type);
  return {
    "cache-control": "no-store",
    ...pickHeaders(headers, returned),
    ...(type !== undefined && { "content-type": isJson ? type : "text/plain; charset=utf-8" }),
    "content-security-policy": dataPolicy,
  };
};
