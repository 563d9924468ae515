import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Frame, type Page } from "playwright-core";
import { packGateway } from "../../scripts/build/pack-gateway";
import { serve } from "../../scripts/run/serve";
import type { Automation } from "../../src/workbench/automation";
import { makeReleases } from "../support/releases";
import { until } from "../support/until";
import { makeCertificate } from "../unit/gateway/http2-client";
import { findChromium } from "./workbench/page";
import { freePort } from "../../scripts/run/free-port";

interface Account {
  readonly api_key: string;
  readonly api_secret: string;
}

/** What a rehearsal of deployments came to. */
export interface Rehearsal {
  readonly pages: number;
  /** Formulas that were entered and answered. */
  readonly formulas: number;
  /** Cells that showed an error, with the error. */
  readonly failedCells: readonly string[];
  /** Scripts that were asked for and did not come. */
  readonly failedScripts: readonly string[];
  /** Scripts of another release than that of their page. */
  readonly foreignScripts: readonly string[];
  /** Scripts of a release that were loaded while the gateway served another one. */
  readonly lateScripts: number;
  /** Requests of pages that no gateway answered, because one ended and the next was starting. */
  readonly unanswered: number;
  /** How long no gateway listened at each deployment, in ms. */
  readonly gaps: readonly number[];
  readonly seconds: number;
}

/** Milliseconds that a page has for one step: all pages share one machine. */
const patience = 180_000;

/** Where the gateway finds the release that is deployed, as in docs/deploy.md. */
class Deployment {
  readonly origin: string;
  readonly gaps: number[] = [];
  readonly #place: string;
  #child: ChildProcess | undefined;

  constructor(place: string, port: number) {
    this.#place = place;
    this.origin = `https://localhost:${port}`;
  }

  /** Moves the link, ends the gateway and starts it again. */
  async deploy(release: string): Promise<void> {
    const current = path.join(this.#place, "current");
    if (this.#child !== undefined) unlinkSync(current);
    symlinkSync(release, current);
    const ended = this.#child;
    const began = performance.now();
    if (ended !== undefined) {
      const gone = new Promise((resolve) => ended.once("exit", resolve));
      ended.kill("SIGTERM");
      await gone;
    }
    await this.#start();
    if (ended !== undefined) this.gaps.push(Math.round(performance.now() - began));
  }

  #start(): Promise<void> {
    const program = [path.join(this.#place, "gateway", "main.js"), "--config", path.join(this.#place, "gateway.json")];
    const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    return new Promise((resolve, reject) => {
      child.stdout.on("data", (chunk: Buffer) => (chunk.toString().includes("ready ") ? resolve() : undefined));
      child.once("exit", (code) => reject(new Error(`The gateway ended with code ${String(code)}.`)));
    });
  }

  end(): void {
    this.#child?.kill("SIGKILL");
  }
}

/**
 * Runs in every frame: the add-in's page is not seen, as while the pane is closed in Excel, until `showPane`. A text, because a compiled
 * function may call helpers of the compiler, which no page has.
 */
const hidePane = `
  if (window !== window.top) {
    let isSeen = false;
    Object.defineProperty(window, "innerWidth", { configurable: true, get: () => (isSeen ? 360 : 0) });
    window.showPane = () => {
      isSeen = true;
      window.dispatchEvent(new Event("resize"));
    };
  }
`;

/** A workbook that stays open and calculates. */
class OpenWorkbook {
  readonly page: Page;
  readonly release: string;
  formulas = 0;
  readonly failedCells: string[] = [];
  readonly failedScripts: string[] = [];
  readonly scripts: string[] = [];
  unanswered = 0;
  readonly #pause: number;
  #isOpen = true;
  #calculating: Promise<void> = Promise.resolve();

  /** `pause`: milliseconds between an answer and the next formula. */
  constructor(page: Page, release: string, pause: number) {
    this.page = page;
    this.#pause = pause;
    this.release = release;
    const isScript = (address: string): boolean => new URL(address).pathname.startsWith("/chunks/");
    page.on("requestfailed", (request) => {
      const failure = request.failure()?.errorText ?? "";
      // While no gateway listens, a script that was asked for early is asked for again when it is used.
      if (isScript(request.url()) && !failure.includes("CONNECTION_REFUSED"))
        this.failedScripts.push(`${release}: ${request.url()} ${failure}`);
      else if (!failure.includes("ABORTED")) this.unanswered += 1;
    });
    page.on("response", (response) => {
      if (!isScript(response.url())) return;
      if (response.status() >= 400) this.failedScripts.push(`${release}: ${response.url()} ${response.status()}`);
      else this.scripts.push(response.url());
    });
  }

  call<Verb extends keyof Automation>(verb: Verb, ...given: Parameters<Automation[Verb]>): Promise<unknown> {
    return this.page.evaluate(
      ([name, values]) => {
        const { workbench } = window as unknown as { workbench: Record<string, (...all: unknown[]) => unknown> };
        return workbench[name]?.(...values);
      },
      [verb, given] as const,
    );
  }

  /** Enters formulas one after another, each with a call of its own, until `close`. */
  calculate(names: readonly string[]): void {
    const enter = async (): Promise<void> => {
      for (let row = 1; this.#isOpen; row += 1) {
        const name = names[(row * 7 + this.formulas) % names.length] ?? "";
        const address = `A${row * 4}`;
        const formula = row % 2 === 0 ? `=ENTITY.SEARCH("${name}")` : `=ENTITY.RESOLVE("${name} ${row}")`;
        await this.call("enter", address, formula);
        await this.call("settled");
        const [[cell]] = (await this.call("read", address)) as [
          [{ value: unknown; error?: { code: string; message?: string } }],
        ];
        this.formulas += 1;
        // A name that nobody has is an answer too.
        if (cell.error !== undefined && !/no entity|not found|no company/i.test(cell.error.message ?? ""))
          this.failedCells.push(`${this.release}: ${formula} ${cell.error.code} ${cell.error.message ?? ""}`);
        await new Promise((resolve) => setTimeout(resolve, this.#pause));
      }
    };
    this.#calculating = enter().catch((error: unknown) => {
      if (this.#isOpen) this.failedCells.push(`${this.release}: it stopped calculating: ${String(error)}`);
    });
  }

  get #pane(): Frame {
    return this.page.frames().find((frame) => frame !== this.page.mainFrame() && frame.url().startsWith("http"))!;
  }

  /** Opens the pane for the first time and refreshes: both load scripts. */
  async showPane(): Promise<void> {
    await this.#pane.evaluate(() => (window as unknown as { showPane: () => void }).showPane());
    await this.#pane.getByText("Signed in ·").first().waitFor({ timeout: patience });
    for (const [tab, view] of [
      ["Companies", "Resolve"],
      ["This workbook", "Status"],
    ] as const) {
      await this.#pane.getByRole("tab", { name: tab }).click({ timeout: patience });
      await this.#pane.getByRole("heading", { name: view, level: 1 }).waitFor({ timeout: patience });
    }
  }

  /** Every script that has run in the add-in's page: its release and its name. */
  ran(): Promise<readonly string[]> {
    return this.#pane.evaluate(() => (window as unknown as { ran: readonly string[] }).ran);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#calculating;
    await this.page.context().close();
  }
}

/**
 * Deploys releases 1, 2 and 3 and goes back to 2, as docs/deploy.md says, while workbooks are open in Chromium and
 * calculate. Workbooks of each release are opened while it is served; each opens its pane after the next deployment.
 */
export const rehearse = async (build: string, pages: number, log: (sentence: string) => void): Promise<Rehearsal> => {
  const began = performance.now();
  const place = mkdtempSync(path.join(tmpdir(), "deployments-"));
  const service = await serve({ built: build, port: 0, size: "small", seed: 1, localControls: true });
  const demo = (await (await fetch(`${service.origin}/_local/demo`)).json()) as {
    readonly accounts: readonly Account[];
    readonly entities: readonly { readonly name: string }[];
    readonly client_id: string;
  };
  const deployment = new Deployment(place, await freePort());
  const { origin } = deployment;
  const { key, cert } = (await makeCertificate(place)).files;
  const addresses = { baseUrl: origin, authUrl: origin, audience: `${service.origin}/`, clientId: demo.client_id };
  writeFileSync(path.join(place, "deployment.json"), JSON.stringify({ ...addresses, settingsAllowed: false }));
  const config = {
    port: Number(new URL(origin).port),
    host: "localhost",
    upstream: service.origin,
    root: "current",
    archive: "archive",
  };
  writeFileSync(
    path.join(place, "gateway.json"),
    JSON.stringify({ ...config, key, cert, deployment: "deployment.json", log: false }),
  );
  mkdirSync(path.join(place, "archive"));
  await packGateway(path.join(place, "gateway"));
  const releases = makeReleases(build, place, ["1", "2", "3"]);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  const open: OpenWorkbook[] = [];
  try {
    await deployment.deploy(releases[0]!);
    const openWorkbooks = async (release: string, count: number): Promise<void> => {
      for (let made = 0; made < count; made += 1) {
        const context = await browser.newContext({ ignoreHTTPSErrors: true });
        await signIn(context, origin, demo.accounts[0]!);
        // Playwright turns the browser's cache off where it may intercept a request: each script is asked of the gateway.
        await context.route("**/intercepts-nothing", (route) => route.continue());
        await context.addInitScript({ content: hidePane });
        const workbook = new OpenWorkbook(await context.newPage(), release, pages * 100);
        open.push(workbook);
        await workbook.page.goto(`${origin}/workbench/workbench.html?fresh`);
        await workbook.page.waitForFunction(() => "workbench" in window, undefined, { timeout: patience });
        await workbook.call("ready");
        workbook.calculate(demo.entities.map(({ name }) => name));
      }
      log(`release ${release} is served, ${open.length} workbooks are open`);
    };
    const third = Math.ceil(pages / 3);
    await openWorkbooks("1", third);
    let late = 0;
    const showPanes = async (release: string): Promise<void> => {
      for (const workbook of open.filter((each) => each.release === release)) {
        const before = workbook.scripts.length;
        await workbook.showPane();
        late += workbook.scripts.length - before;
      }
      log(`the panes of release ${release} are open, ${late} scripts came late`);
    };
    await deployment.deploy(releases[1]!);
    await openWorkbooks("2", third);
    await deployment.deploy(releases[2]!);
    await showPanes("1");
    await openWorkbooks("3", pages - 2 * third);
    await showPanes("2");
    await deployment.deploy(releases[1]!);
    await showPanes("3");
    const before = open.map(({ formulas }) => formulas);
    await until(
      "every workbook calculates after the last deployment",
      () => open.every(({ formulas }, index) => formulas > before[index]! + 1),
      patience / 1_000,
    );
    const foreignScripts: string[] = [];
    for (const workbook of open)
      for (const script of await workbook.ran())
        if (!script.startsWith(`${workbook.release} `)) foreignScripts.push(`${workbook.release}: ${script}`);
    await Promise.all(open.map((workbook) => workbook.close()));
    return {
      pages: open.length,
      formulas: open.reduce((sum, { formulas }) => sum + formulas, 0),
      failedCells: open.flatMap(({ failedCells }) => failedCells),
      failedScripts: open.flatMap(({ failedScripts }) => failedScripts),
      foreignScripts,
      lateScripts: late,
      unanswered: open.reduce((sum, { unanswered }) => sum + unanswered, 0),
      gaps: deployment.gaps,
      seconds: Math.round((performance.now() - began) / 1_000),
    };
  } finally {
    await browser.close();
    deployment.end();
    await service.close();
    rmSync(place, { recursive: true });
  }
};

/** Signs in with _Remember_, in a page that is closed again. */
const signIn = async (context: BrowserContext, origin: string, account: Account): Promise<void> => {
  const page = await context.newPage();
  await page.goto(`${origin}/workbench/workbench.html?fresh`);
  const pane = page.frameLocator("iframe[name=pane]");
  await pane.getByLabel("API key").fill(account.api_key);
  await pane.getByLabel("API secret").fill(account.api_secret);
  await pane.getByRole("checkbox", { name: /Remember/ }).check();
  await pane.getByRole("button", { name: "Sign in" }).click();
  await pane.getByText("Signed in ·").first().waitFor({ timeout: patience });
  await page.close();
};
