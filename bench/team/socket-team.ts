import { spawn } from "node:child_process";
import { type AddressInfo, createServer } from "node:net";
import { Agent, request } from "undici";
// @ts-expect-error -- a script without types, because npm runs such scripts before anything is installed
import { findRedis as redisFinder } from "../../scripts/run/redis.mjs";
import { systemClock } from "../../src/engine/clock";
import type { Send } from "../../src/engine/http/client";
import { type Limiter, tokenBucket } from "../../test/support/limiters";
import { localWorkloads } from "../loopback/local-workloads";
import { networkOf } from "../loopback/local-bench";
import { type ServiceProcess, startServiceProcess } from "../service/service-process";
import { engineOn } from "../strategies/engine";
import type { Network } from "../strategies/strategy";
import type { Workload } from "../strategies/workloads";
import { Host } from "../virtual/host";
import { usualArrivals } from "../virtual/run-virtual";
import { type CountingProxy, startCountingProxy } from "./counting-proxy";

const findRedis = redisFinder as () => string | undefined;

interface Demo {
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly { readonly universe_id: string; readonly entities: number }[];
}

/** What all measurements share. */
interface Setting {
  readonly proxy: CountingProxy;
  readonly demo: Demo;
  readonly workload: Workload;
  readonly analysts: number;
}

/** How an analyst reaches one of several servers, with a token of their own. */
const sendAs =
  (origins: readonly string[], analyst: number): Send =>
  (given) => {
    const url = new URL(given.url);
    if (url.pathname === "/oauth/token")
      return Promise.resolve(Response.json({ access_token: `analyst-${analyst}`, expires_in: 86_400 }));
    const origin = origins[analyst % origins.length] ?? "";
    const moved = new Request(origin + url.pathname + url.search, given);
    moved.headers.set("authorization", `Bearer analyst-${analyst}`);
    return fetch(moved);
  };

interface Line {
  readonly served: number;
  readonly refused: number;
  readonly wall: number;
  readonly failed: number;
}

/** All analysts open the workbook at once; `meanwhile` happens while they do. */
const open = async (
  { proxy, demo, workload, analysts }: Setting,
  origins: readonly string[],
  limiter?: Limiter,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<Line> => {
  const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
  const credentials = { key, secret, audience: demo.audience, clientId: demo.client_id };
  const cells = await Promise.all(
    Array.from({ length: analysts }, (_, analyst) => {
      const network: Network = {
        send: sendAs(origins, analyst),
        clock: systemClock,
        address: "http://gateway.example",
        credentials,
      };
      return engineOn().start(network);
    }),
  );
  Object.assign(proxy.counts, { served: 0, refused: 0 });
  proxy.limiter = limiter;
  const [seen] = await Promise.all([
    Promise.all(cells.map((answer) => new Host(systemClock).run(workload.cells, answer, usualArrivals))),
    meanwhile(),
  ]);
  return {
    ...proxy.counts,
    wall: Math.max(...seen.map(({ lastSettled }) => lastSettled)),
    failed: seen.reduce((sum, each) => sum + each.failed, 0),
  };
};

const print = (name: string, { workload, analysts }: Setting, { served, refused, wall, failed }: Line): void => {
  const alone = workload.leastCalls * analysts;
  const hits = Math.max(0, (100 * (alone - served)) / alone).toFixed(1);
  process.stdout.write(
    `sockets: ${analysts} analysts, ${name}: ${served} calls served, ${refused} refused, ${hits} % without a call, ${(wall / 1_000).toFixed(1)} s, ${failed} cells failed\n`,
  );
};

const startTeam = (proxy: CountingProxy, more: readonly string[] = []): Promise<ServiceProcess> =>
  startServiceProcess(["--service", proxy.origin, ...more], { program: "bench/team/team-process.ts" });

/** The gateway ends in the middle of the load and is started again on its port. */
const restart = async (setting: Setting): Promise<Line> => {
  const first = await startTeam(setting.proxy);
  const running: { process: ServiceProcess } = { process: first };
  const port = new URL(first.origin).port;
  const line = await open(setting, [first.origin], tokenBucket(20, 20), async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await first.stop();
    running.process = await startTeam(setting.proxy, ["--port", port]);
  });
  await running.process.stop();
  return line;
};

/** Milliseconds that 500 analysts wait for an answer that is cached: each asks once a second for ten seconds. */
const askCached = async ({ proxy, demo }: Setting): Promise<void> => {
  const team = await startTeam(proxy);
  const agent = new Agent({ connections: 500 });
  const universe = [...demo.universes].sort((one, other) => other.entities - one.entities)[0]?.universe_id ?? "";
  const paths = Array.from({ length: 20 }, (_, page) => `/v3/universes/${universe}/esg/events?size=${80 + page}`);
  const ask = async (analyst: number, path: string): Promise<number> => {
    const begin = performance.now();
    const { statusCode, body } = await request(team.origin + path, {
      dispatcher: agent,
      headers: { authorization: `Bearer analyst-${analyst}` },
    });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}.`);
    return performance.now() - begin;
  };
  proxy.limiter = undefined;
  for (const path of paths) await ask(0, path);
  const before = proxy.counts.served;
  const waits: number[] = [];
  await Promise.all(
    Array.from({ length: 500 }, async (_, analyst) => {
      for (let round = 0; round < 10; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1_000 * Math.random() * 2));
        waits.push(await ask(analyst, paths[(analyst + round) % paths.length] ?? ""));
      }
    }),
  );
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (part: number): string => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1);
  process.stdout.write(
    `sockets: 500 analysts, ${waits.length} cached answers: median ${at(0.5)} ms, p99 ${at(0.99)} ms, ${proxy.counts.served - before} calls served, memory ${team.memory() ?? "?"} MB, peak ${team.peakMemory() ?? "?"} MB\n`,
  );
  await agent.close();
  await team.stop();
};

/** Measures against the local service in another process. Sentences about aims that were not reached. */
export const measureOnSockets = async (analysts: number): Promise<readonly string[]> => {
  const service = await startServiceProcess(["--port", "0", "--size", "small", "--local-controls"]);
  const proxy = await startCountingProxy(service.origin);
  const missed: string[] = [];
  try {
    const demo = (await (await fetch(`${service.origin}/_local/demo`)).json()) as Demo;
    const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
    const credentials = { key, secret, audience: demo.audience, clientId: demo.client_id };
    const universe = [...demo.universes].sort((one, other) => other.entities - one.entities)[0]?.universe_id ?? "";
    const network = networkOf({ service, credentials, connections: 100 }, { calls: 0 });
    const workload = (await localWorkloads(network, universe)).find(({ name }) => name === "W3");
    if (workload === undefined) throw new Error("There is no W3.");
    const setting: Setting = { proxy, demo, workload, analysts };
    const check = (name: string, line: Line): void => {
      print(name, setting, line);
      if (line.served > workload.leastCalls * 1.05 || line.failed > 0)
        missed.push(`sockets, ${name}: 1.05 × ${workload.leastCalls} calls, and no failed cell`);
    };
    for (const limited of [false, true]) {
      const limiter = (): Limiter | undefined => (limited ? tokenBucket(20, 20) : undefined);
      const team = await startTeam(proxy);
      check(`team gateway${limited ? ", 20/s" : ""}`, await open(setting, [team.origin], limiter()));
      await team.stop();
    }
    check("team gateway that is restarted, 20/s", await restart(setting));
    await withReplicas(setting, check);
    await askCached(setting);
    return missed;
  } finally {
    proxy.close();
    await service.stop();
  }
};

/** A port that is free now. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const withReplicas = async (setting: Setting, check: (name: string, line: Line) => void): Promise<void> => {
  const program = findRedis();
  if (program === undefined) {
    process.stdout.write("sockets: two replicas: not measured, Redis is not installed\n");
    return;
  }
  const port = await freePort();
  const redis = spawn(program, ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], { stdio: "ignore" });
  const store = `redis://127.0.0.1:${port}`;
  const teams = await Promise.all([1, 2].map(() => startTeam(setting.proxy, ["--store", store])));
  const origins = teams.map(({ origin }) => origin);
  check("two replicas on Redis, 20/s", await open(setting, origins, tokenBucket(20, 20)));
  await Promise.all(teams.map((team) => team.stop()));
  redis.kill();
};
