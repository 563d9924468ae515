import type { Send } from "../../src/engine/http/client";
import type { Clock } from "../../src/engine/clock";
import { answerTo, type Answer } from "./virtual-data";
import { type Limiter, noLimit } from "./limiters";

/** How the modelled service behaves; times in milliseconds. */
export interface ServiceModel {
  readonly latency: number;
  readonly perRow: number;
  /** How long it takes to refuse. */
  readonly refusal: number;
  readonly limiter: Limiter;
  /** Connections the client has; the rest waits its turn. */
  readonly connections: number;
  /** What goes wrong with a request; nothing by default. */
  readonly fault?: (request: Request, count: number) => Fault | undefined;
}

/** A fault: a status instead of the answer, or something that happens on the way. */
export type Fault =
  | { readonly kind: "status"; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: "reset" | "hang" | "truncate" | "html" };

/** What was asked of the service. */
export interface Counts {
  calls: number;
  refused: number;
  tokens: number;
  mostInFlight: number;
  readonly routes: Map<string, number>;
}

/** 80 ms and 0.2 ms a row: the model of the benchmark. */
export const usualModel: ServiceModel = {
  latency: 80,
  perRow: 0.2,
  refusal: 15,
  limiter: noLimit(),
  connections: 100,
};

const freshCounts = (): Counts => ({ calls: 0, refused: 0, tokens: 0, mostInFlight: 0, routes: new Map() });

const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json", ...headers } });

const problem = (status: number, retryAfter?: number): Response =>
  json(
    status,
    { message: `Status ${status}.`, code: status, reason: status === 429 ? "too_many_requests" : "invalid" },
    retryAfter === undefined ? {} : { "Retry-After": String(retryAfter / 1_000) },
  );

/** A service that answers in virtual time; `answerTo` says what, the model says when. */
export class VirtualService {
  readonly send: Send;
  counts = freshCounts();
  /** Answers arrive although the client has aborted the request. */
  ignoresAborts = false;
  /** The status of every answer to a request for a token; undefined: tokens are issued. */
  refuseTokens: number | undefined;
  model: ServiceModel;
  readonly #clock: Clock;
  readonly #waiting: (() => void)[] = [];
  #open = 0;
  #number = 0;
  /** Tokens that are no longer good. */
  readonly #ended = new Set<string>();
  #tokens = 0;

  constructor(clock: Clock, model: ServiceModel = usualModel) {
    this.#clock = clock;
    this.model = model;
    this.send = (request) => this.#send(request);
  }

  /** Requests under way now. */
  get openRequests(): number {
    return this.#open;
  }

  /** Counts from zero again. */
  reset(): void {
    this.counts = freshCounts();
  }

  /** Every token given out so far is refused from now on. */
  endTokens(): void {
    for (let token = 1; token <= this.#tokens; token += 1) this.#ended.add(`token-${token}`);
  }

  async #send(request: Request): Promise<Response> {
    while (this.#open >= this.model.connections) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    // A browser drops a request that is aborted while it waits for a connection.
    if (request.signal.aborted && !this.ignoresAborts) {
      this.#waiting.shift()?.();
      throw request.signal.reason;
    }
    this.#open += 1;
    this.counts.mostInFlight = Math.max(this.counts.mostInFlight, this.#open);
    try {
      return await this.#served(request);
    } finally {
      this.#open -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #served(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/oauth/token") return this.#token(request);
    this.#count(pathname);
    const { limiter, refusal } = this.model;
    const verdict = limiter.admit(this.#clock.now());
    if (!verdict.served) {
      this.counts.refused += 1;
      await this.#wait(refusal, request.signal);
      return problem(429, verdict.retryAfter);
    }
    this.#number += 1;
    const fault = this.model.fault?.(request, this.#number);
    if (fault !== undefined) return this.#faulty(request, fault);
    const token = request.headers.get("Authorization")?.slice("Bearer ".length) ?? "";
    if (this.#ended.has(token)) {
      await this.#wait(refusal, request.signal);
      return problem(401);
    }
    return this.#answer(request);
  }

  async #answer(request: Request): Promise<Response> {
    const { status, value, rows } = await this.#answerTo(request);
    await this.#wait(this.model.latency + this.model.perRow * rows, request.signal);
    return json(status, value);
  }

  async #answerTo(request: Request): Promise<Answer> {
    const body = request.method === "GET" ? undefined : ((await request.clone().json()) as unknown);
    return answerTo(new URL(request.url), body);
  }

  async #token(request: Request): Promise<Response> {
    this.counts.tokens += 1;
    await this.#wait(this.model.latency, request.signal);
    if (this.refuseTokens !== undefined) return problem(this.refuseTokens);
    this.#tokens += 1;
    return json(200, { access_token: `token-${this.#tokens}`, expires_in: 86_400, token_type: "Bearer" });
  }

  async #faulty(request: Request, fault: Fault): Promise<Response> {
    const { latency } = this.model;
    if (fault.kind === "hang") return new Promise<Response>((_, reject) => whenAborted(request.signal, reject));
    await this.#wait(latency / 2, request.signal);
    if (fault.kind === "reset") throw new TypeError("fetch failed");
    if (fault.kind === "status" && fault.status === 204) return new Response(null, { status: 204 });
    if (fault.kind === "status") return problem(fault.status, fault.retryAfter);
    if (fault.kind === "html") return new Response("<html>Proxy</html>", { headers: { "Content-Type": "text/html" } });
    const { value } = await this.#answerTo(request);
    return new Response(JSON.stringify(value).slice(0, -7), { headers: { "Content-Type": "application/json" } });
  }

  #count(pathname: string): void {
    this.counts.calls += 1;
    const route = pathname.replaceAll(/[0-9a-z-]*\d[0-9a-z-]*/g, "*");
    this.counts.routes.set(route, (this.counts.routes.get(route) ?? 0) + 1);
  }

  #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const cancel = this.#clock.after(milliseconds, resolve);
      if (this.ignoresAborts) return;
      whenAborted(signal, (reason) => {
        cancel();
        reject(reason);
      });
    });
  }
}

const whenAborted = (signal: AbortSignal, reject: (reason: Error) => void): void => {
  const onAbort = (): void => reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
};
