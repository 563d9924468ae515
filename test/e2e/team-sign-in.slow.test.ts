import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Locator, Page } from "playwright-core";
import { until } from "../support/until";
import { openView } from "./open-view";
import { textsOfBrowser } from "./browser-texts";
import { textsOfHar } from "./har-texts";
import { findSecrets } from "./secret-scan";
import { startTeamStage, type TeamStage } from "./team-stage";
import type { WorkbenchPage } from "./workbench/page";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

let stage: TeamStage;

beforeAll(async () => {
  stage = await startTeamStage();
}, 240_000);
afterAll(() => stage.close());

const byProvider = (workbench: WorkbenchPage): Locator =>
  workbench.pane().getByRole("button", { name: "Sign in with Demo provider" });

/** The window that opens while `action` runs. */
const windowOf = async ({ page }: WorkbenchPage, action: () => Promise<unknown>): Promise<Page> => {
  const [opened] = await Promise.all([page.waitForEvent("popup"), action()]);
  return opened;
};

const ended = (opened: Page): Promise<void> => until("the sign-in window has closed", () => opened.isClosed());

const isSignedInAs = (workbench: WorkbenchPage, name: string): Promise<void> =>
  workbench.pane().getByText(`Signed in · ${name}`).first().waitFor();

const settingsOf = async (workbench: WorkbenchPage): Promise<string> => {
  await workbench.pane().getByRole("button", { name: "Settings" }).click();
  await workbench.pane().getByText("Your requests today").waitFor();
  return workbench.pane().getByRole("main").innerText();
};

const oneKey = (person: string) =>
  stage.gateway.people.keys.make({
    ...{ person, name: `${person} by key`, groups: [], admin: false },
    expiresAt: stage.gateway.clock.now() + 3_600_000,
  });

test("by mouse: who signs in at the provider sees values, a name and the requests of today, and no token is left anywhere", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "team-har-"));
  const har = path.join(folder, "session.har");
  const workbench = await stage.open({ har });
  const secrets: string[] = [];
  workbench.page.context().on("response", (response) => {
    if (new URL(response.url()).pathname !== "/token") return;
    void response.json().then((tokens: Readonly<Record<string, unknown>>) => {
      for (const name of ["access_token", "refresh_token", "id_token"]) secrets.push(String(tokens[name]));
    });
  });
  await workbench
    .pane()
    .getByRole("checkbox", { name: /Remember/ })
    .check();
  const opened = await windowOf(workbench, () => byProvider(workbench).click());
  await opened.getByRole("button", { name: /Ada Analyst/ }).click();
  await ended(opened);
  await isSignedInAs(workbench, "Ada Analyst");
  const name = stage.gateway.demo.entities[0]?.name ?? "";
  await workbench.enterAll({ A1: `=ENTITY.RESOLVE("${name}")` });
  expect((await workbench.cell("A1")).error).toBeUndefined();
  const settings = await settingsOf(workbench);
  expect(settings).toMatch(/Ada Analyst[\s\S]*renews automatically[\s\S]*Your requests today: [1-9]/);
  await until("the tokens were heard", () => secrets.length === 3);
  const stored = await textsOfBrowser(workbench);
  const urls = workbench.page.frames().map((frame) => ({ place: "URL", text: frame.url() }));
  await workbench.page.close();
  await workbench.leave();
  const texts = [...stored, ...urls, ...textsOfHar(readFileSync(har, "utf8"))];
  rmSync(folder, { recursive: true });
  expect(texts.some(({ place, text }) => place === "URL" && text.includes("/team/me"))).toBe(true);
  expect(texts.some(({ place, text }) => place === "URL" && text.includes("/oauth/token"))).toBe(false);
  expect(findSecrets(texts, secrets)).toEqual([]);
}, 180_000);

test("a device that has never seen the add-in does not see the form for accounts of the service, not even for a moment", async () => {
  const workbench = await stage.open({
    initScript: () => {
      const seen = { account: false, starting: false };
      Object.assign(window, { seen });
      new MutationObserver(() => {
        if (document.querySelector('[name="api-key"]') !== null) seen.account = true;
        if (document.querySelector("[data-frame]")?.textContent.includes("Starting") === true) seen.starting = true;
      }).observe(document, { childList: true, subtree: true });
    },
  });
  await byProvider(workbench).waitFor();
  const seen = await workbench.pane().evaluate(() => (window as unknown as { seen: object }).seen);
  expect(seen).toEqual({ account: false, starting: true });
  await workbench.leave();
}, 120_000);

test("who signs in finds the universes that the administrators name, and Status says with which account", async () => {
  const workbench = await stage.open();
  const pane = workbench.pane();
  const opened = await windowOf(workbench, () => byProvider(workbench).click());
  await opened.getByRole("button", { name: /Ada Analyst/ }).click();
  await isSignedInAs(workbench, "Ada Analyst");
  await openView(pane, "Universes");
  const [first, second] = stage.gateway.demo.universes.map(({ universe_name }) => universe_name);
  for (const name of [first, second])
    await pane
      .getByText(name ?? "", { exact: true })
      .first()
      .waitFor();
  await workbench.enterAll({ A1: `=UNIVERSE.COUNT("${first ?? ""}")` });
  expect((await workbench.cell("A1")).value).toBeGreaterThan(0);
  await pane.getByRole("tab", { name: "This workbook" }).click();
  await pane.getByText("Signed in as Ada Analyst. Your team's account: firm").waitFor();
  if (process.env["SCREENSHOTS"] !== undefined)
    await workbench.page.screenshot({ path: "screenshots/team-activity.png" });
  await workbench.leave();
}, 120_000);

test("by keyboard: Enter opens the window, Enter there signs in, and the next start needs no window", async () => {
  const workbench = await stage.open();
  const { page } = workbench;
  await byProvider(workbench).waitFor();
  await workbench
    .pane()
    .getByRole("checkbox", { name: /Remember/ })
    .focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  const opened = await windowOf(workbench, () => page.keyboard.press("Enter"));
  await opened.getByRole("button", { name: /Ben Banker/ }).focus();
  await opened.keyboard.press("Enter");
  await ended(opened);
  await isSignedInAs(workbench, "Ben Banker");
  const next = await stage.open({ sameBrowserAs: workbench }, "");
  await isSignedInAs(next, "Ben Banker");
  await settingsOf(next);
  await next.pane().getByRole("button", { name: "Sign out…" }).click();
  await next.pane().getByRole("button", { name: "Sign out", exact: true }).click();
  await workbench.pane().getByText("You signed out in another window.").waitFor();
  await openView(next.pane(), "Universes");
  await byProvider(next).waitFor();
  await page.context().close();
}, 180_000);

describe("in one window", () => {
  let workbench: WorkbenchPage;

  beforeAll(async () => {
    workbench = await stage.open();
  }, 120_000);
  afterAll(() => workbench.leave());

  test("a window that the user closes is a sentence, and the next try works", async () => {
    const opened = await windowOf(workbench, () => byProvider(workbench).click());
    await opened.getByRole("button", { name: /Ada/ }).waitFor();
    await opened.close();
    await workbench.pane().getByText("The sign-in window was closed before you were signed in.").waitFor();
  });

  test("Stop closes the window", async () => {
    const opened = await windowOf(workbench, () => byProvider(workbench).click());
    await workbench.pane().getByText("Go on in the window that has opened.").waitFor();
    await workbench.pane().getByRole("main").getByRole("button", { name: "Stop" }).click();
    await ended(opened);
    await byProvider(workbench).waitFor();
  });

  test("a blocked window is a sentence that says what to allow", async () => {
    await workbench.page.evaluate(() => {
      const host = window as unknown as { open: unknown; realOpen: unknown };
      host.realOpen = host.open;
      host.open = () => null;
    });
    await byProvider(workbench).click();
    await workbench.pane().getByText("The browser blocked the sign-in window.").waitFor();
    await workbench.page.evaluate(() => {
      const host = window as unknown as { open: unknown; realOpen: unknown };
      host.open = host.realOpen;
    });
  });

  test.each(["light", "dark", "contrast"] as const)("axe finds nothing in the sign-in, %s", async (theme) => {
    const pane = workbench.pane();
    await workbench.call("theme", theme);
    for (const [way, other] of [
      ["provider", "Use a personal gateway key"],
      ["key", "Sign in with Demo provider instead"],
    ] as const) {
      if (process.env["SCREENSHOTS"] !== undefined)
        await workbench.page.screenshot({ path: `screenshots/team-sign-in-${way}-${theme}.png` });
      // Colours change in steps, which axe would take for too little contrast.
      await until("no colour changes", () => pane.evaluate(() => document.getAnimations().length === 0));
      await pane.evaluate(axe);
      const found = await pane.evaluate(
        "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
      );
      expect(found).toEqual([]);
      await pane.getByRole("button", { name: other }).click();
    }
    await workbench.call("theme", "light");
  });

  test("a dialog of another origin, and a second one, get the codes of Office, and messages go both ways", async () => {
    const pane = workbench.pane();
    const told = await windowOf(workbench, () =>
      pane.evaluate(
        (own) =>
          new Promise<void>((resolve) => {
            const page = window as unknown as { told: unknown[]; dialog: Office.Dialog };
            page.told = [];
            const { ui } = Office.context;
            ui.displayDialogAsync("https://elsewhere.example/", ({ error }) => page.told.push(error.code));
            ui.displayDialogAsync(`${own}/sign-in.html?error=nobody`, ({ value }) => {
              page.dialog = value;
              value.addEventHandler(Office.EventType.DialogMessageReceived, (event: object) =>
                page.told.push((event as { message: string }).message),
              );
              ui.displayDialogAsync(`${own}/sign-in.html`, ({ error }) => {
                page.told.push(error.code);
                resolve();
              });
            });
          }),
        stage.origin,
      ),
    );
    const heard = (): Promise<unknown[]> => pane.evaluate(() => (window as unknown as { told: unknown[] }).told);
    await until("the dialog has told its message", async () => (await heard()).length === 3);
    expect((await heard()).slice(0, 2)).toEqual([12_004, 12_007]);
    expect((await heard())[2]).toContain("error=nobody");
    expect(new URL(told.url()).search).toBe("");
    await told.evaluate(() => {
      const page = window as unknown as { told: unknown };
      Office.context.ui.addHandlerAsync(Office.EventType.DialogParentMessageReceived, (event: object) => {
        page.told = (event as { message: string }).message;
      });
    });
    await pane.evaluate(() => (window as unknown as { dialog: Office.Dialog }).dialog.messageChild("hello"));
    await until(
      "the child has heard",
      async () => (await told.evaluate(() => (window as unknown as { told: unknown }).told)) === "hello",
    );
    await pane.evaluate(() => (window as unknown as { dialog: Office.Dialog }).dialog.close());
    await ended(told);
  });

  test("a gateway key signs in; one that is no key, or unknown, is refused with a sentence", async () => {
    const pane = workbench.pane();
    await pane.getByRole("button", { name: "Use a personal gateway key" }).click();
    const submit = pane.getByRole("button", { name: "Sign in", exact: true });
    const field = pane.getByLabel("Gateway key");
    await field.fill("password");
    await submit.click();
    await pane.getByText("This is not a gateway key.").waitFor();
    await field.fill(`spw_0123456789abcdef_${"A".repeat(43)}`);
    await submit.click();
    await pane.getByText("The gateway does not know this key.").waitFor();
    const { key, record } = await oneKey("carl");
    await field.fill(key);
    await field.press("Enter");
    await isSignedInAs(workbench, "carl by key");
    expect(await settingsOf(workbench)).toContain("With a gateway key.");
    const stored = await textsOfBrowser(workbench);
    expect(findSecrets(stored, [key])).toEqual([]);
    const name = stage.gateway.demo.entities[1]?.name ?? "";
    await workbench.enterAll({ A1: `=ENTITY.RESOLVE("${name}")` });
    const { value } = await workbench.cell("A1");
    await stage.gateway.people.revokeKey(record.id);
    await workbench.enterAll({ A2: `=ENTITY.RESOLVE("${stage.gateway.demo.entities[2]?.name ?? ""}")` });
    await openView(pane, "Universes");
    await pane.getByText("Your access to the gateway has ended.").first().waitFor();
    expect((await workbench.cell("A1")).value).toBe(value);
  }, 120_000);

  test("a provider that cannot be reached is a sentence, and no window opens", async () => {
    await stage.provider.stop();
    const fresh = await stage.open();
    await byProvider(fresh).click();
    await fresh.pane().getByText("Demo provider cannot be reached.").waitFor();
    expect(fresh.page.context().pages()).toHaveLength(1);
    await fresh.leave();
  }, 120_000);
});
