import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import path from "node:path";
import pino from "pino";
import { systemClock } from "../engine/clock";
import type { GatewayConfig } from "./config";
import { createGateway, type Gateway, type GatewayOptions, usualEnd } from "./gateway";
import { ReleaseArchive } from "./release-archive";
import { GatewayMetrics } from "./observe";
import { openStore } from "./team/open-store";
import { openTeam, type RunningTeam } from "./team/open-team";
import { readTeamConfig } from "./team/team-config";

/**
 * Runs a gateway until SIGTERM or SIGINT, and prints `ready ADDRESS` when it listens. It then ends gently
 * (`usualEnd`).
 * @throws the system's error if a file cannot be read or a port is taken
 */
export const runGateway = async (config: GatewayConfig): Promise<void> => {
  const metrics = config.metricsPort === undefined ? undefined : new GatewayMetrics();
  const team = config.team === undefined ? undefined : await startTeam(config.team, config, metrics);
  const gateway = await createGateway({
    root: config.root,
    made: madeFiles(config, team),
    ...(team !== undefined && { team }),
    metrics,
    // Without the process's id and the host's name, which a log collector adds itself.
    logger: config.log ? pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }) : undefined,
    ...(config.upstream !== undefined && { upstream: config.upstream }),
    ...(config.archive !== undefined && { archive: await archiveRelease(config.archive, config.root) }),
    ...(config.key !== undefined &&
      config.cert !== undefined && { tls: { key: readFileSync(config.key), cert: readFileSync(config.cert) } }),
  });
  await listenOn(gateway, config.port, config.host);
  const metricsServer = metrics && createMetricsServer(metrics);
  if (metricsServer !== undefined) await listenOn(metricsServer, config.metricsPort ?? 0, "127.0.0.1");
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      void gateway
        .drain(usualEnd)
        .then(team?.close)
        .then(() => process.exit(0));
    });
  print(gateway, config);
  if (metricsServer !== undefined)
    process.stdout.write(`metrics http://127.0.0.1:${listeningPort(metricsServer)}/metrics\n`);
};

const startTeam = async (
  file: string,
  { store: address, root }: GatewayConfig,
  metrics: GatewayMetrics | undefined,
): Promise<RunningTeam> => {
  const config = readTeamConfig(file);
  const store = await openStore(address ?? config.store ?? "memory", systemClock);
  const team = openTeam(config, {
    ...{ store, clock: systemClock, registry: metrics?.registry },
    adminPage: path.join(root, "admin"),
  });
  const close = async (): Promise<void> => {
    await team.close();
    await store.close();
  };
  return { ...team, close };
};

/** deployment.json: the file that the configuration names, or that of the build; with a team it says how people sign in. */
const madeFiles = (
  { root, deployment }: GatewayConfig,
  team: RunningTeam | undefined,
): NonNullable<GatewayOptions["made"]> => {
  const deploymentFile = path.join(root, "deployment.json");
  const file = deployment ?? (team !== undefined && existsSync(deploymentFile) ? deploymentFile : undefined);
  if (file === undefined) return {};
  const text = readFileSync(file, "utf8");
  return {
    "/deployment.json": {
      type: "application/json",
      text: team === undefined ? text : JSON.stringify({ ...(JSON.parse(text) as object), team: team.signIn }),
    },
  };
};

const archiveRelease = async (folder: string, root: string): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  await new ReleaseArchive(folder).add(root);
  return folder;
};

const listenOn = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => server.once("error", reject).listen(port, host, resolve));

const listeningPort = (server: Server): number => (server.address() as AddressInfo).port;

const print = (gateway: Gateway, { host, key }: GatewayConfig): void => {
  process.stdout.write(`ready ${key === undefined ? "http" : "https"}://${host}:${listeningPort(gateway)}/\n`);
};

/** A server of its own: metrics are for the operators, not for everybody who opens the add-in. */
const createMetricsServer = ({ registry }: GatewayMetrics): Server =>
  createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics")
      response.writeHead(404, { "content-type": "text/plain" }).end("There is only GET /metrics.");
    else
      void registry
        .metrics()
        .then((text) => response.writeHead(200, { "content-type": registry.contentType }).end(text));
  });
