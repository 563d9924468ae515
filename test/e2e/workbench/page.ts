import { existsSync } from "node:fs";
import path from "node:path";
import type { Browser, Frame, LaunchOptions, Page } from "playwright-core";
import { until } from "../../support/until";
import { worker } from "../worker";
import type { Automation } from "../../../src/workbench/automation";
import type { ReadCell } from "../../../src/workbench/functions/read-cells";

/** The workbench in a browser, as tests use it. */
export interface WorkbenchPage {
  readonly page: Page;
  /** Calls a verb of `window.workbench` in the page. */
  readonly call: <Verb extends keyof Automation>(
    verb: Verb,
    ...parameters: Parameters<Automation[Verb]>
  ) => Promise<Awaited<ReturnType<Automation[Verb]>>>;
  readonly enter: (address: string, text: string) => Promise<void>;
  /** Enters cells and waits until nothing moves. */
  readonly enterAll: (cells: Readonly<Record<string, string | number>>) => Promise<void>;
  readonly read: (range: string) => Promise<ReadCell[][]>;
  readonly values: (range: string) => Promise<ReadCell["value"][][]>;
  readonly cell: (address: string) => Promise<ReadCell>;
  /** Waits until a cell shows this value; a machine under load takes its time. */
  readonly shows: (address: string, value: ReadCell["value"]) => Promise<void>;
  readonly settled: () => Promise<void>;
  /** The add-in's page. */
  readonly pane: () => Frame;
  /** Writes screenshots/NAME-THEME.png, in each theme, when SCREENSHOTS is set. */
  readonly screenshot: (name: string) => Promise<void>;
  /** What the page's console said, errors and warnings only. */
  readonly complaints: readonly string[];
  /** Closes the page alone; what its browser keeps stays for a page with `sameBrowserAs`. */
  readonly close: () => Promise<void>;
  /** Ends the visit: all pages of its browser, and what it keeps. */
  readonly leave: () => Promise<void>;
}

const places = [
  process.env["CHROME_PATH"],
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Where Chromium is; CHROME_PATH comes first. */
export const findChromium = (): string => {
  const found = places.find((place) => place !== undefined && existsSync(place));
  if (found === undefined)
    throw new Error("No Chromium found: install the system's chromium package or name one in CHROME_PATH.");
  return found;
};

const screenshots = path.join(__dirname, "../../..", "screenshots");

let browser: Promise<Browser> | undefined;

const start = async (options: LaunchOptions): Promise<Browser> =>
  worker?.startBrowser(options) ?? (await import("playwright-core")).chromium.launch(options);

/** Two workers share two processors: a collector of garbage with threads of its own only takes time from the pages. */
const args = ["--no-sandbox", "--disable-dev-shm-usage", "--js-flags=--single-threaded-gc"];

/** The Chromium of this test file. */
export const launch = (): Promise<Browser> => (browser ??= start({ executablePath: findChromium(), args }));

/** Ends what was opened in it. A test file shares the browser itself with those after it. */
export const closeBrowser = async (): Promise<void> => {
  const running = await browser;
  browser = undefined;
  await (worker === undefined ? running?.close() : worker.closeContexts());
};

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  /** Where to write everything that goes over the network, as a HAR with bodies; it is there when the context is closed. */
  readonly har?: string;
  /** A page of an earlier visit, to come back to what its browser keeps. */
  readonly sameBrowserAs?: WorkbenchPage;
  /** The moment at which the clock of the page starts, in ms since 1970. */
  readonly now?: number;
  /** Runs in every frame before the page's own scripts. */
  readonly initScript?: () => void;
}

/** Runs in the page: its clock starts at a moment and goes on from there. */
const startClockAt = (moment: number): void => {
  const wall = Date.now.bind(Date);
  const shift = moment - wall();
  Date.now = () => wall() + shift;
};

/** Without these permissions, Chromium's headless shell refuses to copy and paste. */
const permissions = ["clipboard-read", "clipboard-write"];

/** The page for a visit: the worker's own while it is free, which opens faster than a new one. */
const pageFor = async ({ width = 1440, height = 860, har, sameBrowserAs }: OpenOptions): Promise<Page> => {
  if (sameBrowserAs !== undefined) return sameBrowserAs.page.context().newPage();
  const running = await launch();
  const contextOptions = { viewport: { width, height }, permissions };
  const page = har === undefined ? await worker?.takePage(running, contextOptions) : undefined;
  if (page !== undefined) return page;
  const recording = har === undefined ? {} : { recordHar: { path: har, content: "embed" as const } };
  const context = await running.newContext({ ...contextOptions, ...recording });
  return context.newPage();
};

/** Opens the workbench at an address and waits until the add-in is loaded and nothing moves. */
export const openWorkbench = async (address: string, options: OpenOptions = {}): Promise<WorkbenchPage> => {
  const { initScript, now } = options;
  const page = await pageFor(options);
  const context = page.context();
  if (initScript !== undefined) await context.addInitScript(initScript);
  if (now !== undefined) await context.addInitScript(startClockAt, now);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address, { timeout: 120_000 });
  const opened = drive(page, complaints);
  await page.waitForFunction(() => "workbench" in window || document.querySelector(".failure") !== null, undefined, {
    timeout: 60_000,
  });
  const failure = page.locator(".failure");
  if ((await failure.count()) > 0) throw new Error([await failure.textContent(), ...complaints].join("\n"));
  await opened.call("ready");
  await opened.settled();
  return opened;
};

/** The workbook that an action opens in a page of its own. Close it with `page.close()`: the browser's context is shared. */
export const openedBy = async ({ page }: WorkbenchPage, act: () => Promise<unknown>): Promise<WorkbenchPage> => {
  const [opened] = await Promise.all([page.context().waitForEvent("page"), act()]);
  await opened.waitForFunction(() => "workbench" in window, undefined, { timeout: 60_000 });
  return drive(opened, []);
};

const drive = (page: Page, complaints: readonly string[]): WorkbenchPage => {
  const call: WorkbenchPage["call"] = (verb, ...parameters) =>
    page.evaluate(
      ([name, given]) => {
        const { workbench } = window as unknown as { workbench: Record<string, (...all: unknown[]) => unknown> };
        return workbench[name]?.(...given);
      },
      [verb, parameters] as const,
    ) as ReturnType<WorkbenchPage["call"]> as never;
  const read = (range: string): Promise<ReadCell[][]> => call("read", range);
  const settled = (): Promise<void> => call("settled");
  const enter = (address: string, text: string): Promise<void> => call("enter", address, text);
  const cell = async (address: string): Promise<ReadCell> => (await read(address))[0]![0]!;
  const shows = async (address: string, value: ReadCell["value"]): Promise<void> => {
    let seen: ReadCell["value"];
    const isShown = async (): Promise<boolean> => (seen = (await cell(address)).value) === value;
    await until(`${address} shows ${String(value)}`, isShown).catch((error: unknown) => {
      throw new Error(`${(error as Error).message} It shows ${String(seen)}.`);
    });
  };
  return {
    page,
    call,
    enter,
    read,
    cell,
    shows,
    settled,
    complaints,
    enterAll: async (cells) => {
      await call("enterCells", cells);
      await settled();
    },
    values: async (range) => (await read(range)).map((row) => row.map(({ value }) => value)),
    pane: () => page.frames().find((frame) => frame !== page.mainFrame() && frame.url().startsWith("http"))!,
    screenshot: async (name) => {
      if (process.env["SCREENSHOTS"] === undefined) return;
      for (const theme of ["dark", "contrast", "light"] as const) {
        await call("theme", theme);
        // Colours change in steps.
        await page.waitForTimeout(300);
        await page.screenshot({ path: path.join(screenshots, `${name}-${theme}.png`) });
      }
    },
    close: () => page.close(),
    leave: async () => {
      if ((await worker?.givePageBack(page)) !== true) await page.context().close();
    },
  };
};
