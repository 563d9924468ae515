import cors from "@fastify/cors";
import createFastify, { type FastifyInstance } from "fastify";
import { createAccounts } from "./accounts";
import { createBackend, type Backend } from "./backend";
import { wallClock } from "./clock";
import { restoreAddedEntities } from "./coverage";
import { contract } from "./http/contract";
import { addRoutes } from "./http/router";
import { createTokens } from "./http/tokens";
import { refuseUnreadable, writeProblem } from "./http/write-problem";
import { defaultLimits } from "./limits";
import { createAudiences } from "./local/audiences";
import { addLocalRoutes } from "./local/local-routes";
import type { ServiceOptions } from "./options";
import { handlers } from "./routes/handlers";
import { createTokenRoute } from "./routes/create-token";
import { openDriver, type Driver } from "./store/driver";
import { prepareStore, signingKey } from "./store/schema";
import { reliabilityOf } from "./world/reliability";
import { createWorld } from "./world/world";

export type { ServiceOptions } from "./options";

/** A running service. */
export interface Service {
  /** For tests: `fastify.inject` calls it in process. */
  readonly fastify: FastifyInstance;
  /** Listens and gives the address, for example `http://127.0.0.1:4010`. */
  readonly listen: (port: number, host?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

const openBackend = (options: ServiceOptions, driver: Driver): Backend => {
  const clock = options.clock ?? wallClock;
  const today = options.today ?? new Date(clock.now()).toISOString().slice(0, 10);
  const birth = prepareStore(driver, { seed: options.seed, size: options.size, today });
  const world = createWorld(options.seed, options.size, birth.today);
  const backend = createBackend({
    world,
    driver,
    clock,
    accounts: createAccounts(world),
    limits: { ...defaultLimits, ...options.limits },
  });
  restoreAddedEntities(backend);
  // What a first request would otherwise wait for; the smaller worlds do it when they are asked.
  if (options.size === "medium" || options.size === "large") {
    backend.search.warm();
    reliabilityOf(world);
  }
  return backend;
};

const createServer = (bodyLimit: number): FastifyInstance => {
  const fastify = createFastify({
    bodyLimit,
    frameworkErrors: writeProblem,
    clientErrorHandler: refuseUnreadable,
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 60_000,
    // A longer identifier is no identifier (400), not an unknown kind of failure.
    routerOptions: { maxParamLength: 20_000 },
  });
  // Only JSON is taken; Fastify would read plain text too.
  fastify.removeContentTypeParser("text/plain");
  return fastify;
};

/** Makes a service: the specification, running over a made-up world. */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const driver = openDriver(options.store);
  const backend = openBackend(options, driver);
  const { limits, clock, accounts } = backend;
  const fastify = createServer(limits.bodyBytes);
  const audiences = createAudiences(fastify, options.audiences ?? []);
  const tokens = createTokens({ accounts, key: signingKey(driver), clock, seconds: limits.tokenSeconds });
  await fastify.register(cors, {
    origin: true,
    methods: ["GET", "POST", "PATCH"],
    allowedHeaders: ["authorization", "content-type"],
    exposedHeaders: ["retry-after", "allow", "x-quota-limit", "x-quota-remaining", "x-quota-requested"],
    maxAge: 7_200,
    strictPreflight: false,
  });
  addLocalRoutes(fastify, { backend, audiences, controls: options.localControls === true });
  fastify.get("/openapi.json", () => contract);
  const createToken = createTokenRoute(accounts, tokens, {
    isAudience: audiences.accepts,
    seconds: limits.tokenSeconds,
  });
  addRoutes(fastify, { backend, tokens, handlers: { ...handlers, createToken } });
  await fastify.ready();
  return {
    fastify,
    listen: (port, host = "127.0.0.1") => fastify.listen({ port, host }),
    close: async () => {
      backend.analyses.close();
      await fastify.close();
      driver.close();
    },
  };
};
