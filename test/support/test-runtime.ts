import type { Clock } from "../../src/engine/clock";
import { createRuntime } from "../../src/engine/create-runtime";
import { FurtherReaders } from "../../src/engine/further-readers";
import { Readers } from "../../src/engine/readers";
import type { Send } from "../../src/engine/http/client";
import type { PageChannel } from "../../src/engine/platform";
import type { Runtime } from "../../src/engine/runtime";
import { detectLimit } from "../../src/engine/scheduler/rate-limit/detection";
import { loadOnFirstRefusal } from "../../src/engine/scheduler/rate-limit/limiter";
import type { KeyValueStorage } from "../../src/engine/storage";
import { mapStorage } from "./map-storage";

/** The address of the virtual service. */
export const virtualAddress = "http://service.example";

export interface TestRuntimeOptions {
  readonly storage?: KeyValueStorage;
  readonly pages?: PageChannel | undefined;
  readonly address?: string;
  readonly audience?: string;
  readonly clientId?: string;
  /** Called with each `Readers` and `FurtherReaders` that the runtime creates. */
  readonly onReaders?: (readers: Readers | FurtherReaders) => void;
}

/** A runtime over this network and clock, signed out. */
export const testRuntime = (
  send: Send,
  clock: Clock,
  {
    storage = mapStorage(),
    pages,
    address = virtualAddress,
    audience = `${address}/`,
    clientId = "test",
    onReaders,
  }: TestRuntimeOptions = {},
): Runtime => {
  const noted = <Opened extends Readers | FurtherReaders>(readers: Opened): Opened => {
    onReaders?.(readers);
    return readers;
  };
  return createRuntime({
    createReaders: (deps) => noted(new Readers(deps)),
    createFurtherReaders: (deps) => noted(new FurtherReaders(deps)),
    limitDetection: loadOnFirstRefusal(() => Promise.resolve(detectLimit)),
    send,
    clock,
    addresses: { baseUrl: address, authUrl: address, audience, clientId },
    storage,
    pages,
    crypto: globalThis.crypto,
    partition: "test",
  });
};
