import type { FastifyInstance } from "fastify";

/** The base addresses that tokens may be asked for. */
export interface Audiences {
  readonly accepts: (audience: string) => boolean;
  /** The one told to newcomers. */
  readonly preferred: () => string;
}

/** What an in-process caller is told, who has no address. */
const unlistened = "http://localhost/";

/** Accepts the service's own origin by any of its loopback names, and the addresses given. */
export const createAudiences = (fastify: FastifyInstance, given: readonly string[]): Audiences => {
  const own = (): string[] => {
    const address = fastify.server.address();
    if (address === null || typeof address === "string") return [unlistened];
    const names = ["127.0.0.1", "localhost", "[::1]"];
    return names.map((name) => `http://${name}:${address.port}/`);
  };
  return {
    accepts: (audience) => given.includes(audience) || own().includes(audience),
    preferred: () => given[0] ?? own()[0] ?? unlistened,
  };
};
