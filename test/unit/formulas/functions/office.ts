import { createFastClock } from "../../../support/fast-clock";
import { mapStorage } from "../../../support/map-storage";
import type { HostCapabilities, InvocationContext } from "../../../../src/formulas/define/invocation";
import { functions } from "../../../../src/formulas/functions";
import { createRuntime } from "../../../../src/engine/create-runtime";
import { FurtherReaders } from "../../../../src/engine/further-readers";
import { Readers } from "../../../../src/engine/readers";
import { detectLimit } from "../../../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../../../src/engine/scheduler/rate-limit/limiter";
import type { Runtime } from "../../../../src/engine/runtime";
import { createService, type Service, type ServiceOptions } from "../../../../src/service/service";
import type { FormulaResult } from "../../../../src/formulas/table/formula-result";
import type { Matrix } from "../../../../src/formulas/table/matrix";

/** The first moment of the tests' world; its clock goes on from there. */
export const today = "2026-11-01";

interface Demo {
  readonly accounts: readonly { readonly name: string; readonly api_key: string; readonly api_secret: string }[];
  readonly client_id: string;
  readonly universes: readonly {
    readonly universe_id: string;
    readonly universe_name: string;
    readonly type: string;
  }[];
  readonly entities: readonly {
    readonly id: string;
    readonly name: string;
    readonly isin: string | null;
    readonly lei: string | null;
    readonly country: string;
  }[];
  readonly analyses: readonly { readonly instance: string; readonly name: string }[];
  readonly holdings: readonly string[];
}

const plain: HostCapabilities = {
  formattedValues: false,
  entityCards: false,
  maxCharacters: 1_900_000,
  maxCells: 5_000_000,
};

/** Somebody who types formulas: the real runtime over the real local service, in process. */
export interface Office {
  readonly service: Service;
  readonly runtime: Runtime;
  readonly demo: Demo;
  /** Every request that went out since `forget`, as `METHOD path?query body`. */
  readonly sent: string[];
  /** What the service said to queries it refused (400) since `forget`. */
  readonly refusals: string[];
  readonly forget: () => void;
  /** Changes JSON answers of the service, for sizes that the local service does not have. */
  alter: ((path: string, body: string, answer: unknown) => unknown) | undefined;
  /** Calls a function as Excel does (`associate` in src/addin/excel/functions/register-functions.ts). */
  readonly run: (name: string, ...values: readonly unknown[]) => Promise<Matrix>;
  /** The same with something of the invocation changed. */
  readonly runWith: (
    changes: Partial<InvocationContext>,
    name: string,
    ...values: readonly unknown[]
  ) => Promise<Matrix>;
  /** The whole result, where its cells do not tell all. */
  readonly resultWith: (
    changes: Partial<InvocationContext>,
    name: string,
    ...values: readonly unknown[]
  ) => Promise<FormulaResult>;
  readonly universe: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** The world begins its clock at nine o'clock. */
const startOf = (day: string): number => Date.parse(`${day}T09:00:00Z`);

const sendTo =
  (service: Service, sent: string[], refusals: string[], altered: () => Office["alter"]) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const body = await request.text();
    if (!url.pathname.startsWith("/oauth"))
      sent.push(`${request.method} ${decodeURIComponent(url.pathname + url.search)} ${body}`.trim());
    const answer = await service.fastify.inject({
      method: request.method as "GET",
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      ...(body !== "" && { payload: body }),
    });
    if (answer.statusCode === 400) refusals.push(answer.payload);
    const empty = answer.statusCode === 204 || answer.statusCode === 202;
    const alter = altered();
    if (alter !== undefined && answer.statusCode === 200)
      return Response.json(alter(url.pathname, body, JSON.parse(answer.payload)));
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { "content-type": String(answer.headers["content-type"] ?? "application/json") },
    });
  };

export const openOffice = async (
  account = "demo",
  limits: ServiceOptions["limits"] = {},
  size: ServiceOptions["size"] = "test",
  day = today,
  data?: string,
): Promise<Office> => {
  const { clock, during, stop } = createFastClock(startOf(day));
  const world = data === undefined ? { size } : { data };
  const service = await createService({ ...world, seed: 1, localControls: true, today: day, clock, limits });
  const demo = (await service.fastify.inject({ url: "/_local/demo" })).json<Demo>();
  const sent: string[] = [];
  const refusals: string[] = [];
  const altering: Pick<Office, "alter"> = { alter: undefined };
  const send = sendTo(service, sent, refusals, () => altering.alter);
  const address = "http://localhost";
  const runtime = createRuntime({
    createReaders: (deps) => new Readers(deps),
    createFurtherReaders: (deps) => new FurtherReaders(deps),
    limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
    send: (request) => during(send(request)),
    clock,
    addresses: { baseUrl: address, authUrl: address, audience: `${address}/`, clientId: demo.client_id },
    storage: mapStorage(),
    crypto: globalThis.crypto,
    partition: "test",
  });
  await runtime.ready;
  const who = demo.accounts.find(({ name }) => name === account);
  if (who !== undefined) await runtime.session.signIn({ key: who.api_key, secret: who.api_secret }, false);
  for (const { universe_id, universe_name, type } of demo.universes)
    runtime.universes.add({ universe_id, name: universe_name, type });
  const resultWith: Office["resultWith"] = (changes, name, ...values) => {
    const definition = functions.find((each) => each.name === name);
    if (definition === undefined) throw new Error(`There is no function ${name}`);
    return definition.invoke(values, {
      runtime,
      host: plain,
      address: undefined,
      signal: new AbortController().signal,
      preview: false,
      reloadSince: undefined,
      ...changes,
    });
  };
  const runWith: Office["runWith"] = async (...call) => (await resultWith(...call)).cells;
  const office: Omit<Office, "alter"> = {
    service,
    runtime,
    demo,
    sent,
    refusals,
    forget: () => {
      sent.length = 0;
      refusals.length = 0;
    },
    run: (name, ...values) => runWith({}, name, ...values),
    runWith,
    resultWith,
    universe: (name) => demo.universes.find((each) => each.universe_name === name)?.universe_id ?? "",
    close: async () => {
      stop();
      await service.close();
    },
  };
  return Object.assign(altering, office);
};
