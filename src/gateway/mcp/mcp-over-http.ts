import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isObject } from "../../facts/json";
import type { Person } from "../team/person";
import { problem } from "../team/team";
import { whenRead } from "../team/unread-answers";
import type { TableReply } from "../tables/tables-by-address";
import type { McpDeps } from "./assistant";
import { createMcpServer } from "./mcp-server";

/** Where a cancellation is told to all processes. */
const cancelChannel = "mcp-cancelled";
/** Messages of one request at most. */
const mostMessages = 20;
/** Requests of one person that are worked on, or whose answers were not read yet. */
const mostRequests = 32;

/** Answers `POST /mcp` (streamable HTTP). It keeps no state, so that any process of the gateway can answer each request. */
export class McpOverHttp {
  readonly #deps: McpDeps;
  /** Requests under way, by person, session and id. */
  readonly #running = new Map<string, AbortController>();
  readonly #unsubscribe: () => void;
  /** Requests with calls that are worked on, or were not read yet, by the person's id. */
  readonly #open = new Map<string, number>();

  constructor(deps: McpDeps) {
    this.#deps = deps;
    this.#unsubscribe = deps.store.subscribe(cancelChannel, (key) =>
      this.#running.get(key)?.abort(new Error("Cancelled.")),
    );
  }

  async answer(person: Person, request: FastifyRequest, { raw }: Pick<FastifyReply, "raw">): Promise<TableReply> {
    const messages: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body];
    if (messages.length > mostMessages)
      return problem(400, "invalid", `A request must have at most ${mostMessages} messages, got ${messages.length}.`);
    // A session is a name only: it tells the requests of two clients of one person apart.
    const session = String(request.headers["mcp-session-id"] ?? "");
    const keyOfRequest = (id: unknown): string => JSON.stringify([person.id, session, id]);
    const isCall = (message: unknown): message is { readonly id: RequestId; readonly method: string } =>
      isObject(message) &&
      (typeof message["id"] === "string" || typeof message["id"] === "number") &&
      typeof message["method"] === "string";
    for (const message of messages)
      if (isObject(message) && message["method"] === "notifications/cancelled" && isObject(message["params"]))
        await this.#deps.store
          .publish(cancelChannel, keyOfRequest(message["params"]["requestId"]))
          .catch(() => undefined);
    if (messages.some(isCall) && !this.#begin(person, raw))
      return problem(503, "busy", "Too many requests of yours are open. Try again.", { "retry-after": "5" });
    const calls = new Map(messages.filter(isCall).map(({ id }) => [keyOfRequest(id), new AbortController()]));
    for (const [key, call] of calls) this.#running.set(key, call);
    const server = createMcpServer(this.#deps, person, (id) => calls.get(keyOfRequest(id))?.signal);
    const transport = new WebStandardStreamableHTTPServerTransport();
    raw.once("close", () => {
      for (const [key, call] of calls) {
        if (this.#running.get(key) === call) this.#running.delete(key);
        call.abort(new Error("The client has gone."));
      }
      void server.close();
    });
    for (const call of calls.values())
      call.signal.addEventListener("abort", () => {
        // A cancelled call has no answer, for which the stream would wait.
        if ([...calls.values()].every(({ signal }) => signal.aborted)) void server.close();
      });
    await server.connect(transport);
    const answer = await transport.handleRequest(toWebRequest(request), { parsedBody: request.body });
    const isStart = messages.some((message) => isCall(message) && message.method === "initialize");
    return toReply(answer, isStart ? { "mcp-session-id": randomUUID() } : {});
  }

  /** False where the person has too many requests open. Otherwise this one counts until its answer was read. */
  #begin({ id }: Person, raw: FastifyReply["raw"]): boolean {
    const open = this.#open.get(id) ?? 0;
    if (open >= mostRequests) return false;
    this.#open.set(id, open + 1);
    whenRead(raw, () => {
      const left = (this.#open.get(id) ?? 1) - 1;
      if (left > 0) this.#open.set(id, left);
      else this.#open.delete(id);
    });
    return true;
  }

  close(): void {
    this.#unsubscribe();
    for (const call of this.#running.values()) call.abort(new Error("The gateway ends."));
  }
}

const toWebRequest = ({ method, headers }: FastifyRequest): Request =>
  new Request("http://gateway/mcp", {
    method,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && !name.startsWith(":") && name !== "authorization" ? [[name, value]] : [],
    ),
  });

const toReply = ({ status, headers, body }: Response, more: Readonly<Record<string, string>>): TableReply => ({
  status,
  // HTTP/2 has no such header.
  headers: { ...Object.fromEntries([...headers].filter(([name]) => name !== "connection")), ...more },
  body: body === null ? "" : Readable.fromWeb(body as ReadableStream),
});

/** RFC 9728: where a client of `/mcp` signs in. */
export const resourceMetadata = (origin: string, issuer: string): string =>
  JSON.stringify({
    resource: `${origin}/mcp`,
    authorization_servers: [issuer],
    bearer_methods_supported: ["header"],
    resource_name: "Spillway",
  });
