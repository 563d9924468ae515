import { testRuntime } from "./test-runtime";
import { mapStorage } from "./map-storage";
import { VirtualClock } from "./virtual-clock";
import { type ServiceModel, usualModel, VirtualService } from "./virtual-service";
import type { RequestContext } from "../../src/engine/requests/request-context";
import type { OpenRequest, RequestOptions } from "../../src/engine/requests/request-log";
import type { PageChannel } from "../../src/engine/platform";
import type { Runtime } from "../../src/engine/runtime";
import type { KeyValueStorage } from "../../src/engine/storage";

/** A runtime in virtual time against the modelled service, and the few steps tests take with it. */
export interface VirtualOffice {
  readonly clock: VirtualClock;
  readonly service: VirtualService;
  readonly runtime: Runtime;
  readonly storage: KeyValueStorage;
  readonly open: (opening?: Partial<RequestOptions>) => OpenRequest;
  /** Opens an entry, asks with its request context, and ends it. */
  readonly ask: <Value>(
    question: (requestContext: RequestContext) => Promise<Value>,
    opening?: Partial<RequestOptions>,
  ) => Promise<Value>;
}

export const anyOpening = (): RequestOptions => ({
  what: "TEST",
  address: undefined,
  query: "",
  signal: new AbortController().signal,
});

export const virtualOffice = async (
  {
    model = {},
    storage = mapStorage(),
    signedIn = true,
    pages,
    clock: given,
  }: {
    model?: Partial<ServiceModel>;
    storage?: KeyValueStorage;
    signedIn?: boolean;
    pages?: PageChannel;
    clock?: VirtualClock;
  } = {},
  seed = 1,
): Promise<VirtualOffice> => {
  const clock = given ?? new VirtualClock(seed);
  const service = new VirtualService(clock, { ...usualModel, ...model });
  const runtime = testRuntime(service.send, clock, { storage, pages });
  await clock.run(runtime.ready);
  if (signedIn) await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  service.reset();
  const open = (opening: Partial<RequestOptions> = {}): OpenRequest =>
    runtime.requestLog.open({ ...anyOpening(), ...opening });
  return {
    clock,
    service,
    runtime,
    storage,
    open,
    ask: async (question, opening) => {
      const entry = open(opening);
      try {
        const value = await clock.run(question(entry));
        entry.done(1);
        return value;
      } catch (error) {
        entry.failed(error as Parameters<OpenRequest["failed"]>[0]);
        throw error;
      }
    },
  };
};
