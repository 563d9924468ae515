// Jest's environment for tests with a browser: one Chromium for all files of a worker. To start one, and to load Playwright
// inside Jest's registry of modules, costs each file several seconds. Every test opens contexts of its own, which share nothing.
import { TestEnvironment } from "jest-environment-node";

/** The files of a worker follow each other at once; after so many milliseconds without one the browser ends, and Jest can. */
const patience = 300;

let running;
let ending;

const endBrowser = async () => {
  const browser = running;
  running = undefined;
  await (await browser?.catch(() => undefined))?.close();
};

/** Starts the browser, or returns the one that runs. One that has crashed, or could not start, is started again. */
const startBrowser = async (options) => {
  const isConnected = (await running?.catch(() => undefined))?.isConnected() ?? false;
  if (!isConnected) running = undefined;
  running ??= import("playwright-core").then(({ chromium }) => chromium.launch(options));
  return running;
};

export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    clearTimeout(ending);
    this.global.startBrowser = startBrowser;
  }

  async teardown() {
    await super.teardown();
    if (running === undefined) return;
    const browser = await running.catch(() => undefined);
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
    clearTimeout(ending);
    ending = setTimeout(() => void endBrowser(), patience);
  }
}
