import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { createGateway, type GatewayOptions } from "../../src/gateway/gateway";

/** What a raw request got: nothing between test and gateway tidies the path up. */
export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Starts a gateway and asks it, path as written. */
export const startGateway = async (options: GatewayOptions) => {
  const server = createGateway(options);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const ask = ({ method = "GET", path, headers = {}, body }: Ask): Promise<Got> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const { statusCode: status = 0, headers: received } = response;
          resolve({ status, headers: received, text: Buffer.concat(chunks).toString() });
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { ask, close };
};

export type Gateway = Awaited<ReturnType<typeof startGateway>>;
