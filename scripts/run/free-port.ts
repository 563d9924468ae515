import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections: one of those could take a free port before it is used. */
const freePorts = { first: 20_000, count: 12_000 };

/** A port of localhost that nobody listens at. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = freePorts.first + Math.floor(Math.random() * freePorts.count);
    if (await isFree(port)) return port;
  }
};

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "localhost", () => probe.close(() => resolve(true)));
  });
