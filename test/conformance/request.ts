import { violations } from "./contract";

/** One request, written literally. */
export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What came back; `body` is the parsed JSON where the answer is JSON. */
export interface Answer<T> {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: T;
}

interface Injectable {
  inject(options: object): Promise<{ statusCode: number; headers: object; payload: string }>;
}

const payloadOf = (body: unknown): { payload?: string | Buffer; headers: Record<string, string> } => {
  if (body === undefined) return { headers: {} };
  const payload = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return { payload, headers: { "content-type": "application/json" } };
};

const parsed = (type: string, text: string): unknown =>
  type.includes("json") && !type.includes("nd") ? JSON.parse(text) : text;

/** Sends one request in process and refuses an answer that departs from the contract. */
export const request = async <T>(service: Injectable, ask: Ask): Promise<Answer<T>> => {
  const { payload, headers } = payloadOf(ask.body);
  const answer = await service.inject({
    method: ask.method,
    url: ask.path,
    headers: { ...headers, ...ask.headers },
    ...(payload === undefined ? {} : { payload }),
  });
  const type = (answer.headers as Readonly<Record<string, string | undefined>>)["content-type"] ?? "";
  const answered = {
    method: ask.method,
    pathname: ask.path.split("?")[0] ?? "",
    status: answer.statusCode,
    type,
    text: answer.payload,
  };
  const found = violations(answered);
  if (found.length > 0)
    throw new Error(
      `${ask.method} ${ask.path} → ${answer.statusCode} departs from openapi.yaml:\n${found.slice(0, 8).join("\n")}`,
    );
  return {
    status: answer.statusCode,
    type,
    headers: { ...answer.headers },
    text: answer.payload,
    body: parsed(type, answer.payload) as T,
  };
};
