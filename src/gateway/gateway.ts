import { createServer, type RequestListener, type Server as PlainServer } from "node:http";
import { Server } from "node:net";
import { Connections } from "./connections";
import { commonHeaders } from "./content-security";
import { usualLimits } from "./forward";
import { type Certificate, Http2Server, keepAlive } from "./http2";
import { createRouter, type RouterOptions } from "./router";

export interface GatewayOptions extends RouterOptions {
  /** With it the gateway speaks HTTP/2 and HTTP/1.1 over https, without it HTTP/1.1 over http. */
  readonly tls?: Certificate;
}

export type Gateway = Server & {
  /** Ends the gateway. Resolves when the last connection has ended. */
  readonly drain: (end: GatewayEnd) => Promise<void>;
  readonly closeAllConnections: () => void;
};

/**
 * How a gateway ends, in milliseconds. `notice` and `parting` are zero without a value, and end early when no connection of
 * HTTP/1.1 is open.
 */
export interface GatewayEnd {
  /** Before it stops to listen. `/readyz` answers 503, so that load balancers send nothing new. All other requests are answered. */
  readonly notice?: number;
  /**
   * After it has stopped to listen. Connections of HTTP/1.1 close with an answer, so that no request meets a connection
   * that is being closed; then those close over which nothing was asked. Connections must not close earlier: a client
   * would make a new one, and what the system has accepted for a server that stops to listen is lost.
   */
  readonly parting?: number;
  /** After it has stopped to listen, for requests under way. */
  readonly longest: number;
}

export const usualEnd: GatewayEnd = { notice: 1_000, parting: 2_000, longest: 30_000 };
/** Milliseconds between two looks at the connections while the gateway ends. */
const connectionLookInterval = 50;

/**
 * One origin for page and service: an https page may not call an http service, and a second origin costs a CORS
 * preflight per page.
 * @throws one sentence if `upstream` cannot be the address of a service
 */
export const createGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const limits = { ...usualLimits, ...options.limits };
  // A client that stops reading keeps its file or its call only so long.
  const idle = Math.max(limits.firstByte, limits.pause) + limits.connecting;
  const connections = new Connections();
  let isDraining = false;
  let answer: RequestListener = () => undefined;
  const listener: RequestListener = (request, response) => {
    // A client that goes while its answer is written is no error of the gateway.
    response.on("error", () => undefined);
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    connections.note(request, response);
    answer(request, response);
  };
  const { server, closeGently, closeAllConnections } =
    options.tls === undefined
      ? createPlainServer(listener, idle, connections)
      : new Http2Server(options.tls, { listener, idle, connections });
  const router = await createRouter(options, {
    isDraining: () => isDraining,
    serverFactory: (routing) => {
      answer = routing;
      return server as PlainServer;
    },
  });
  // At the limit of open files a connection cannot be accepted; the next one may be.
  server.once("listening", () => server.on("error", () => undefined));
  server.once("close", () => void router.close());
  const whileConnected = async (longest: number): Promise<void> => {
    for (let left = longest; left > 0 && connections.areOpen; left -= connectionLookInterval)
      await new Promise((resolve) => setTimeout(resolve, connectionLookInterval));
  };
  const drain = async ({ notice = 0, parting = 0, longest }: GatewayEnd): Promise<void> => {
    isDraining = true;
    await whileConnected(notice);
    await acceptAll(server);
    const closed = new Promise<void>((resolve) => stopListening(server, resolve));
    connections.part();
    const late = setTimeout(closeAllConnections, longest);
    closeGently();
    await whileConnected(parting);
    connections.closeSilent();
    await closed;
    clearTimeout(late);
  };
  return Object.assign(server, { drain, closeAllConnections });
};

const createPlainServer = (listener: RequestListener, idle: number, connections: Connections) => {
  const server = createServer(listener);
  server.setTimeout(idle);
  server.keepAliveTimeout = keepAlive;
  server.on("connection", (socket) => connections.add(socket));
  return { server, closeGently: () => undefined, closeAllConnections: server.closeAllConnections.bind(server) };
};

/** `close` of node:http would also cut off answers that were written and that the client has not read yet. */
const stopListening = (server: Server, closed: () => void): void => void Server.prototype.close.call(server, closed);

/** Turns of the event loop for which a server accepts what waits, at most. */
const mostTurns = 10_000;

/**
 * Resolves after a turn of the event loop in which no connection was accepted, so that none waits. The system has accepted
 * those already, and resets them when the server stops to listen. Node takes one in each turn.
 */
const acceptAll = async (server: Server): Promise<void> => {
  let accepted = true;
  const note = (): void => void (accepted = true);
  server.on("connection", note);
  // The turn that runs now may have accepted its one before.
  await turnOfEventLoop();
  for (let turn = 0; accepted && turn < mostTurns; turn += 1) {
    accepted = false;
    await turnOfEventLoop();
  }
  server.off("connection", note);
};

const turnOfEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
