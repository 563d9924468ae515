import type { FastifyInstance, InjectOptions } from "fastify";
import type { Send } from "../../src/engine/http/client";

/** A `Send` that hands requests to the service in this process: the real routes, without a socket. */
export const inProcessSend =
  (fastify: FastifyInstance): Send =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const answer = await fastify.inject({
      method: request.method as NonNullable<InjectOptions["method"]>,
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body === "" ? {} : { payload: body }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const empty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers });
  };
