import autocannon from "autocannon";
import type { ServiceClient } from "./service-client";

/** One thing to ask for again and again. */
export interface Load {
  readonly name: string;
  readonly path: string;
  readonly body?: unknown;
  readonly connections: number;
}

/** What came of it. */
export interface LoadResult {
  readonly name: string;
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly requests: number;
}

/** Sends requests for some seconds from a worker thread. Returns requests per second and latencies. */
export const runLoad = async (
  client: ServiceClient,
  { load, seconds }: { load: Load; seconds: number },
): Promise<LoadResult> => {
  const result = await autocannon({
    url: client.origin + load.path,
    method: load.body === undefined ? "GET" : "POST",
    headers: client.headers,
    ...(load.body === undefined ? {} : { body: JSON.stringify(load.body) }),
    connections: load.connections,
    duration: seconds,
    workers: 1,
    timeout: 60,
  });
  return {
    name: load.name,
    perSecond: Math.round(result.requests.average * 10) / 10,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.errors + result.non2xx,
    requests: result.requests.total,
  };
};
