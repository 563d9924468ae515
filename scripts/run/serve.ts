import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import path from "node:path";
import { createGateway, type GatewayOptions } from "../../src/gateway/gateway";
import { demoWorkbooks, type Demo } from "../build/demo-workbooks";
import { committedOrigin } from "../manifest/add-in";

export interface ServeOptions {
  /** The built folder; dist/ by default. */
  readonly built?: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly size: string;
  readonly seed: number;
  readonly store?: string;
  readonly localControls?: boolean;
  /** The ISO day before which all records lie; today by default. */
  readonly today?: string;
  /** How long a task waits, and how long it runs, in ms. */
  readonly taskTime?: number;
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer };
  /** `workbench`: its host script instead of office.js; `excel`: the page as Excel loads it. */
  readonly host?: "workbench" | "excel";
}

export interface Served {
  /** What a person opens. */
  readonly address: string;
  readonly origin: string;
  /** The process of the local service. */
  readonly service: number;
  readonly close: () => Promise<void>;
}

const root = path.join(__dirname, "../..");

/** Starts the local service in a process of its own and, before it, the one origin that page and service share. */
export const serve = async (options: ServeOptions): Promise<Served> => {
  const port = options.port === 0 ? await freePort() : options.port;
  await refuseTaken(port);
  const origin = `${options.tls === undefined ? "http" : "https"}://localhost:${port}`;
  const service = await startService(options, origin);
  const demo = (await (await fetch(`${service.address}/_local/demo`)).json()) as Demo;
  const gateway = createGateway(gatewayOptions(options, origin, { upstream: service.address, demo }));
  await listen(gateway, port);
  const close = async (): Promise<void> => {
    service.child.kill("SIGTERM");
    gateway.closeAllConnections();
    await Promise.all([new Promise((resolve) => gateway.close(resolve)), service.ended]);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void close().then(() => process.exit(0)));
  const page = options.host === "excel" ? "/taskpane.html" : "/workbench/";
  return { address: `${origin}${page}`, origin, service: service.child.pid ?? 0, close };
};

const gatewayOptions = (
  options: ServeOptions,
  origin: string,
  { upstream, demo }: { readonly upstream: string; readonly demo: Demo },
): GatewayOptions => ({
  root: options.built ?? path.join(root, "dist"),
  upstream,
  alsoLocal: true,
  ...(options.tls !== undefined && { tls: options.tls }),
  made: {
    ...placedFiles(origin, options.built ?? path.join(root, "dist")),
    "/deployment.json": { type: "application/json", text: JSON.stringify(deploymentOf(origin, demo.client_id)) },
    ...demoWorkbooks(demo, async () => (await import("../build/demo-report")).demoReport(demo, upstream)),
  },
  redirects: { "/": "/workbench/" },
  aliases: {
    "/workbench/": "/workbench/workbench.html",
    ...(options.host === "excel"
      ? {}
      : {
          "/taskpane.html": "/taskpane.workbench.html",
          "/probe/taskpane.html": "/probe/taskpane.workbench.html",
        }),
  },
});

/** The built files that name an address, with the one where this runs. Read anew for each request: `npm run dev` writes them again. */
const placedFiles = (origin: string, built: string): NonNullable<GatewayOptions["made"]> =>
  Object.fromEntries(
    ["functions.json", "manifest.xml", "manifest.json"].map((file) => [
      `/${file}`,
      {
        type: file.endsWith(".xml") ? "text/xml; charset=utf-8" : "application/json",
        get text() {
          return readFileSync(path.join(built, file), "utf8").replaceAll(committedOrigin, origin);
        },
      },
    ]),
  );

const deploymentOf = (origin: string, clientId: string): object => ({
  baseUrl: origin,
  authUrl: origin,
  audience: `${origin}/`,
  clientId,
  demo: "/_local/demo",
  settingsAllowed: true,
});

interface RunningService {
  readonly address: string;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

const startService = (options: ServeOptions, origin: string): Promise<RunningService> =>
  new Promise((resolve, reject) => {
    const args = [
      "--until-stdin-ends",
      "--port",
      "0",
      "--size",
      options.size,
      "--seed",
      String(options.seed),
      "--audience",
      `${origin}/`,
    ];
    if (options.store !== undefined) args.push("--store", path.resolve(options.store));
    if (options.today !== undefined) args.push("--today", options.today);
    if (options.taskTime !== undefined) args.push("--task-time", String(options.taskTime));
    if (options.localControls === true) args.push("--local-controls");
    const program = ["--import", "tsx", "scripts/run/service.ts", ...args];
    const child = spawn(process.execPath, program, { cwd: root, stdio: ["pipe", "pipe", "inherit"] });
    process.once("exit", () => child.kill());
    child.once("exit", (code) =>
      reject(new Error(`The local service ended with code ${String(code)} before it was ready.`)),
    );
    const ended = once(child, "exit");
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /ready (http:\/\/\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve({ address, child, ended });
    });
  });

const listen = (gateway: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    gateway.once("error", reject);
    // Without a host the gateway answers on localhost's both addresses; `refuseTaken` has looked at them.
    gateway.listen(port, "localhost", () => resolve());
  });

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "localhost", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

const refuseTaken = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", () => reject(new Error(`Port ${port} is taken: name another one with --port.`)));
    probe.listen(port, "localhost", () => probe.close(() => resolve()));
  });
