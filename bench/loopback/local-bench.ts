import type { Send } from "../../src/engine/http/client";
import { systemClock } from "../../src/engine/clock";
import { type ServiceProcess, startServiceProcess } from "../service/service-process";
import { localWorkloads } from "./local-workloads";
import type { Network } from "../strategies/strategy";
import type { Workload } from "../strategies/workloads";

interface Demo {
  readonly accounts: readonly { readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly { readonly universe_id: string; readonly entities: number }[];
}

/** As many connections as a browser opens to one host on HTTP/1.1, or on HTTP/2 streams. */
const capped = (connections: number, count: { calls: number }): Send => {
  const waiting: (() => void)[] = [];
  let open = 0;
  return async (request) => {
    count.calls += 1;
    while (open >= connections) await new Promise<void>((resolve) => waiting.push(resolve));
    open += 1;
    try {
      const response = await fetch(request);
      // The connection is taken until the body is there.
      return new Response(await response.arrayBuffer(), response);
    } finally {
      open -= 1;
      waiting.shift()?.();
    }
  };
};

/** The local service, an account of it, and how many connections a client has. */
export interface Bench {
  readonly service: ServiceProcess;
  readonly credentials: Network["credentials"];
  readonly connections: number;
}

/** The network of a strategy; `count` counts its calls. */
export const networkOf = ({ service, credentials, connections }: Bench, count: { calls: number }): Network => ({
  send: capped(connections, count),
  clock: systemClock,
  address: service.origin,
  credentials,
});

/** A listing's rows as cells: strategies may hold the members of a record in another order. */
export const cellsShown = (value: unknown): unknown =>
  Array.isArray(value)
    ? (value as readonly Readonly<Record<string, unknown>>[]).map(({ id, title, score, start_date }) => [
        id,
        title,
        score,
        start_date,
      ])
    : value;

/** Measures W1, W2, W3 and W5 against the local service in another process, with 100 connections and with 6. */
export const onLocalService = async <Result>(
  port: number,
  measure: (bench: Bench, workload: Workload) => Promise<Result>,
): Promise<readonly Result[]> => {
  const service = await startServiceProcess(["--port", String(port), "--size", "small", "--local-controls"]);
  try {
    const demo = (await (await fetch(`${service.origin}/_local/demo`)).json()) as Demo;
    const { api_key: key = "", api_secret: secret = "" } = demo.accounts[0] ?? {};
    const credentials = { key, secret, audience: demo.audience, clientId: demo.client_id };
    const universe = [...demo.universes].sort((one, other) => other.entities - one.entities)[0]?.universe_id ?? "";
    const results: Result[] = [];
    for (const connections of [100, 6]) {
      const bench = { service, credentials, connections };
      for (const workload of await localWorkloads(networkOf(bench, { calls: 0 }), universe))
        results.push(await measure(bench, workload));
    }
    return results;
  } finally {
    await service.stop();
  }
};
