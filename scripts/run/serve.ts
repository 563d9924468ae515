import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import path from "node:path";
import { checkPlace, isServerAddress, splitPassword } from "../../src/data/sql/address";
import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/gateway";
import type { RunningTeam } from "../../src/gateway/team/open-team";
import { demoWorkbooks, type Demo } from "../build/demo-workbooks";
import { sampleGallery } from "../build/sample-gallery";
import { committedOrigin } from "../manifest/add-in";
import { freePort, isFree } from "./free-port";

export interface ServeOptions {
  /** The built folder; dist/ by default. */
  readonly built?: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly size?: string;
  /** A folder or an address with the service's own data. */
  readonly data?: string;
  readonly seed: number;
  readonly localControls?: boolean;
  /** The ISO day before which all records lie; today by default. */
  readonly today?: string;
  /** How long a task waits, and how long it runs, in ms. */
  readonly taskTime?: number;
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer };
  /** Opens a team gateway before the local service, instead of handing requests on. */
  readonly team?: (service: {
    readonly address: string;
    readonly demo: Demo;
    readonly origin: string;
  }) => Promise<RunningTeam>;
  /** `workbench`: its host script instead of office.js; `excel`: the page as Excel loads it. */
  readonly host?: "workbench" | "excel";
  /** Starts the service in another way than as a process of its own. */
  readonly startService?: (options: ServeOptions, origin: string) => Promise<RunningService>;
}

/** A local service that listens at an address. */
export interface RunningService {
  readonly address: string;
  /** Its process. */
  readonly pid: number;
  readonly close: () => Promise<void>;
}

export interface Served {
  /** What a person opens. */
  readonly address: string;
  readonly origin: string;
  /** The process of the local service. */
  readonly service: number;
  readonly team: RunningTeam | undefined;
  /** Serves the same on another port, as the window of somebody else: browsers keep what belongs to an origin apart. */
  readonly addWindow: (port: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

const root = path.join(__dirname, "../..");

/** Starts the local service in a process of its own and, before it, the one origin that page and service share. */
export const serve = async (options: ServeOptions): Promise<Served> => {
  const port = options.port === 0 ? await freePort() : options.port;
  await refuseTaken(port);
  const origin = `${options.tls === undefined ? "http" : "https"}://localhost:${port}`;
  const service = await (options.startService ?? startServiceProcess)(options, origin);
  const demo = (await (await fetch(`${service.address}/_local/demo`)).json()) as Demo;
  const page = options.host === "excel" ? "/taskpane.html" : "/workbench/";
  const team = await options.team?.({ address: service.address, demo, origin });
  const gateways: Gateway[] = [];
  const open = async (port: number, at: string): Promise<void> => {
    const gateway = await createGateway(gatewayOptions(options, at, { upstream: service.address, demo, team }));
    await listen(gateway, port);
    gateways.push(gateway);
  };
  await open(port, origin);
  const addWindow = async (other: number): Promise<string> => {
    await refuseTaken(other);
    const at = origin.replace(/:\d+$/, `:${other}`);
    await open(other, at);
    return `${at}${page}`;
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  const end = (): void => void close().then(() => process.exit(0));
  const close = async (): Promise<void> => {
    for (const signal of signals) process.off(signal, end);
    for (const gateway of gateways) gateway.closeAllConnections();
    await Promise.all([
      ...gateways.map((gateway) => new Promise((resolve) => gateway.close(resolve))),
      service.close(),
    ]);
    await team?.close();
  };
  for (const signal of signals) process.once(signal, end);
  const address = `${origin}${page}`;
  return { address, origin, service: service.pid, team, addWindow, close };
};

const gatewayOptions = (
  options: ServeOptions,
  origin: string,
  { upstream, demo, team }: { readonly upstream: string; readonly demo: Demo; readonly team?: RunningTeam | undefined },
): GatewayOptions => ({
  root: options.built ?? path.join(root, "dist"),
  upstream,
  // The demo's accounts stand there, and with a team only the gateway may know them.
  alsoLocal: team === undefined,
  ...(team !== undefined && { team }),
  ...(options.tls !== undefined && { tls: options.tls }),
  made: {
    ...placedFiles(origin, options.built ?? path.join(root, "dist")),
    "/deployment.json": { type: "application/json", text: JSON.stringify(deploymentOf(origin, demo, team)) },
    ...samplesOf(demo, upstream),
  },
  redirects: { "/": "/workbench/" },
  aliases: {
    "/workbench/": "/workbench/workbench.html",
    ...(options.host === "excel"
      ? {}
      : {
          "/taskpane.html": "/taskpane.workbench.html",
          "/sign-in.html": "/sign-in.workbench.html",
          "/probe/taskpane.html": "/probe/taskpane.workbench.html",
        }),
  },
});

/** The sample workbooks that are made from the demo world, and the gallery of all samples. Own data have none. */
const samplesOf = (demo: Demo, upstream: string): NonNullable<GatewayOptions["made"]> => {
  const { today } = demo;
  if (today === undefined) return {};
  const makeReport = async () => (await import("../build/demo-report")).demoReport({ ...demo, today }, upstream);
  const workbooks = demoWorkbooks(demo, makeReport);
  return { ...workbooks, ...sampleGallery(workbooks) };
};

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

const deploymentOf = (origin: string, { client_id: clientId, today }: Demo, team: RunningTeam | undefined): object => ({
  baseUrl: origin,
  authUrl: origin,
  audience: `${origin}/`,
  clientId,
  data: today === undefined ? "own" : "made-up",
  // The accounts of the service are the team's: nobody signs in with them.
  ...(team === undefined ? { demo: "/_local/demo" } : { team: team.signIn }),
  ...(today !== undefined && { samples: "/samples/list.json" }),
  settingsAllowed: team === undefined,
});

/** Where the service's data are. The password is in its environment: everybody can read the arguments of a process. */
const serviceData = (data: string): { readonly place: string; readonly environment: NodeJS.ProcessEnv } => {
  checkPlace(data);
  if (!isServerAddress(data)) return { place: path.resolve(data), environment: {} };
  const { address, password } = splitPassword(data);
  return { place: address, environment: password === undefined ? {} : { PGPASSWORD: password } };
};

const startServiceProcess = (options: ServeOptions, origin: string): Promise<RunningService> =>
  new Promise((resolve, reject) => {
    const args = [
      "--until-stdin-ends",
      "--port",
      "0",
      ...(options.size === undefined ? [] : ["--size", options.size]),
      "--seed",
      String(options.seed),
      "--audience",
      `${origin}/`,
    ];
    const data = options.data === undefined ? undefined : serviceData(options.data);
    if (data !== undefined) args.push("--data", data.place);
    if (options.today !== undefined) args.push("--today", options.today);
    if (options.taskTime !== undefined) args.push("--task-time", String(options.taskTime));
    if (options.localControls === true) args.push("--local-controls");
    const program = ["--import", "tsx", "scripts/run/service.ts", ...args];
    const child = spawn(process.execPath, program, {
      cwd: root,
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...data?.environment },
    });
    process.once("exit", () => child.kill());
    child.once("exit", (code) =>
      reject(new Error(`The local service ended with code ${String(code)} before it was ready.`)),
    );
    const ended = once(child, "exit");
    const close = async (): Promise<void> => {
      child.kill("SIGTERM");
      await ended;
    };
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /ready (http:\/\/\S+)/.exec(printed)?.[1];
      if (address !== undefined) resolve({ address, pid: child.pid ?? 0, close });
    });
  });

const listen = (gateway: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    gateway.once("error", reject);
    // Without a host the gateway answers on localhost's both addresses; `refuseTaken` has looked at them.
    gateway.listen(port, "localhost", () => resolve());
  });

const refuseTaken = async (port: number): Promise<void> => {
  if (!(await isFree(port))) throw new Error(`Port ${port} is taken: name another one with --port.`);
};
