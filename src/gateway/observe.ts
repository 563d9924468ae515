import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * What a request asked for: a path of the contract as a pattern (`/v3/universes/{id}`), `file`, `health` or `none`.
 * Never the path itself: it can hold ids, and its query what a user looks for.
 */
export type RouteLabel = string;

declare module "fastify" {
  interface FastifyContextConfig {
    /** What requests to this route are counted as; `none` where undefined. */
    readonly label?: RouteLabel;
  }
  interface FastifyRequest {
    routeLabel: RouteLabel;
  }
}

/** The gateway's metrics for Prometheus. */
export class GatewayMetrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: "spillway_gateway_requests_total",
    help: "Requests answered, by route, method and status.",
    labelNames: ["route", "method", "status"] as const,
    registers: [this.registry],
  });
  readonly #seconds = new Histogram({
    name: "spillway_gateway_request_seconds",
    help: "Seconds from a request's headers to the end of its answer, by route.",
    labelNames: ["route"] as const,
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30, 120],
    registers: [this.registry],
  });
  readonly #underWay = new Gauge({
    name: "spillway_gateway_requests_under_way",
    help: "Requests that are being answered.",
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  begin(): void {
    this.#underWay.inc();
  }

  end(route: RouteLabel, method: string, status: number, seconds: number): void {
    this.#underWay.dec();
    this.#requests.inc({ route, method, status });
    this.#seconds.observe({ route }, seconds);
  }
}

export interface Observers {
  readonly logger?: Logger | undefined;
  readonly metrics?: GatewayMetrics | undefined;
}

/** Counts and logs a request when its answer has ended. The answer carries the request's id as `x-request-id`. */
export const observe = ({ logger, metrics }: Observers, request: FastifyRequest, reply: FastifyReply): void => {
  request.routeLabel = request.routeOptions.config.label ?? "none";
  const began = performance.now();
  reply.header("x-request-id", request.id);
  metrics?.begin();
  reply.raw.once("close", () => {
    const milliseconds = performance.now() - began;
    const method = methodLabel(request);
    const route = request.routeLabel;
    // The client has gone before the answer ended: 499, as in nginx.
    const status = reply.raw.writableFinished ? reply.statusCode : 499;
    metrics?.end(route, method, status, milliseconds / 1_000);
    const trace = traceId(request.headers);
    const entry = {
      request_id: request.id,
      ...(trace !== undefined && { trace_id: trace }),
      ...{ method, route, status, ms: Math.round(milliseconds) },
    };
    if (status >= 500) logger?.error(entry, "request failed");
    else logger?.info(entry, "request");
  });
};

/** A label takes a few values only: a method that nobody knows is `other`. */
const methodLabel = ({ method }: FastifyRequest): string =>
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].includes(method) ? method : "other";

/** The id from a load balancer, if it is well-formed; else a new one. */
export const requestId = ({ headers }: { readonly headers: IncomingHttpHeaders }): string => {
  const id = headers["x-request-id"];
  return typeof id === "string" && /^[\w.-]{8,64}$/.test(id) ? id : randomUUID();
};

/** The trace id of a `traceparent` header (W3C Trace Context, version 00). */
const traceId = (headers: IncomingHttpHeaders): string | undefined =>
  /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(headers["traceparent"] ?? ""))?.[1];
