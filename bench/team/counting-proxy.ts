import { Agent, createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Limiter } from "../../test/support/limiters";

interface Counts {
  served: number;
  refused: number;
  /** Served calls for exactly what was served before. */
  repeated: number;
}

/** Stands before the service and counts what reaches it. */
export interface CountingProxy {
  readonly origin: string;
  readonly counts: Readonly<Counts>;
  /** Counts from zero; `limiter` is what it allows from now on, everything without. */
  readonly begin: (limiter?: Limiter) => void;
  /** From now on it answers every call with this JSON itself, so that a store is filled fast. */
  readonly answerAll: (body: string) => void;
  readonly close: () => void;
}

const isCounted = ({ url = "" }: IncomingMessage): boolean => url.startsWith("/v3/") || url.startsWith("/api/");

export const startCountingProxy = async (service: string): Promise<CountingProxy> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const { hostname, port } = new URL(service);
  const counts: Counts = { served: 0, refused: 0, repeated: 0 };
  const seen = new Set<string>();
  let limiter: Limiter | undefined;
  let canned: string | undefined;
  const countWhenRead = (incoming: IncomingMessage): void => {
    counts.served += 1;
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.once("end", () => {
      const what = `${incoming.url ?? ""} ${Buffer.concat(chunks).toString()}`;
      if (seen.has(what)) counts.repeated += 1;
      seen.add(what);
    });
  };
  const server = createServer((incoming, outgoing) => {
    const verdict = isCounted(incoming) ? limiter?.admit(Date.now()) : undefined;
    if (verdict?.served === false) {
      counts.refused += 1;
      const wait = Math.ceil((verdict.retryAfter ?? 1_000) / 1_000);
      incoming.resume();
      outgoing.writeHead(429, { "retry-after": String(wait), "content-type": "application/json" });
      outgoing.end('{"message":"Too many requests.","code":429,"reason":"too_many_requests"}');
      return;
    }
    if (isCounted(incoming)) countWhenRead(incoming);
    if (isCounted(incoming) && canned !== undefined) {
      incoming.resume();
      outgoing.writeHead(200, { "content-type": "application/json" }).end(canned);
      return;
    }
    const { method, url, headers } = incoming;
    const sent = request({ hostname, port, agent, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
  // Longer than any client keeps its own.
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${own}`,
    counts,
    begin: (allowed) => {
      limiter = allowed;
      seen.clear();
      Object.assign(counts, { served: 0, refused: 0, repeated: 0 });
    },
    answerAll: (body) => (canned = body),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
