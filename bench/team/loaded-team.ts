import { Redis } from "ioredis";
import type { RunningRedis } from "../../test/support/redis-process";
import type { ServiceProcess } from "../service/service-process";
import { type LoadFigures, runLoad, type SentRequest } from "./load";
import type { Office } from "./office";
import { requestsOfWorkbook } from "./socket-team";

export interface LoadedOptions {
  readonly analysts: number;
  readonly seconds: number;
  /** Megabytes of cached answers in Redis. */
  readonly workingSet: number;
}

/** Analysts who ask for what is cached. */
export interface LoadedLine extends LoadFigures {
  readonly what: string;
  readonly analysts: number;
  /** Calls to the service meanwhile. */
  readonly served: number;
  /** Megabytes of the gateway at its end and at most; undefined for nginx. */
  readonly memory?: number | undefined;
  readonly peakMemory?: number | undefined;
  /** Part of one processor that the gateway used. */
  readonly processor?: number | undefined;
  /** Megabytes of the answers in the store, and of Redis with them. */
  readonly workingSet?: number;
  readonly redisMemory?: number;
}

/** Milliseconds: each analyst asks about once a second. */
const think = 1_000;
const warmUp = 5_000;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Requests answers once, several at a time. Returns the bytes of their bodies. */
const fill = async (origin: string, requests: readonly SentRequest[], token: string): Promise<number> => {
  const left = [...requests];
  let bytes = 0;
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { method, path, body } = next;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const answer = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
      bytes += (await answer.arrayBuffer()).byteLength;
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return bytes;
};

interface Loading {
  readonly what: string;
  readonly origins: readonly string[];
  readonly requests: readonly SentRequest[];
  readonly tokens?: readonly string[];
  readonly gateway?: ServiceProcess;
}

const load = async (
  { proxy }: Office,
  { analysts, seconds }: LoadedOptions,
  { what, origins, requests, tokens, gateway }: Loading,
): Promise<LoadedLine> => {
  proxy.begin();
  const [began, used] = [performance.now(), gateway?.processorMs() ?? NaN];
  const figures = await runLoad({
    ...{ origins, tokens, analysts, requests, think, warmUp, milliseconds: seconds * 1_000 },
  });
  const processor = ((gateway?.processorMs() ?? NaN) - used) / (performance.now() - began);
  const measured = gateway && { memory: gateway.memory(), peakMemory: gateway.peakMemory(), processor };
  return { ...figures, what, analysts, served: proxy.counts.served, ...measured };
};

const tokenAtService = async ({ proxy, credentials }: Office): Promise<string> => {
  const { key: username, secret: password, audience, clientId: client_id } = credentials;
  const response = await fetch(`${proxy.origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ grant_type: "password", username, password, audience, client_id }),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
};

/** Distinct requests for 100 whole events each. */
const wideRequests = (universe: string, count: number): readonly SentRequest[] =>
  Array.from({ length: count }, (_, index) => ({
    method: "GET",
    path: `/v3/universes/${universe}/esg/events?size=100&search=${index}`,
  }));

const megabyte = 1_000_000;

/** A store with more cached answers than the process has memory. */
const withWorkingSet = async (office: Office, options: LoadedOptions, redis: RunningRedis): Promise<LoadedLine> => {
  const gateway = await office.startTeam("--store", redis.address);
  const path = `/v3/universes/${office.universe}/esg/events?size=100`;
  const sample = await fetch(gateway.origin + path, { headers: { authorization: "Bearer analyst-0" } });
  const body = await sample.text();
  office.proxy.answerAll(body);
  const requests = wideRequests(office.universe, Math.ceil((options.workingSet * megabyte) / body.length));
  const bytes = await fill(gateway.origin, requests, "analyst-0");
  const client = new Redis(redis.address);
  const [, used = "NaN"] = /used_memory:(\d+)/.exec(await client.info("memory")) ?? [];
  client.disconnect();
  const line = await load(office, options, {
    ...{ what: "team gateway, answers of 100 kB in Redis", origins: [gateway.origin], requests, gateway },
  });
  await gateway.stop();
  return { ...line, workingSet: bytes / megabyte, redisMemory: Number(used) / megabyte };
};

/** Two gateways on Redis, of which one after the other ends and starts again on its port. */
const restarted = async (
  office: Office,
  options: LoadedOptions,
  { requests, redis }: { readonly requests: readonly SentRequest[]; readonly redis: RunningRedis },
): Promise<LoadedLine> => {
  const gateways = await Promise.all([1, 2].map(() => office.startTeam("--store", redis.address)));
  const origins = gateways.map(({ origin }) => origin);
  await fill(origins[0] ?? "", requests, "analyst-0");
  const restart = async (): Promise<void> => {
    await pause(warmUp);
    for (const [index, gateway] of [...gateways].entries()) {
      await pause(1_000);
      await gateway.stop();
      gateways[index] = await office.startTeam("--store", redis.address, "--port", new URL(gateway.origin).port);
    }
  };
  const what = "two team gateways on Redis that restart in turn";
  const [line] = await Promise.all([load(office, options, { what, origins, requests }), restart()]);
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  return line;
};

/** Loads one gateway, nginx, a gateway with a large store, and two that restart; `heard` gets each line as it is known. */
export const loadTeam = async (
  office: Office,
  options: LoadedOptions,
  heard: (line: LoadedLine) => void,
): Promise<readonly LoadedLine[]> => {
  const lines: LoadedLine[] = [];
  const add = (line: LoadedLine): void => {
    lines.push(line);
    heard(line);
  };
  const requests = await requestsOfWorkbook(office);
  const gateway = await office.startTeam();
  await fill(gateway.origin, requests, "analyst-0");
  add(await load(office, options, { what: "team gateway", origins: [gateway.origin], requests, gateway }));
  await gateway.stop();
  if (office.startNginx !== undefined) {
    const nginx = await office.startNginx();
    const token = await tokenAtService(office);
    await fill(nginx.origin, requests, token);
    add(await load(office, options, { what: "nginx", origins: [nginx.origin], requests, tokens: [token] }));
    await nginx.stop();
  }
  if (office.startRedis === undefined) return lines;
  const redis = await office.startRedis();
  add(await restarted(office, options, { requests, redis }));
  if (options.workingSet > 0) add(await withWorkingSet(office, options, redis));
  await redis.stop();
  return lines;
};
