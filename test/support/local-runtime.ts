import { mapStorage } from "./map-storage";
import type { Send } from "../../src/engine/http/client";
import { createRuntime } from "../../src/engine/create-runtime";
import { FurtherReaders } from "../../src/engine/further-readers";
import { Readers } from "../../src/engine/readers";
import { detectLimit } from "../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../src/engine/scheduler/rate-limit/limiter";
import type { RequestContext } from "../../src/engine/requests/request-context";
import type { RequestOptions } from "../../src/engine/requests/request-log";
import type { Runtime } from "../../src/engine/runtime";
import type { DocumentSettings, KeyValueStorage } from "../../src/engine/storage";
import { type Clock, systemClock } from "../../src/engine/clock";
import { createService, type Service } from "../../src/service/service";
import { inProcessSend } from "./in-process-send";

interface Account {
  readonly name: string;
  readonly api_key: string;
  readonly api_secret: string;
}

/** What the local service tells a newcomer. */
export interface Demo {
  readonly accounts: readonly Account[];
  readonly client_id: string;
  readonly audience: string;
  readonly universes: readonly {
    readonly universe_id: string;
    readonly universe_name: string;
    readonly entities: number;
  }[];
  readonly entities: readonly {
    readonly id: string;
    readonly name: string;
    readonly isin: string;
    readonly lei: string;
  }[];
  readonly analyses: readonly { readonly instance: string }[];
}

/** A runtime against the local service in this process; `sent` lists every request as `METHOD path?query`. */
export interface LocalOffice {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly demo: Demo;
  readonly sent: string[];
  readonly ask: <Value>(
    question: (requestContext: RequestContext) => Promise<Value>,
    opening?: Partial<RequestOptions>,
  ) => Promise<Value>;
}

const address = "http://localhost";

/** `clock` is that of the runtime and of the service. Device and service may be those of an earlier office. */
export const localOffice = async (
  account: number | undefined = 0,
  {
    clock,
    storage = mapStorage(),
    service,
  }: { readonly clock?: Clock; readonly storage?: KeyValueStorage; readonly service?: Service } = {},
): Promise<LocalOffice> => {
  const options = { size: "test", seed: 1, localControls: true, today: "2026-01-05" } as const;
  const running = service ?? (await createService({ ...options, ...(clock !== undefined && { clock }) }));
  const demo = (await running.fastify.inject("/_local/demo")).json<Demo>();
  const sent: string[] = [];
  const inner = inProcessSend(running.fastify);
  const send: Send = (request) => {
    sent.push(`${request.method} ${request.url.slice(address.length)}`);
    return inner(request);
  };
  const document = new Map<string, unknown>();
  const workbookSettings: DocumentSettings = {
    get: (key) => document.get(key),
    set: (key, value) => void document.set(key, value),
  };
  const runtime = createRuntime({
    createReaders: (deps) => new Readers(deps),
    createFurtherReaders: (deps) => new FurtherReaders(deps),
    limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
    send,
    clock: clock ?? systemClock,
    addresses: { baseUrl: address, authUrl: address, audience: demo.audience, clientId: demo.client_id },
    storage,
    workbookSettings,
    crypto: globalThis.crypto,
    partition: "test",
  });
  await runtime.ready;
  const { api_key: key = "", api_secret: secret = "" } = demo.accounts[account] ?? {};
  await runtime.session.signIn({ key, secret }, false);
  sent.length = 0;
  return {
    service: running,
    runtime,
    demo,
    sent,
    ask: (question, opening = {}) => {
      const { signal } = new AbortController();
      const entry = runtime.requestLog.open({ what: "TEST", address: undefined, query: "", signal, ...opening });
      return question(entry).finally(() => entry.done(0));
    },
  };
};
