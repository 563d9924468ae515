import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Limiter } from "../../test/support/limiters";

/** Stands before the service and counts what reaches it. */
export interface CountingProxy {
  readonly origin: string;
  readonly counts: { served: number; refused: number };
  /** What it allows from now on; everything without. */
  limiter: Limiter | undefined;
  readonly close: () => void;
}

export const startCountingProxy = async (service: string): Promise<CountingProxy> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const { hostname, port } = new URL(service);
  const proxy: { limiter: Limiter | undefined } = { limiter: undefined };
  const counts = { served: 0, refused: 0 };
  const server = createServer((incoming, outgoing) => {
    const isCounted = incoming.url?.startsWith("/v3/") === true || incoming.url?.startsWith("/api/") === true;
    const verdict = isCounted ? proxy.limiter?.admit(Date.now()) : undefined;
    if (verdict?.served === false) {
      counts.refused += 1;
      const wait = Math.ceil((verdict.retryAfter ?? 1_000) / 1_000);
      incoming.resume();
      outgoing.writeHead(429, { "retry-after": String(wait), "content-type": "application/json" });
      outgoing.end('{"message":"Too many requests.","code":429,"reason":"too_many_requests"}');
      return;
    }
    if (isCounted) counts.served += 1;
    const { method, url, headers } = incoming;
    const sent = request({ hostname, port, agent, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port: own } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    origin: `http://127.0.0.1:${own}`,
    counts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
};
