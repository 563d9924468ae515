import type { Browser, BrowserContextOptions, LaunchOptions, Page } from "playwright-core";
import type { StageRequest } from "../support/stage-server";

/** What the test files of a worker share (test/support/browser-environment.mjs). */
export interface Worker {
  readonly startBrowser: (options: LaunchOptions) => Promise<Browser>;
  /** The worker's page, empty; undefined while somebody has it. */
  readonly takePage: (browser: Browser, options: BrowserContextOptions) => Promise<Page | undefined>;
  /** Empties the worker's page and what its browser keeps; false if this page is another one. */
  readonly givePageBack: (page: Page) => Promise<boolean>;
  /** Closes every context but that of the worker's page, which is emptied. */
  readonly closeContexts: () => Promise<void>;
  /** Serves what is asked for, and returns its origin. */
  readonly openStage: (request: StageRequest) => Promise<string>;
  readonly closeStage: (origin: string) => Promise<void>;
}

/** Undefined in programs that are no tests. */
export const { worker } = globalThis as { worker?: Worker };
