// One port for HTTP/2 and HTTP/1.1, and what differs between the two. Requests and responses of HTTP/2 have the types of
// node:http here: that is what Node's compatibility API of node:http2 is made for.
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { Connections } from "./connections";

/** Streams of one connection at a time (RFC 9113 asks for no fewer than 100). */
export const mostStreams = 100;
/** Bytes of the headers of one request, as in node:http. */
const mostHeaders = 16_384;
/**
 * Milliseconds for which an idle connection of HTTP/1.1 stays open: longer than clients and load balancers keep theirs
 * (usually 60 s), because a request that is sent while the server closes the connection is lost.
 */
export const keepAlive = 75_000;

export interface Certificate {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

/** The stream of a request over HTTP/2; undefined over HTTP/1.1. */
const http2Stream = (message: IncomingMessage | ServerResponse): ServerHttp2Stream | undefined =>
  (message as { readonly stream?: ServerHttp2Stream }).stream;

/** Whether a request has a body. Over HTTP/2 it needs no header that says so. */
export const hasBody = (request: IncomingMessage): boolean => {
  const stream = http2Stream(request);
  if (stream !== undefined) return !stream.endAfterHeaders;
  return request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) !== 0;
};

/** Lets an answer over HTTP/2 break off if its source fails. Node would end it as if it were whole. */
export const breakOffWith = (source: Readable, response: ServerResponse): void => {
  source.once("error", () => {
    if (response.headersSent) http2Stream(response)?.close(constants.NGHTTP2_INTERNAL_ERROR);
  });
};

/** Lets the connection end after this answer. Connections of HTTP/2 end by `Http2Server.closeGently`. */
export const endConnection = (response: ServerResponse): void => {
  if (http2Stream(response) === undefined) response.setHeader("connection", "close");
};

interface Http2ServerDeps {
  readonly listener: RequestListener;
  /** Milliseconds for which a stream may stand still before it is ended. */
  readonly idle: number;
  /** Gets those of HTTP/1.1. */
  readonly connections: Connections;
}

/** A server of HTTP/2 over TLS, and of HTTP/1.1 for clients that have no other. */
export class Http2Server {
  readonly server: Http2SecureServer;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #sockets = new Set<Socket>();

  constructor({ key, cert }: Certificate, { listener, idle, connections }: Http2ServerDeps) {
    const settings = { maxConcurrentStreams: mostStreams, maxHeaderListSize: mostHeaders };
    // Node ends a session whose streams are opened and reset too fast (CVE-2023-44487).
    this.server = createSecureServer({ key, cert, allowHTTP1: true, settings });
    this.server.setTimeout(idle);
    Object.assign(this.server, { keepAliveTimeout: keepAlive });
    this.server.on("request", listener as (...parameters: unknown[]) => void);
    this.server.on("session", (session) => {
      this.#sessions.add(session);
      session.once("close", () => this.#sessions.delete(session));
      // It was accepted before the end and made after it.
      if (!this.server.listening) session.close();
    });
    this.server.on("stream", (stream) => {
      stream.on("error", () => undefined);
      endWhenStalled(stream, idle);
    });
    this.server.on("secureConnection", (socket: TLSSocket) => {
      if (socket.alpnProtocol !== "h2") connections.add(socket);
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  /** Tells every client to open no more streams (GOAWAY). Each connection ends with its last answer. */
  readonly closeGently = (): void => {
    for (const session of this.#sessions) session.close();
  };

  readonly closeAllConnections = (): void => {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  };
}

/**
 * Ends a stream whose client has read nothing for so many milliseconds, or for up to twice as many. Node's own timeout
 * of a stream begins again whenever another stream of the connection moves.
 */
const endWhenStalled = (stream: ServerHttp2Stream, idle: number): void => {
  let isStalled = false;
  stream.on("drain", () => (isStalled = false));
  const look = setInterval(() => {
    const waits = stream.writableLength > 0;
    if (waits && isStalled) stream.close(constants.NGHTTP2_CANCEL);
    isStalled = waits;
  }, idle);
  stream.once("close", () => clearInterval(look));
};
