import type { Send } from "../src/client/send";
import type { Clock } from "../src/runtime/clock";
import { createRuntime } from "../src/runtime/create-runtime";
import { lateParts } from "../src/runtime/late-parts";
import { learnLimit } from "../src/runtime/learn-limit";
import type { Runtime } from "../src/runtime/runtime";
import type { KeyValueStorage } from "../src/runtime/storage";
import { mapStorage } from "./map-storage";

/** Where the benchmark's service stands when it is only modelled. */
export const modelAddress = "http://service.example";

/** A runtime against a service of the benchmark, not signed in. */
export const benchRuntime = (
  send: Send,
  clock: Clock,
  {
    storage = mapStorage(),
    address = modelAddress,
  }: { readonly storage?: KeyValueStorage; readonly address?: string } = {},
): Runtime =>
  createRuntime({
    lateParts: () => Promise.resolve(lateParts),
    loadLearnLimit: () => Promise.resolve(learnLimit),
    send,
    clock,
    addresses: { baseUrl: address, authUrl: address, audience: `${address}/`, clientId: "bench" },
    storage,
    crypto: globalThis.crypto,
    partition: "bench",
  });
