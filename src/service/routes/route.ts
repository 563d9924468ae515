import type { FastifyReply } from "fastify";
import type { Account } from "../accounts";
import type { Backend } from "../backend";
import type { Asked } from "../http/asked";

/** One request after its checks: who asks, with which parameters and which body. */
export interface Call {
  readonly backend: Backend;
  readonly account: Account;
  readonly asked: Asked;
  /** The body with its defaults. */
  readonly body: unknown;
  /** The members of the body as they came. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly reply: FastifyReply;
}

/** Answers a call with what is sent as JSON, or sends the reply itself and answers undefined. */
export type Handler = (call: Call) => unknown;
