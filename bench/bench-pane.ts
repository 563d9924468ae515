import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Browser, type CDPSession, type Page } from "playwright-core";
import { readOptions, runProgram, text, whole } from "../scripts/run/command-line";
import { build } from "../scripts/build/build";
import { createGateway } from "../src/gateway/gateway";
import { findChromium } from "../test/e2e/workbench/page";
import { table } from "./report";

/** Replaces office.js: answers everything up to the first paint; `Excel.run` never answers. */
const officeStandIn = `
window.Office = {
  onReady: (ready) => Promise.resolve({ host: "Excel", platform: "OfficeOnline" }).then((info) => (ready?.(info), info)),
  context: {
    platform: "OfficeOnline",
    partitionKey: "",
    displayLanguage: "en-US",
    officeTheme: { bodyBackgroundColor: "#ffffff" },
    requirements: { isSetSupported: () => true },
    document: { settings: { get: () => null, set() {}, remove() {}, saveAsync() {} }, addHandlerAsync() {} },
  },
  PlatformType: { OfficeOnline: "OfficeOnline" },
  EventType: { OfficeThemeChanged: "officeThemeChanged" },
  addin: { onVisibilityModeChanged: () => Promise.resolve(), showAsTaskpane: () => Promise.resolve() },
  actions: { associate() {} },
};
window.CustomFunctions = { associate() {} };
window.Excel = { run: () => new Promise(() => {}) };
`;

// npm run bench:pane [-- --rounds 9] [--out DIR]: the pane's first paint, production build (kept in DIR), a new browser profile each time.

const targets = { 1: 350, 4: 1_000 } as const;
const form = 'input[name="api-key"]';
/** What the browser itself needs for a page with one field and no script. */
const emptyPage = `<!doctype html><title>Empty</title><p>Empty</p><input name="api-key">`;

interface Paint {
  /** Milliseconds from the navigation to the frame that shows the sign-in form. */
  readonly painted: number;
  /** To the one after which the form answers: what was typed and pressed before is taken over. */
  readonly answers: number;
  /** To the first frame that shows anything (First Contentful Paint). */
  readonly first: number;
  /** CPU milliseconds of the page's main thread until then, and those of them spent in scripts. */
  readonly task: number;
  readonly script: number;
}

/** Notes when a frame has been presented, with the form in it and with the pane itself in the place of the page's own: a message sent in an animation frame comes after its paint. */
const watch = `
const noteWhen = (name, isThere) => new MutationObserver((_, self) => {
  if (!isThere()) return;
  self.disconnect();
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => { window[name] = performance.now(); };
    after.port2.postMessage(0);
  });
}).observe(document, { childList: true, subtree: true });
const isThere = () => document.querySelector('${form}') !== null;
noteWhen("paintedAt", isThere);
noteWhen("answersAt", () => isThere() && document.querySelector("[data-frame]") === null);`;

const metric = async (session: CDPSession): Promise<(name: string) => number> => {
  const { metrics } = await session.send("Performance.getMetrics");
  return (name) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1_000;
};

const paintOf = async (page: Page, session: CDPSession, address: string): Promise<Paint> => {
  await page.goto(address);
  const mark = async (name: string): Promise<number> =>
    (await (await page.waitForFunction(`window.${name}`, undefined, { polling: 50 })).jsonValue()) as number;
  const answers = await mark("answersAt");
  const painted = await mark("paintedAt");
  const spent = await metric(session);
  const first = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
  return { painted, answers, first, task: spent("TaskDuration"), script: spent("ScriptDuration") };
};

const once = async (browser: Browser, address: string, slower: number): Promise<Paint> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  // CPU time of the thread: what others do on the machine meanwhile does not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
  const paint = await paintOf(page, session, address);
  await context.close();
  return paint;
};

const line = (name: string, target: number | string, paints: readonly Paint[]): (string | number)[] => {
  const sorted = (what: keyof Paint): number[] => paints.map((paint) => Math.round(paint[what])).sort((a, b) => a - b);
  const middle = (what: keyof Paint): number => sorted(what)[Math.floor(paints.length / 2)] ?? NaN;
  const least = (what: keyof Paint): number => sorted(what)[0] ?? NaN;
  const names = ["painted", "answers", "first", "task", "script"] as const;
  return [name, target, ...names.flatMap((name) => [least(name), middle(name)])];
};

const measure = async (address: string, rounds: number): Promise<void> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  await once(browser, `${address}/taskpane.workbench.html`, 1);
  const lines: (string | number)[][] = [];
  for (const slower of [1, 4] as const) {
    const paints: Paint[] = [];
    const empty: Paint[] = [];
    for (let round = 0; round < rounds; round += 1) {
      paints.push(await once(browser, `${address}/taskpane.workbench.html`, slower));
      empty.push(await once(browser, `${address}/empty.html`, slower));
    }
    lines.push(line(`pane, ${slower} ×`, targets[slower], paints), line(`empty page, ${slower} ×`, "", empty));
  }
  await browser.close();
  const measured = ["form painted", "form answers", "first paint", "main thread", "scripts"];
  const heads = measured.flatMap((name) => [`${name}, least`, "median"]);
  console.log(table(["page, processor slower", "at most", ...heads], lines));
  console.log(`\nms; ${rounds} rounds each, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1) ?? ""}`);
};

const run = async (): Promise<void> => {
  const { rounds, out: folder } = readOptions({ rounds: whole([1, 1_000], 9), out: text("a folder", undefined) });
  const out = path.resolve(folder ?? mkdtempSync(path.join(tmpdir(), "spillway-pane-")));
  await build({ mode: "production", out, workbench: false });
  const nowhere = "http://localhost:1";
  const deployment = {
    baseUrl: nowhere,
    authUrl: nowhere,
    audience: nowhere,
    clientId: "bench",
    settingsAllowed: true,
  };
  const gateway = await createGateway({
    root: out,
    made: {
      "/deployment.json": { type: "application/json", text: JSON.stringify(deployment) },
      "/empty.html": { type: "text/html", text: emptyPage },
      "/workbench/office.js": { type: "text/javascript", text: officeStandIn },
    },
  });
  await new Promise<void>((resolve) => gateway.listen(0, "localhost", resolve));
  try {
    await measure(`http://localhost:${(gateway.address() as AddressInfo).port}`, rounds);
  } finally {
    gateway.close();
    gateway.closeAllConnections();
    if (folder === undefined) rmSync(out, { recursive: true, force: true });
  }
};

runProgram(run);
