import type { FastifyInstance, onRequestHookHandler, RouteHandlerMethod } from "fastify";
import { type RouteName, routes } from "../contract/routes";
import { nothingHere, refuseMethod } from "./refusals";

/** A path as the router writes it. A parameter holds a uuid, or an id that the service has given. */
const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1(^[0-9A-Za-z-]{1,64}$)");

/**
 * Adds routes of the contract. All other methods of their paths are refused without reading a body.
 * @param onRequest runs before a body is read
 */
export const addContractRoutes = (
  fastify: FastifyInstance,
  names: readonly RouteName[],
  {
    handler,
    onRequest = [],
  }: { handler: (route: RouteName) => RouteHandlerMethod; onRequest?: onRequestHookHandler[] },
): void => {
  for (const path of new Set(names.map((name) => routes[name].path))) {
    const pathRoutes = names.filter((name) => routes[name].path === path);
    const methods: readonly string[] = pathRoutes.map((name) => routes[name].method);
    const refuseOthers: onRequestHookHandler = (request, reply, done) => {
      // Paths of the contract need no percent encoding. With one, gateway and service could read different paths.
      if (request.url.split("?", 1)[0]?.includes("%") === true) void nothingHere(reply);
      else if (!methods.includes(request.method)) void refuseMethod(reply, methods);
      else done();
    };
    const handlers = new Map(pathRoutes.map((name) => [routes[name].method as string, handler(name)]));
    fastify.all(routerPath(path), {
      config: { label: path },
      onRequest: [refuseOthers, ...onRequest],
      handler(request, reply) {
        return handlers.get(request.method)?.call(this, request, reply);
      },
    });
  }
};
