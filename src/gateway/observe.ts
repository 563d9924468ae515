import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * What a request asked for: a path of the contract as a pattern (`/v3/universes/{id}`), `file`, `health` or `none`.
 * Never the path itself: it can hold ids, and its query what a user looks for.
 */
export type RouteLabel = string;

/** One request while it is answered. */
export interface Observed {
  route: RouteLabel;
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

/** Counts and logs a request when its answer has ended, and gives it an id, which the answer carries as `x-request-id`. */
export const observe = (
  { logger, metrics }: Observers,
  request: IncomingMessage,
  response: ServerResponse,
): Observed => {
  const observed: Observed = { route: "none" };
  const began = performance.now();
  const id = requestIdOf(request);
  response.setHeader("x-request-id", id);
  metrics?.begin();
  response.once("close", () => {
    const milliseconds = performance.now() - began;
    const method = methodOf(request);
    // The client has gone before the answer ended: 499, as in nginx.
    const status = response.writableFinished ? response.statusCode : 499;
    metrics?.end(observed.route, method, status, milliseconds / 1_000);
    const trace = traceOf(request);
    const entry = {
      request_id: id,
      ...(trace !== undefined && { trace_id: trace }),
      ...{ method, route: observed.route, status, ms: Math.round(milliseconds) },
    };
    if (status >= 500) logger?.error(entry, "request failed");
    else logger?.info(entry, "request");
  });
  return observed;
};

/** A label takes a few values only: a method that nobody knows is `other`. */
const methodOf = ({ method = "" }: IncomingMessage): string =>
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].includes(method) ? method : "other";

/** The id that a load balancer has given, if it is one; else a new one. */
const requestIdOf = ({ headers }: IncomingMessage): string => {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
};

/** The trace id of a `traceparent` header (W3C Trace Context, version 00). */
const traceOf = ({ headers }: IncomingMessage): string | undefined =>
  /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.exec(String(headers["traceparent"] ?? ""))?.[1];
