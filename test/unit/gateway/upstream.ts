import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** What reached the service behind the gateway. */
export interface Reached {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A service behind the gateway that notes what reaches it and answers 200, with headers of which only some may travel back. */
export const startUpstream = async () => {
  const reached: Reached[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      reached.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(200, {
        "content-type": "application/json",
        "retry-after": "3",
        "set-cookie": "session=1",
        server: "hidden",
      });
      response.end(JSON.stringify({ answered: url }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, reached, close };
};

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
