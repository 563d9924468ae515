// @ts-expect-error -- a script without types, because npm runs such scripts before anything is installed
import * as servers from "../../scripts/run/servers.mjs";
import { type RunningRedis, startRedis } from "../../test/support/redis-process";
import { localWorkloads } from "../loopback/local-workloads";
import { networkOf } from "../loopback/local-bench";
import { deployedHeap, type ServiceProcess, startServiceProcess } from "../service/service-process";
import type { Network } from "../strategies/strategy";
import type { Workload } from "../strategies/workloads";
import { type CountingProxy, startCountingProxy } from "./counting-proxy";
import { type RunningNginx, startNginx } from "./nginx-process";
import { freePort } from "../../scripts/run/free-port";

const { findRedis, findNginx } = servers as Readonly<Record<"findRedis" | "findNginx", () => string | undefined>>;

interface Demo {
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly { readonly universe_id: string; readonly entities: number }[];
}

/** The local service in a process of its own, what counts its requests, and the servers that can stand before it. */
export interface Office {
  readonly proxy: CountingProxy;
  readonly credentials: Network["credentials"];
  /** The largest universe. */
  readonly universe: string;
  readonly workload: Workload;
  readonly startTeam: (...options: readonly string[]) => Promise<ServiceProcess>;
  /** Undefined where it is not installed. */
  readonly startRedis: (() => Promise<RunningRedis>) | undefined;
  /** Undefined where it is not installed. `perSecond` is the limit that it is told; none without. */
  readonly startNginx: ((perSecond?: number) => Promise<RunningNginx>) | undefined;
  readonly close: () => Promise<void>;
}

export const openOffice = async (): Promise<Office> => {
  const service = await startServiceProcess(["--port", "0", "--size", "small", "--local-controls"]);
  const proxy = await startCountingProxy(service.origin);
  const demo = (await (await fetch(`${service.origin}/_local/demo`)).json()) as Demo;
  const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
  const credentials = { key, secret, audience: demo.audience, clientId: demo.client_id };
  const universe = [...demo.universes].sort((one, other) => other.entities - one.entities)[0]?.universe_id ?? "";
  const network = networkOf({ service, credentials, connections: 100 }, { calls: 0 });
  const workload = (await localWorkloads(network, universe)).find(({ name }) => name === "W3");
  if (workload === undefined) throw new Error("There is no W3.");
  const [redis, nginx] = [findRedis(), findNginx()];
  if (redis !== undefined) process.env["REDIS_SERVER_PATH"] = redis;
  return {
    ...{ proxy, credentials, universe, workload },
    startTeam: (...options) =>
      startServiceProcess(["--service", proxy.origin, ...options], {
        program: "bench/team/team-process.ts",
        heap: deployedHeap,
      }),
    startRedis: redis === undefined ? undefined : () => startRedis(),
    startNginx:
      nginx === undefined
        ? undefined
        : async (perSecond) => startNginx({ program: nginx, port: await freePort(), service: proxy.origin, perSecond }),
    close: async () => {
      proxy.close();
      await service.stop();
    },
  };
};
