import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../common/clock";

/** Simulated faults of the routes of the contract. POST /_local/faults sets them, `{}` clears them. */
export interface Faults {
  readonly latencyMs?: number;
  readonly latencyPerRowMs?: number;
  readonly rateLimit?: { readonly perSecond: number; readonly burst: number; readonly retryAfter?: boolean };
  readonly failures?: {
    readonly rate?: number;
    readonly every?: number;
    readonly status: number;
    readonly routes?: readonly string[];
  };
  /** Drops every n-th connection. */
  readonly drop?: { readonly every: number };
  /** Never answers. */
  readonly hang?: boolean;
  /** Cuts responses off in the middle. */
  readonly truncate?: boolean;
  /** Answers with a web page, like a proxy. */
  readonly html?: boolean;
  /** The store refuses to grow, as on a full disk. */
  readonly diskFull?: boolean;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A token bucket. Each call returns 0, or the seconds to wait. */
const createBucket = ({ perSecond, burst }: NonNullable<Faults["rateLimit"]>, clock: Clock): (() => number) => {
  let [tokens, last] = [burst, clock.now()];
  return () => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + ((now - last) / 1000) * perSecond);
    last = now;
    if (tokens < 1) return (1 - tokens) / perSecond;
    tokens -= 1;
    return 0;
  };
};

interface State {
  readonly faults: Faults;
  readonly bucket: (() => number) | undefined;
  readonly seen: { requests: number; eligible: number };
}

const isDue = (count: number, every: number | undefined): boolean =>
  every !== undefined && every > 0 && count % every === 0;

const refusal = (status: number): string =>
  JSON.stringify({ message: "A failure asked for by /_local/faults.", code: status, reason: "invalid" });

const failNow = ({ faults, seen }: State, route: string): boolean => {
  const { failures } = faults;
  if (failures === undefined || failures.routes?.includes(route) === false) return false;
  seen.eligible += 1;
  // Failures are distributed evenly, not at random, so that a run can be repeated.
  const byRate =
    failures.rate !== undefined &&
    Math.floor(seen.eligible * failures.rate) > Math.floor((seen.eligible - 1) * failures.rate);
  return byRate || isDue(seen.eligible, failures.every);
};

const json = (reply: FastifyReply, status: number): FastifyReply =>
  reply.code(status).type("application/json").send(refusal(status));

const page = "<!doctype html><title>Proxy</title><p>Please sign in.</p>";

/** Answers in place of the route if a fault is due. */
const interfere = async (state: State, route: string, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { faults } = state;
  if (isDue(state.seen.requests, faults.drop?.every)) {
    reply.hijack();
    request.raw.socket.destroy();
    return;
  }
  const delay = state.bucket?.() ?? 0;
  if (delay > 0) {
    if (faults.rateLimit?.retryAfter !== false) reply.header("retry-after", String(Math.ceil(delay)));
    await json(reply, 429);
  } else if (failNow(state, route)) await json(reply, faults.failures?.status ?? 503);
  else if (faults.html === true) await reply.code(200).type("text/html").send(page);
};

const before = async (state: State, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { faults, seen } = state;
  const { route } = request.routeOptions.config;
  if (route === undefined) return;
  seen.requests += 1;
  if (faults.latencyMs !== undefined) await wait(faults.latencyMs);
  if (faults.hang === true) await new Promise(() => undefined);
  await interfere(state, route, request, reply);
};

const rowsIn = (payload: string): number => {
  try {
    const body = JSON.parse(payload) as { data?: unknown[] } | unknown[];
    return Array.isArray(body) ? body.length : (body.data?.length ?? 0);
  } catch {
    return 0;
  }
};

/** Adds the fault hooks. They cost almost nothing while no fault is set. */
export const addFaults = (fastify: FastifyInstance, clock: Clock, simulateFull: (full: boolean) => void): void => {
  let state: State | undefined;
  fastify.addHook("onRequest", async (request, reply) => {
    if (state !== undefined) await before(state, request, reply);
  });
  fastify.addHook("onSend", async (request, reply, payload) => {
    const faults = state?.faults;
    const { route } = request.routeOptions.config;
    const text = payload instanceof Buffer ? payload.toString() : payload;
    if (faults === undefined || route === undefined || typeof text !== "string") return payload;
    if (faults.latencyPerRowMs !== undefined) await wait(faults.latencyPerRowMs * rowsIn(text));
    if (faults.truncate !== true) return payload;
    reply.hijack();
    reply.raw.writeHead(200, {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
    });
    reply.raw.write(text.slice(0, text.length >> 1), () => request.raw.socket.destroy());
    return payload;
  });
  fastify.post("/_local/faults", (request, reply) => {
    const faults = (request.body ?? {}) as Faults;
    const bucket = faults.rateLimit === undefined ? undefined : createBucket(faults.rateLimit, clock);
    simulateFull(faults.diskFull === true);
    state = Object.keys(faults).length === 0 ? undefined : { faults, bucket, seen: { requests: 0, eligible: 0 } };
    return reply.code(204).send();
  });
};
