import { type Clock, wallClock } from "./common/clock";
import { defaultLimits, type Limits } from "./common/limits";
import type { WorldSize } from "./world/fixtures";
import cors from "@fastify/cors";
import createFastify, { type FastifyInstance } from "fastify";
import { createAccounts } from "./world/accounts";
import { createWorldBackend } from "./backend";
import { contract } from "./http/operations";
import { addRoutes } from "./http/router";
import { createAudiences, createTokens } from "./http/tokens";
import { rejectUnreadableRequest, sendProblem } from "./http/problems";
import { addLocalRoutes } from "./local/local-routes";
import { handlers } from "./routes/handlers";
import { createTokenRoute } from "./routes/token";
import { type Database, openDatabase, prepareStore, signingKey } from "./store/database";
import { createWorld } from "./world/world";

export interface ServiceOptions {
  readonly size: WorldSize;
  readonly seed: number;
  /** The file of the store; in memory if absent. */
  readonly store?: string;
  /** Adds `/_local/faults`, `/_local/calls` and `/_local/analyses`. */
  readonly localControls?: boolean;
  /** The ISO day before which all records lie; the clock's day by default. */
  readonly today?: string;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
  /**
   * Further base addresses (with one trailing slash) that tokens may be requested for, if the service is behind
   * another origin.
   */
  readonly audiences?: readonly string[];
}

/** A running service. */
export interface Service {
  /** For tests: `fastify.inject` calls the service in process. */
  readonly fastify: FastifyInstance;
  /** Listens and returns the address, for example `http://127.0.0.1:4010`. */
  readonly listen: (port: number, host?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const openWorld = (options: ServiceOptions, database: Database) => {
  const clock = options.clock ?? wallClock;
  const today = options.today ?? new Date(clock.now()).toISOString().slice(0, 10);
  const origin = prepareStore(database, { seed: options.seed, size: options.size, today });
  const world = createWorld(options.seed, options.size, origin.today);
  const limits = { ...defaultLimits, ...options.limits };
  const backend = createWorldBackend({ world, database, clock, accounts: createAccounts(world), limits });
  return { world, backend };
};

/** Closes the database if the service cannot be opened over it. */
const withRelease = <T>(database: Database, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    database.close();
    throw error;
  }
};

const createServer = (bodyLimit: number): FastifyInstance => {
  const fastify = createFastify({
    bodyLimit,
    frameworkErrors: sendProblem,
    clientErrorHandler: rejectUnreadableRequest,
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 60_000,
    // A longer id is an invalid id (400), not an unknown path.
    routerOptions: { maxParamLength: 20_000 },
  });
  // Only JSON is accepted. By default Fastify would also read plain text.
  fastify.removeContentTypeParser("text/plain");
  return fastify;
};

/** Creates the service: an implementation of the specification over a fictitious world. */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const database = openDatabase(options.store);
  const { world, backend } = withRelease(database, () => openWorld(options, database));
  const { limits, clock, accounts } = backend;
  const fastify = createServer(limits.bodyBytes);
  const audiences = createAudiences(fastify, options.audiences ?? []);
  const tokens = createTokens({
    accounts,
    key: signingKey(database),
    clock,
    seconds: limits.tokenSeconds,
    isAudience: audiences.accepts,
  });
  await fastify.register(cors, {
    origin: true,
    methods: ["GET", "POST", "PATCH"],
    allowedHeaders: ["authorization", "content-type"],
    exposedHeaders: ["retry-after", "allow", "x-quota-limit", "x-quota-remaining", "x-quota-requested"],
    maxAge: 7_200,
    strictPreflight: false,
  });
  addLocalRoutes(fastify, { world, database, backend, audiences, controls: options.localControls === true });
  fastify.get("/openapi.json", () => contract);
  const createToken = createTokenRoute(accounts, tokens, audiences.accepts, limits.tokenSeconds);
  const allHandlers = { ...handlers, createToken };
  addRoutes(fastify, tokens, async (route, request) => {
    await backend.settle();
    return allHandlers[route]({ ...request, backend });
  });
  await fastify.ready();
  return {
    fastify,
    listen: (port, host = "127.0.0.1") => fastify.listen({ port, host }),
    close: async () => {
      await backend.analyses.close();
      await fastify.close();
      database.close();
    },
  };
};
