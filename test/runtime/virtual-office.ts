import { benchRuntime } from "../../bench/bench-runtime";
import { mapStorage } from "../../bench/map-storage";
import { VirtualClock } from "../../bench/virtual-clock";
import { type ServiceModel, usualModel, VirtualService } from "../../bench/virtual-service";
import type { Inquiry } from "../../src/runtime/inquiry";
import type { OpenEntry, Opening } from "../../src/runtime/ledger";
import type { Runtime } from "../../src/runtime/runtime";
import type { KeyValueStorage } from "../../src/runtime/storage";

/** A runtime in virtual time against the modelled service, and the few steps tests take with it. */
export interface VirtualOffice {
  readonly clock: VirtualClock;
  readonly service: VirtualService;
  readonly runtime: Runtime;
  readonly storage: KeyValueStorage;
  readonly open: (opening?: Partial<Opening>) => OpenEntry;
  /** Opens an entry, asks with its inquiry, and ends it. */
  readonly ask: <Value>(question: (inquiry: Inquiry) => Promise<Value>, opening?: Partial<Opening>) => Promise<Value>;
}

export const anyOpening = (): Opening => ({
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
  }: { model?: Partial<ServiceModel>; storage?: KeyValueStorage; signedIn?: boolean } = {},
  seed = 1,
): Promise<VirtualOffice> => {
  const clock = new VirtualClock(seed);
  const service = new VirtualService(clock, { ...usualModel, ...model });
  const runtime = benchRuntime(service.send, clock, { storage });
  await clock.run(runtime.ready);
  if (signedIn) await clock.run(runtime.session.signIn({ key: "key", secret: "secret" }, false));
  service.reset();
  const open = (opening: Partial<Opening> = {}): OpenEntry => runtime.ledger.open({ ...anyOpening(), ...opening });
  return {
    clock,
    service,
    runtime,
    storage,
    open,
    ask: async (question, opening) => {
      const entry = open(opening);
      try {
        const value = await clock.run(question(entry.inquiry));
        entry.done(1);
        return value;
      } catch (error) {
        entry.failed(error as Parameters<OpenEntry["failed"]>[0]);
        throw error;
      }
    },
  };
};
