import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { Agent, type Dispatcher, errors } from "undici";
import { routes } from "../contract/routes";
import { dataPolicy } from "./content-security";
import { bodyOf, hasBody } from "./http2";
import { refuse } from "./refusals";

/** What a path parameter may hold: a uuid, or an id that the service has given. */
const parameter = "[0-9A-Za-z-]{1,64}";

const contract = Object.values(routes).map(({ method, path }) => ({
  method,
  pattern: path,
  path: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, parameter)}$`),
}));

/** What the contract has at a path: the path's pattern and the methods allowed; undefined if it has no such path. */
export const routeAt = (
  path: string,
): { readonly pattern: string; readonly methods: readonly string[] } | undefined => {
  const found = contract.filter((route) => route.path.test(path));
  return found[0] && { pattern: found[0].pattern, methods: found.map(({ method }) => method) };
};

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
const sent = ["authorization", "content-type", "accept"];
const returned = ["content-encoding", "content-length", "retry-after", "allow", "www-authenticate", "cache-control"];

const pick = (headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string | string[]> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

/** The address of the service, with its base path. @throws one sentence if it is none. */
const readUpstream = (address: string): URL => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isBase = url !== undefined && /^https?:$/.test(url.protocol) && url.search + url.hash + url.username === "";
  if (isBase && url.password === "") return url;
  throw new Error(`upstream must be an http or https address without user, query and fragment, got "${address}".`);
};

/** Forwards requests to the service and streams its answers back. */
export class Forwarder {
  readonly #agent: Agent;
  readonly #base: URL;
  readonly #limits: ForwardLimits;

  /** @throws one sentence if the address cannot be a service's. */
  constructor(address: string, limits: ForwardLimits) {
    this.#base = readUpstream(address);
    this.#limits = limits;
    this.#agent = new Agent({
      connect: { timeout: limits.connecting },
      headersTimeout: limits.firstByte,
      bodyTimeout: limits.pause,
      maxResponseSize: limits.size,
    });
  }

  readonly close = (): Promise<void> => this.#agent.destroy();

  /**
   * Responds with 502 if the service cannot be reached or breaks HTTP, with 504 if it is too slow. Once the answer has
   * begun, the connection breaks instead.
   */
  async forward(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = new AbortController();
    outgoing.once("close", () => call.abort());
    const late = new Error("The answer took too long.");
    const total = setTimeout(() => call.abort(late), this.#limits.total);
    try {
      const answer = await this.#agent.request({
        origin: this.#base.origin,
        path: this.#base.pathname.replace(/\/$/, "") + path,
        method: incoming.method as Dispatcher.HttpMethod,
        headers: { ...pick(incoming.headers, sent), ...lengthOf(incoming) },
        body: hasBody(incoming) ? incoming : null,
        signal: call.signal,
      });
      // The body of an answer that is not read on would keep its connection.
      answer.body.on("error", () => undefined);
      try {
        outgoing.writeHead(answer.statusCode, returnedHeaders(answer.headers));
      } catch (error) {
        answer.body.destroy();
        throw error;
      }
      await pipeline(answer.body, bodyOf(outgoing));
    } catch (error) {
      if (outgoing.headersSent) outgoing.destroy();
      else if (!outgoing.destroyed && (call.signal.reason === late || isTimeout(error)))
        refuse(outgoing, 504, "The service did not answer in time.");
      else if (!outgoing.destroyed) refuse(outgoing, 502, "The service cannot be reached.");
    } finally {
      clearTimeout(total);
    }
  }
}

const lengthOf = (incoming: IncomingMessage): Record<string, string> =>
  hasBody(incoming) && incoming.headers["content-length"] !== undefined
    ? { "content-length": incoming.headers["content-length"] }
    : {};

const isTimeout = (error: unknown): boolean =>
  error instanceof errors.HeadersTimeoutError ||
  error instanceof errors.BodyTimeoutError ||
  error instanceof errors.ConnectTimeoutError;

/** Only JSON keeps its type. Anything else is shown as text, so that no answer becomes a page of the add-in's origin. */
const returnedHeaders = (headers: IncomingHttpHeaders): Record<string, string | string[]> => {
  const type = headers["content-type"];
  const isJson = type !== undefined && /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type);
  return {
    "cache-control": "no-store",
    ...pick(headers, returned),
    ...(type !== undefined && { "content-type": isJson ? type : "text/plain; charset=utf-8" }),
    "content-security-policy": dataPolicy,
  };
};
