// Jest's environment for components of the pane: jsdom, with what Node has of a browser and jsdom lacks. The local service runs in the
// same process, so what belongs to Node stays Node's own.
import { TestEnvironment } from "jest-environment-jsdom";

/** Of Node: jsdom has none of these, or one of its own that Node's streams, `fetch` and Web Crypto do not take. */
const ofNode = {
  fetch,
  Request,
  Response,
  Headers,
  AbortController,
  AbortSignal,
  ReadableStream,
  TextEncoder,
  TextDecoder,
  TextDecoderStream,
  CompressionStream,
  DecompressionStream,
  BroadcastChannel,
  MessageChannel,
  structuredClone,
  Blob,
  clearTimeout,
  clearInterval,
  setImmediate,
  clearImmediate,
  ArrayBuffer,
  Uint8Array,
};

export default class PaneEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { projectConfig } = config;
    super(
      { ...config, projectConfig: { ...projectConfig, testEnvironmentOptions: { customExportConditions: ["node"] } } },
      context,
    );
  }

  #timers = new Set();

  async setup() {
    await super.setup();
    for (const [name, value] of Object.entries(ofNode))
      Object.defineProperty(this.global, name, { configurable: true, writable: true, value });
    Object.defineProperty(this.global, "crypto", { configurable: true, value: crypto });
    // A timer of Node's is an object, whose `unref` the service calls; that of a page is a number.
    for (const start of [setTimeout, setInterval]) {
      this.global[start.name] = (...call) => {
        const timer = start(...call);
        this.#timers.add(timer);
        return timer;
      };
    }
  }

  async teardown() {
    for (const timer of this.#timers) clearTimeout(timer);
    await super.teardown();
  }
}
