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

const labelable = "button, input:not([type=hidden]), meter, output, progress, select, textarea";

/**
 * Labels of controls. jsdom's own go through the whole document for each control and each label of it, which took a quarter of the
 * time of these tests: queries by label and by name ask each control.
 */
const findLabelsFast = (window) => {
  Object.defineProperty(window.HTMLLabelElement.prototype, "control", {
    configurable: true,
    get() {
      if (!this.hasAttribute("for")) return this.querySelector(labelable);
      const control = this.ownerDocument.getElementById(this.htmlFor);
      return control?.matches(labelable) === true ? control : null;
    },
  });
  for (const name of ["Button", "Input", "Meter", "Output", "Progress", "Select", "TextArea"])
    Object.defineProperty(window[`HTML${name}Element`].prototype, "labels", {
      configurable: true,
      get() {
        const labels = this.ownerDocument.querySelectorAll("label");
        return this.matches(labelable) ? Array.from(labels).filter((label) => label.control === this) : null;
      },
    });
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
    findLabelsFast(this.global);
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
