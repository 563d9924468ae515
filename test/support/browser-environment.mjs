// Jest's environment for tests with a browser. One Chromium, one page of it and one process that serves live for all files of a worker:
// to start them, and to load Playwright inside Jest's registry of modules, costs each file several seconds.
import { TestEnvironment } from "jest-environment-node";
import { endVisit, givePageBack, takePage } from "./kept-page.mjs";
import { closeStage, closeStages, endStageProcess, openStage } from "./stage-process.mjs";

/** The files of a worker follow each other at once; after so many milliseconds without one the browser ends, and Jest can. */
const patience = 300;

let running;
let ending;

const endBrowser = async () => {
  endStageProcess();
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

/** Ends what a file has opened in the browser; the kept page stays, empty. */
const closeContexts = async () => {
  const browser = await running?.catch(() => undefined);
  const kept = await endVisit();
  const others = (browser?.contexts() ?? []).filter((context) => context !== kept);
  await Promise.all(others.map((context) => context.close()));
};

export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    clearTimeout(ending);
    this.global.worker = { startBrowser, takePage, givePageBack, closeContexts, openStage, closeStage };
  }

  async teardown() {
    await super.teardown();
    await Promise.all([closeContexts(), closeStages()]);
    clearTimeout(ending);
    ending = setTimeout(() => void endBrowser(), patience);
  }
}
