import { existsSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Frame, Page } from "playwright-core";
import { createGateway } from "../../src/gateway/gateway";
import { until } from "../support/until";
import { openView } from "./open-view";
import { signIn, startStage, type Stage } from "./stage";
import { launch, type WorkbenchPage } from "./workbench/page";

const root = path.join(__dirname, "../..");
const officeJs = path.join(root, "node_modules/@microsoft/office-js/dist");

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 240_000);
afterAll(() => stage.close());

/** Reports every violation of the policy to the console of its page. */
const reportViolations = (): void => {
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    console.error(`violation: ${violatedDirective} ${blockedURI}`),
  );
};

const violations = (complaints: readonly string[]): string[] =>
  complaints.filter((text) => text.startsWith("violation:"));

const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  return complaints;
};

/** Injects scripts in the ways that markup from outside could. */
const inject = (frame: Frame | Page): Promise<void> =>
  frame.evaluate(() => {
    const inline = document.createElement("script");
    inline.textContent = "window.injected = 'inline'";
    const foreign = document.createElement("script");
    foreign.src = "data:text/javascript,window.injected='foreign'";
    const holder = document.createElement("div");
    holder.innerHTML = `<img src="data:," onerror="window.injected='handler'">`;
    document.body.append(inline, foreign, holder);
  });

const injected = (frame: Frame | Page): Promise<unknown> =>
  frame.evaluate(() => Reflect.get(window, "injected") as unknown);

const expectBlocked = async (frame: Frame | Page, complaints: readonly string[]): Promise<void> => {
  const before = violations(complaints).length;
  await inject(frame);
  await until("three scripts are blocked", () => violations(complaints).length === before + 3);
  expect(await injected(frame)).toBeUndefined();
};

const views = ["Universes", "Resolve", "Build", "Analyses", "Status", "Changes", "Where from", "Support"];

test("in a journey through workbench and pane the policy blocks nothing, and then an injected script", async () => {
  const workbench: WorkbenchPage = await stage.open("?open=holdings.json", { initScript: reportViolations });
  await signIn(workbench);
  for (const view of views) await openView(workbench.pane(), view);
  await workbench.enterAll({ C1: "=ENTITY.RESOLVE(A2:A11)", H1: '=ESG.EVENTS("EU Banks",3,"-30d",,,"*",20)' });
  await workbench.call("theme", "dark");
  await workbench.call("theme", "light");
  await workbench.call("save");
  await workbench.screenshot("content-security");
  expect(violations(workbench.complaints)).toEqual([]);
  await expectBlocked(workbench.page, workbench.complaints);
  await expectBlocked(workbench.pane(), workbench.complaints);
}, 240_000);

test("the reference opens without a violation", async () => {
  const page = await (await launch()).newPage();
  const complaints = complaintsOf(page);
  await page.addInitScript(reportViolations);
  await page.goto(`${stage.origin}/docs/functions.html`);
  expect(await page.locator("h1").count()).toBeGreaterThan(0);
  expect(violations(complaints)).toEqual([]);
});

test("the page for Excel loads Microsoft's own office.js and its parts, and blocks an injected script", async () => {
  const gateway = await createGateway({
    root: path.join(root, "dist"),
    made: { "/deployment.json": { type: "application/json", text: JSON.stringify({ baseUrl: stage.origin }) } },
  });
  await new Promise<void>((resolve) => gateway.listen(0, "localhost", () => resolve()));
  const page = await (await launch()).newPage();
  const complaints = complaintsOf(page);
  await page.addInitScript(reportViolations);
  const loaded: string[] = [];
  await page.route("https://appsforoffice.microsoft.com/**", (route) => {
    const name = new URL(route.request().url()).pathname.replace("/lib/1/hosted/", "");
    loaded.push(name);
    const file = path.join(officeJs, name);
    return existsSync(file)
      ? route.fulfill({ body: readFileSync(file, "utf8"), contentType: "text/javascript" })
      : route.fulfill({ status: 404 });
  });
  const { port } = gateway.address() as AddressInfo;
  await page.goto(`http://localhost:${port}/taskpane.html?_host_Info=Excel$Web$16.00$en-US$telemetry$isDialog$$0`);
  await until("office.js has loaded its part for Excel on the web", () =>
    page.evaluate(() => "Excel" in window && typeof Reflect.get(Reflect.get(window, "Excel"), "run") === "function"),
  );
  await until("the pane is drawn", async () => (await page.locator("#pane *").count()) > 0);
  expect(loaded).toEqual(expect.arrayContaining(["office.js", "excel-web-16.00.js"]));
  expect(violations(complaints)).toEqual([]);
  await expectBlocked(page, complaints);
  gateway.closeAllConnections();
  gateway.close();
}, 120_000);
