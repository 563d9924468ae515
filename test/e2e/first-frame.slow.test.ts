import type { BrowserContext, Frame } from "playwright-core";
import type { WorkbenchPage } from "./workbench/page";
import { startStage, type Stage } from "./stage";

let stage: Stage;
let workbench: WorkbenchPage;

beforeAll(async () => {
  stage = await startStage();
  workbench = await stage.open();
}, 240_000);
afterAll(() => stage.close());

interface Waiting {
  /** The add-in's page, which shows its first frame as long as the pane's script does not come. */
  readonly frame: Frame;
  /** Lets the script come, and waits until the pane stands. */
  readonly release: () => Promise<WorkbenchPage>;
}

const chunk = "**/chunks/pane.js";

/** Opens another tab whose pane has no script yet; the host takes a page for loaded when all its scripts have come, so nobody waits for that. */
const openHeld = async (query = "?fresh"): Promise<Waiting> => {
  const context: BrowserContext = workbench.page.context();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await context.route(chunk, async (route) => {
    await held;
    await route.continue();
  });
  const opening = stage.open(query, { sameBrowserAs: workbench });
  const page = await context.waitForEvent("page");
  await page.frameLocator("iframe").locator("[data-frame]").waitFor();
  const frame = page.frames().find((one) => one.name() === "pane");
  if (frame === undefined) throw new Error("There is no pane.");
  const release = async (): Promise<WorkbenchPage> => {
    letGo();
    const opened = await opening;
    await frame.locator("[data-frame]").waitFor({ state: "detached" });
    await context.unroute(chunk);
    return opened;
  };
  return { frame, release };
};

/** What stands where: every control's name and box, and the sentences. */
const looks = (frame: Frame): Promise<unknown> =>
  frame.evaluate(() => {
    const boxOf = (element: Element): readonly number[] => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map((number) => Math.round(number));
    };
    const demo = [...document.querySelectorAll("section")];
    return [...document.querySelectorAll("button, input, label, h1, header span")]
      .filter((element) => !demo.some((section) => section.contains(element)))
      .map((element) => [element.tagName, element.textContent, getComputedStyle(element).color, ...boxOf(element)]);
  });

describe("The first frame of the pane, before any script of it has come", () => {
  test("looks as the pane does: every control, colour and sentence stands where it will stand", async () => {
    const { frame, release } = await openHeld();
    const before = await looks(frame);
    const opened = await release();
    await opened.pane().getByRole("button", { name: "Use the demo account" }).waitFor();
    expect(await looks(opened.pane())).toEqual(before);
    await opened.close();
  });

  test("speaks the language of Excel, as the address of the page says it", async () => {
    const { frame, release } = await openHeld("?fresh&language=fr-FR");
    expect(await frame.getByRole("heading").textContent()).toBe("Se connecter");
    expect(await frame.locator("[data-frame]").getAttribute("lang")).toBe("fr");
    const opened = await release();
    expect(await opened.pane().getByRole("heading", { level: 1 }).textContent()).toBe("Se connecter");
    await opened.close();
  });

  test("loses nothing that is typed, ticked or selected in it, nor the place of the cursor", async () => {
    const { frame, release } = await openHeld();
    await frame.getByLabel("API key").pressSequentially("typed at once");
    await frame.getByLabel("API secret").fill("also this");
    await frame.getByLabel("Remember on this device").check();
    await frame.getByLabel("API key").evaluate((field: HTMLInputElement) => {
      field.focus();
      field.setSelectionRange(2, 5);
    });
    const opened = await release();
    const key = opened.pane().getByLabel("API key");
    expect(await key.inputValue()).toBe("typed at once");
    expect(await opened.pane().getByLabel("API secret").inputValue()).toBe("also this");
    expect(await opened.pane().getByLabel("Remember on this device").isChecked()).toBe(true);
    const cursor = await key.evaluate((field: HTMLInputElement) => [
      field === document.activeElement,
      field.selectionStart,
      field.selectionEnd,
    ]);
    expect(cursor).toEqual([true, 2, 5]);
    await opened.close();
  });

  test("answers a press as soon as there is somebody to answer it, once, and never writes what was typed into an address", async () => {
    const { frame, release } = await openHeld();
    const [account] = stage.demo.accounts;
    await frame.getByLabel("API key").fill(account?.api_key ?? "");
    await frame.getByLabel("API secret").fill(account?.api_secret ?? "");
    const address = frame.url();
    const calls = await stage.during(async () => {
      await frame.getByLabel("API secret").press("Enter");
      await frame.getByRole("button", { name: "Sign in" }).click();
      expect(frame.url()).toBe(address);
      const opened = await release();
      await opened.pane().getByText("Signed in", { exact: false }).first().waitFor();
      expect(opened.pane().url()).toBe(address);
      await opened.close();
    });
    expect(calls.routes).toMatchObject({ createToken: 1 });
  });

  test("a tab pressed in it is the view that opens", async () => {
    const { frame, release } = await openHeld();
    await frame.getByRole("tab", { name: "This workbook" }).click();
    const opened = await release();
    await opened.pane().getByRole("heading", { level: 1, name: "Status" }).waitFor();
    await opened.close();
  });

  test.each(["functions.js", "office.js", "chunks/pane.js"])(
    "gives way to a sentence where %s does not come",
    async (script) => {
      const context = workbench.page.context();
      const place = `**/${script}`;
      await context.route(place, (route) => route.abort());
      const coming = context.waitForEvent("page");
      // Without its scripts the host never takes the page for loaded.
      stage.open("?fresh&language=es-ES", { sameBrowserAs: workbench }).catch(() => undefined);
      const page = await coming;
      const alert = page.frameLocator("iframe").getByRole("alert");
      await alert.waitFor();
      expect(await alert.textContent()).toContain("Compruebe la conexión");
      expect(await page.frameLocator("iframe").getByLabel("API").count()).toBe(0);
      await context.unroute(place);
      await page.close();
    },
  );

  test("who is remembered on this device never sees the sign-in form, only that the pane starts", async () => {
    const { frame, release } = await openHeld();
    const [account] = stage.demo.accounts;
    const opened = await release();
    await frame.getByLabel("API key").fill(account?.api_key ?? "");
    await frame.getByLabel("API secret").fill(account?.api_secret ?? "");
    await frame.getByLabel("Remember on this device").check();
    await frame.getByRole("button", { name: "Sign in" }).click();
    await frame.getByText("Signed in", { exact: false }).first().waitFor();
    const again = await openHeld("");
    expect(await again.frame.getByText("Starting…").count()).toBe(1);
    expect(await again.frame.getByRole("heading", { name: "Sign in" }).count()).toBe(0);
    await again.frame.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const title = document.querySelector("h1")?.textContent ?? "";
        if (title !== seen.at(-1)) seen.push(title);
      }).observe(document, { childList: true, subtree: true });
    });
    const reopened = await again.release();
    await reopened.pane().getByText("Signed in", { exact: false }).first().waitFor();
    const seen = await again.frame.evaluate(() => (window as unknown as { seen: readonly string[] }).seen);
    expect(seen).not.toContain("Sign in");
    await reopened.pane().getByRole("button", { name: "Settings" }).click();
    await reopened.pane().getByRole("button", { name: "Sign out" }).click();
    // The question is answered by a button of the same name.
    await reopened.pane().getByRole("button", { name: "Cancel" }).waitFor();
    await reopened.pane().getByRole("button", { name: "Sign out" }).click();
    await reopened.pane().getByText("Signed out", { exact: false }).first().waitFor();
    const signedOut = await openHeld();
    expect(await signedOut.frame.getByRole("heading", { name: "Sign in" }).count()).toBe(1);
    await (await signedOut.release()).close();
    await reopened.close();
    await opened.close();
  });

  test("is dark where Office was dark last", async () => {
    const opened = await (await openHeld()).release();
    await opened.call("theme", "dark");
    await opened.pane().locator('[style*="color-scheme: dark"]').waitFor();
    const again = await openHeld();
    expect(await again.frame.locator(".frame-dark").count()).toBe(1);
    const before = await looks(again.frame);
    const reopened = await again.release();
    expect(await looks(reopened.pane())).toEqual(before);
    await reopened.close();
    await opened.close();
  });
});
