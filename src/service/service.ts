import { type Clock, wallClock } from "./common/clock";
import { defaultLimits, type Limits } from "./common/limits";
import type { WorldSize } from "./world/fixtures";
import cors from "@fastify/cors";
import createFastify, { type FastifyInstance } from "fastify";
import { type Account, createAccounts } from "./world/accounts";
import { randomBytes } from "node:crypto";
import { openData } from "../data/sql/open";
import { keepSetting } from "../data/sql/settings";
import { type Backend, createWorldBackend } from "./backend";
import { createFullDisk } from "./local/full-disk";
import { createSqlBackend, fillWithWorld } from "./sql-backend";
import { contract } from "./http/operations";
import { addRoutes } from "./http/router";
import { createAudiences, createTokens } from "./http/tokens";
import { rejectUnreadableRequest, sendProblem } from "./http/problems";
import { addImportRoutes } from "./local/import-routes";
import { addLocalRoutes, isLoopback, refuseOtherPages } from "./local/local-routes";
import { handlers } from "./routes/handlers";
import { createTokenRoute } from "./routes/token";
import { createWorld, type World } from "./world/world";

export interface ServiceOptions {
  /** The size of the made-up world; with `data`, the world that an empty database is filled with. */
  readonly size?: WorldSize;
  readonly seed: number;
  /** A folder or an address (`postgres://…`) with the data; without it they are the made-up world in memory, which ends with the process. */
  readonly data?: string;
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
  /** Who may sign in; without them the demo accounts, whose secrets `/_local/demo` shows. */
  readonly accounts?: readonly Account[];
}

/** A running service. */
export interface Service {
  /** For tests: `fastify.inject` calls the service in process. */
  readonly fastify: FastifyInstance;
  /** Listens and returns the address, for example `http://127.0.0.1:4010`. @throws for own data with demo accounts on other hosts. */
  readonly listen: (port: number, host?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** What a service stands on. */
interface Ground {
  readonly backend: Backend;
  readonly world: World | undefined;
  readonly key: Uint8Array;
  readonly simulateFull: (full: boolean) => void;
  /** Adds what own data have besides. */
  readonly addRoutes?: (fastify: FastifyInstance) => void;
  readonly close: () => Promise<void> | void;
}

const today = ({ today: day, clock = wallClock }: ServiceOptions): string =>
  day ?? new Date(clock.now()).toISOString().slice(0, 10);

const openWorld = (options: ServiceOptions): Ground => {
  const { clock = wallClock, size = "small", seed } = options;
  const world = createWorld(seed, size, today(options));
  const limits = { ...defaultLimits, ...options.limits };
  const accounts = options.accounts ?? createAccounts(seed);
  const backend = createWorldBackend({ world, clock, accounts, limits });
  return { backend, world, key: randomBytes(32), simulateFull: () => undefined, close: () => undefined };
};

const openSql = async (options: ServiceOptions, place: string): Promise<Ground> => {
  const { clock = wallClock, size, seed, localControls = false } = options;
  const opened = await openData(place);
  try {
    const { database, simulateFull } = localControls
      ? createFullDisk(opened)
      : { database: opened, simulateFull: () => undefined };
    if (size !== undefined) await fillWithWorld(database, { seed, size, today: today(options) }, clock);
    const limits = { ...defaultLimits, ...options.limits };
    const { backend, world } = await createSqlBackend({ database, limits, clock, accounts: options.accounts });
    const key = Buffer.from(await keepSetting(opened, "key", randomBytes(32).toString("base64")), "base64");
    return {
      ...{ backend, world, key, simulateFull, close: opened.close },
      // It asks for no token: with accounts of their own, data may be open to other machines.
      ...(world === undefined &&
        options.accounts === undefined && { addRoutes: (fastify) => addImportRoutes(fastify, database, place) }),
    };
  } catch (error) {
    await opened.close();
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
  const ground = options.data === undefined ? openWorld(options) : await openSql(options, options.data);
  const { world, backend, key, simulateFull } = ground;
  const { limits, clock, accounts } = backend;
  const fastify = createServer(limits.bodyBytes);
  const audiences = createAudiences(fastify, options.audiences ?? []);
  const tokens = createTokens({ accounts, key, clock, seconds: limits.tokenSeconds, isAudience: audiences.accepts });
  refuseOtherPages(fastify, world === undefined);
  await fastify.register(cors, {
    origin: true,
    methods: ["GET", "POST", "PATCH"],
    allowedHeaders: ["authorization", "content-type"],
    exposedHeaders: ["retry-after", "allow", "x-quota-limit", "x-quota-remaining", "x-quota-requested"],
    maxAge: 7_200,
    strictPreflight: false,
  });
  const hasDemoAccounts = options.accounts === undefined;
  addLocalRoutes(fastify, {
    ...{ world, simulateFull, backend, audiences, hasDemoAccounts },
    controls: options.localControls === true,
  });
  ground.addRoutes?.(fastify);
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
    listen: async (port, host = "127.0.0.1") => {
      if (world === undefined && hasDemoAccounts && !isLoopback(host))
        throw new Error(
          `Other machines reach ${host}, and the demo accounts of own data are for this machine: give --accounts FILE, or leave --host out.`,
        );
      return fastify.listen({ port, host });
    },
    close: async () => {
      await backend.analyses.close();
      await fastify.close();
      await ground.close();
    },
  };
};
