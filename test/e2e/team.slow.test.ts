import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { isAlive } from "../../scripts/run/running";
import { until } from "../support/until";
import { awaitAnalysis } from "./ready-analysis";
import { closeBrowser, launch, openedBy, openWorkbench, type WorkbenchPage } from "./workbench/page";

// What `npm start -- --team` runs once the packages are installed, and the page of its administrators.

const root = path.join(__dirname, "../..");
/** `npm run stop` ends only what this file has started. */
const env = { ...process.env, RUNNING_FOLDER: mkdtempSync(path.join(tmpdir(), "running-")) };
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

let started: ChildProcess;
let said = "";
const printed = (pattern: RegExp): string => pattern.exec(said)?.[1] ?? "";
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  const ports = ["--port", "0", "--window-port", "0", "--provider-port", "0"];
  const program = ["scripts/run/run.mjs", "scripts/run/start.ts", "--team", "--size", "test", ...ports];
  // A group of its own, so that all of it can be ended, whatever has become of it.
  started = spawn(process.execPath, program, { cwd: root, env, detached: process.platform !== "win32" });
  for (const stream of [started.stdout, started.stderr]) stream?.on("data", (chunk: Buffer) => (said += String(chunk)));
  await until("everything runs", () => said.includes("ready http") || started.exitCode !== null, 200);
  if (started.exitCode !== null) throw new Error(`It ended: ${said}`);
  page = await (await (await launch()).newContext({ viewport: { width: 1200, height: 1500 } })).newPage();
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
}, 240_000);
afterAll(async () => {
  await closeBrowser();
  if (started.exitCode === null) started.kill("SIGTERM");
  await until("npm start has ended", () => hasEnded(), 15).catch(() => endGroup());
}, 60_000);

const hasEnded = (): boolean => started.exitCode !== null || started.signalCode !== null;

/** Ends the process and its children, which may have outlived it. */
const endGroup = (): void => {
  try {
    process.kill(process.platform === "win32" ? (started.pid ?? 0) : -(started.pid ?? 0), "SIGKILL");
  } catch {
    // They have ended.
  }
};

const windowOf = (name: string): string => printed(new RegExp(`${name}'s window +(\\S+)`));
const adminPage = (): string => printed(/Admin page +(\S+)/);
const screenshot = async (name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] !== undefined)
    await page.screenshot({ path: path.join(root, "screenshots", `${name}.png`), fullPage: true });
};
const button = (name: string | RegExp) => page.getByRole("button", { name });

test("two windows of two people are one team: what Ben asked, the administrator's colleague has for nothing", async () => {
  const [ada, ben] = [windowOf("Ada"), windowOf("Ben")];
  expect(new URL(ada).port).not.toBe(new URL(ben).port);
  for (const address of [ada, ben]) {
    expect((await fetch(address)).status).toBe(200);
    const deployment = (await (await fetch(new URL("/deployment.json", address))).json()) as Record<string, unknown>;
    expect(deployment).toMatchObject({
      baseUrl: new URL(address).origin,
      team: {
        keys: true,
        provider: { clientId: "spillway", issuer: expect.stringContaining("http://localhost:") as string },
      },
    });
  }
  // The service's own page of its demo world has keys and secrets.
  expect((await fetch(new URL("/_local/demo", ada))).status).toBe(404);
  const ask = async (address: string, token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}`, "spillway-function": "TASKS" };
    return (await fetch(new URL("/v3/tasks?size=2", address), { headers })).status;
  };
  expect(await ask(ben, printed(/(spw_\S+)/))).toBe(200);
  expect(await ask(ada, printed(/(admin-\S+)/))).toBe(200);
});

test("the administrator signs in with the key by keyboard, and sees who used what", async () => {
  await page.goto(adminPage());
  await page.getByLabel("Administrator key").fill(printed(/(admin-\S+)/));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  expect(
    await page
      .getByRole("row", { name: /^Ben Banker/ })
      .first()
      .textContent(),
  ).toContain("analysts, emea");
  const usage = page.getByRole("region", { name: "Usage" });
  await usage.getByRole("row", { name: /Ben Banker TASKS 1 0 1 2/ }).waitFor();
  await usage.getByRole("row", { name: /Administrator TASKS 1 1 0 2/ }).waitFor();
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))).toBe('[{},{},""]');
});

test("a key is made, shown once, and revoked", async () => {
  await page.getByLabel(/^Person \(an id/).fill("cyd@example.com");
  await page.getByLabel("Name", { exact: true }).fill("Cyd <b>Credit</b>");
  await page.getByLabel(/^Groups/).fill("credit, emea");
  await button("Make a key").click();
  const made = page.getByLabel(/^The new key/);
  await made.waitFor();
  const key = await made.inputValue();
  const me = async (): Promise<Response> =>
    fetch(new URL("/team/me", adminPage()), { headers: { authorization: `Bearer ${key}` } });
  expect(await (await me()).json()).toMatchObject({ id: "cyd@example.com", groups: ["credit", "emea"], admin: false });
  await screenshot("team-admin-light");
  await button("Hide the key").click();
  expect(await page.content()).not.toContain(key.slice(-43));
  await button(/^Revoke the key \w+ of Cyd/).click();
  await page.getByText("The key of Cyd <b>Credit</b> is revoked.").waitFor();
  expect((await me()).status).toBe(403);
});

test("access is ended and restored, and the usage report is downloaded", async () => {
  await button("End the access of Ben Banker").click();
  await page.getByText("The access of Ben Banker has ended.").waitFor();
  const me = async (): Promise<Response> =>
    fetch(new URL("/team/me", adminPage()), { headers: { authorization: `Bearer ${printed(/(spw_\S+)/)}` } });
  expect((await me()).status).toBe(403);
  await button("Restore the access of Ben Banker").click();
  await page.getByText("Ben Banker has access again.").waitFor();
  expect((await me()).status).toBe(200);
  const [download] = await Promise.all([page.waitForEvent("download"), button("Download CSV").click()]);
  const csv = readFileSync(await download.path(), "utf8");
  expect(csv).toMatch(/,ben,Ben Banker,analysts; emea,TASKS,1,0,1,2,0,0\r\n/);
});

/** Signs Ben in with the personal gateway key that was printed, for the workbooks that are opened later too. */
const signInAsBen = async (workbench: WorkbenchPage): Promise<void> => {
  await workbench.call("showPane", true);
  const pane = workbench.pane();
  await pane.getByRole("button", { name: "Use a personal gateway key" }).click();
  await pane.getByLabel("Gateway key").fill(printed(/(spw_\S+)/));
  // Each workbook starts the add-in anew.
  await pane.getByRole("checkbox", { name: /^Remember/ }).check();
  await pane.getByLabel("Gateway key").press("Enter");
  await pane.getByText("Signed in · Ben Banker").first().waitFor();
};

test("Start shows somebody of the team the samples, and opens one in a workbook of its own", async () => {
  const workbench = await openWorkbench(`${windowOf("Ben")}?fresh`);
  await signInAsBen(workbench);
  await workbench.pane().getByRole("button", { name: "Show the samples" }).click();
  const samples = workbench.pane().getByRole("region", { name: "Sample workbooks" });
  await samples.locator("img").nth(7).waitFor();
  await workbench.screenshot("team-start-samples");
  const opened = await openedBy(workbench, () => samples.getByRole("button", { name: /^Holdings / }).click());
  expect(await opened.cell("A1")).toMatchObject({ value: "ISIN" });
  await opened.page.close();
  await workbench.close();
}, 120_000);

interface Sample {
  readonly sheets: readonly { readonly name: string; readonly cells: Readonly<Record<string, unknown>> }[];
}

/** The samples that are made from the demo world; the others are files. */
const madeSamples = ["report", "holdings", "holdings-1200"].map((name) => `workbench/${name}.json`);

test("each sample calculates without an error for somebody of the team, and does when it is refreshed", async () => {
  const workbench = await openWorkbench(`${windowOf("Ben")}?fresh`);
  await signInAsBen(workbench);
  await workbench.page.locator("#title-bar").getByRole("button", { name: "Open", exact: true }).click();
  const listed = workbench.page.getByRole("menu", { name: "Open" }).getByRole("group", { name: "Samples" });
  await listed.locator(".picture svg").nth(7).waitFor();
  await workbench.screenshot("team-samples");
  await workbench.page.keyboard.press("Escape");
  const [instance = ""] =
    /[0-9a-f-]{36}/.exec(readFileSync(path.join(root, "assets/workbooks/analysis.json"), "utf8")) ?? [];
  await awaitAnalysis(workbench, "A1", instance);
  const files = readdirSync(path.join(root, "assets", "workbooks")).map((file) => `assets/workbooks/${file}`);
  for (const file of [...files, ...madeSamples]) {
    const sample = (await (await fetch(new URL(`/${file}`, windowOf("Ben")))).json()) as Sample;
    const formulas = sample.sheets.flatMap(({ name, cells }) =>
      Object.entries(cells).flatMap(([address, content]) =>
        String(content).startsWith("=") ? [`'${name}'!${address}`] : [],
      ),
    );
    await workbench.call("open", sample);
    await workbench.pane().getByText("Signed in · Ben Banker").first().waitFor();
    for (const isRefreshed of [false, true]) {
      if (isRefreshed) await workbench.call("runCommand", "refreshWorkbook");
      await workbench.settled();
      const cells = await Promise.all(formulas.map((address) => workbench.cell(address)));
      // A formula of the report's own may be empty; those of the add-in show something.
      const failed = cells.filter(
        ({ error, value, formula = "" }) => error !== undefined || (value === "" && !formula.startsWith("=IF(")),
      );
      expect({ file, isRefreshed, failed }).toEqual({ file, isRefreshed, failed: [] });
    }
    await workbench.screenshot(`team-sample-${path.basename(file, ".json")}`);
  }
  await workbench.leave();
}, 300_000);

test.each(["light", "dark", "contrast"] as const)("axe finds nothing in the admin page, %s", async (theme) => {
  await page.emulateMedia(theme === "contrast" ? { forcedColors: "active" } : { colorScheme: theme });
  await screenshot(`team-admin-${theme}-all`);
  await page.evaluate(axe);
  const found = await page.evaluate(
    "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
  await page.emulateMedia({ forcedColors: "none", colorScheme: "light" });
  expect(found).toEqual([]);
});

test("signed out, nothing of the team is left in the page; a wrong key is refused in a sentence", async () => {
  await button("Sign out").click();
  expect(await page.getByText("Ben Banker").count()).toBe(0);
  await page.getByLabel("Administrator key").fill("spw_wrong");
  await button("Sign in with the key").click();
  await page.getByText("The gateway does not know this key. Ask your administrator for another one.").waitFor();
  await screenshot("team-admin-sign-in");
});

test("an administrator signs in with the provider, an analyst is refused, and the token stays in the page's memory", async () => {
  const signIn = async (person: string): Promise<void> => {
    await page.goto(adminPage());
    await button("Sign in with the demo identity provider").click();
    await button(new RegExp(`^${person}`)).click();
  };
  await signIn("Ada Analyst");
  await page.getByText("Only administrators may do this. Ask your administrator.").waitFor();
  await signIn("Olga Operator");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  expect(page.url()).toBe(adminPage());
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).toBe("[{},{}]");
  await page.reload();
  await page.getByLabel("Administrator key").waitFor();
  expect(await page.getByRole("heading", { name: "Today" }).count()).toBe(0);
});

test("nothing was blocked by the page's policy", () => {
  expect(complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([]);
});

test("npm run stop ends all of it", async () => {
  const stop = spawnSync(process.execPath, ["scripts/run/run.mjs", "scripts/run/stop.ts"], {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(stop.stdout).toContain(`stopped ${windowOf("Ada")}`);
  await until("npm start has ended", hasEnded);
  expect(isAlive(started.pid ?? 0)).toBe(false);
  for (const address of [windowOf("Ada"), windowOf("Ben"), adminPage()]) await expect(fetch(address)).rejects.toThrow();
});
