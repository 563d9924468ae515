import { until } from "../../support/until";
import { enterAgain } from "./enter-again";
import { serveFixture, type FixtureServer } from "./fixture-server";
import { closeBrowser, openWorkbench, type WorkbenchPage } from "./page";

interface Fixture {
  readonly visibility: readonly string[];
  readonly themes: readonly string[];
}

describe("the workbench's page", () => {
  let server: FixtureServer;
  let bench: WorkbenchPage;
  const fixture = (): Promise<Fixture> =>
    bench.pane().evaluate(() => (window as unknown as { fixture: Fixture }).fixture);

  beforeAll(async () => {
    server = await serveFixture();
    bench = await openWorkbench(`${server.address}?fresh`);
  }, 180_000);
  afterAll(async () => {
    await closeBrowser();
    await server.close();
  });

  it("runs the actions of the manifest's ribbon", async () => {
    await bench.call("select", "B2");
    await bench.page.getByText("Stamps").click();
    await bench.page.getByRole("menuitem", { name: "Stamp" }).click();
    await bench.shows("B2", "stamped");
    await bench.call("select", "B3");
    await bench.call("runCommand", "stamp");
    expect((await bench.cell("B3")).value).toBe("stamped");
  });

  it("says which action has no function", async () => {
    await expect(bench.call("runCommand", "nothing")).rejects.toThrow(/gave the action "nothing" no function/);
  });

  it("offers the add-in's context menu on cells", async () => {
    await bench.call("select", "C5");
    await bench.page.mouse.click(260, 420, { button: "right" });
    await bench.page.getByText("Stamp", { exact: true }).locator("visible=true").first().waitFor({ timeout: 10_000 });
    await bench.screenshot("workbench-context-menu");
    await bench.page.keyboard.press("Escape");
  });

  it("hides and shows the pane, keeps its page running and tells it", async () => {
    await bench.page.getByRole("button", { name: "Close the task pane" }).click();
    expect(await bench.page.locator("#pane").isVisible()).toBe(false);
    await bench.enterAll({ D1: "=FIXTURE.ADD(2,2)" });
    expect((await bench.cell("D1")).value).toBe(4);
    await bench.page.getByRole("button", { name: "Open pane" }).click();
    expect(await bench.page.locator("#pane").isVisible()).toBe(true);
    expect((await fixture()).visibility).toEqual(["Hidden", "Taskpane"]);
  });

  it("makes the pane wider and never narrower than 320 pixels", async () => {
    const edge = bench.page.getByRole("separator", { name: "Width of the task pane" });
    await edge.focus();
    for (let press = 0; press < 5; press += 1) await bench.page.keyboard.press("ArrowLeft");
    expect((await bench.page.locator("#pane").boundingBox())?.width).toBe(460);
    for (let press = 0; press < 20; press += 1) await bench.page.keyboard.press("ArrowRight");
    expect((await bench.page.locator("#pane").boundingBox())?.width).toBe(320);
  });

  /** Escape puts the list of values away, then what was typed. The engine sometimes misses one that comes fast. */
  const putAway = (): Promise<void> =>
    until("nothing is being edited", async () => {
      await bench.page.keyboard.press("Escape");
      return (await bench.page.locator("html[data-edit-ended]").count()) > 0;
    });

  it("completes function names and helps with the parameter, custom enumerations included", async () => {
    await bench.call("select", "A20");
    await bench.page.mouse.click(100, 300);
    await bench.page.keyboard.type("=FIXTURE.O");
    await bench.page.getByText("One value, as JSON", { exact: false }).first().waitFor({ timeout: 5_000 });
    await bench.page.keyboard.type('NE("x",');
    await bench.page.getByText("One of:", { exact: false }).first().waitFor({ timeout: 5_000 });
    await bench.page.getByText("The small one.", { exact: false }).first().waitFor({ timeout: 5_000 });
    await bench.screenshot("workbench-parameter-help");
    await putAway();
  });

  it("shows the help with the argument being typed without a click, and closes it with one", async () => {
    await type(16, "=FIXTURE.ADD(1,");
    const help = bench.page.locator('[class~="univer-max-h-[350px]"]').filter({ hasText: "Adds two numbers." });
    await bench.page.getByText("The other number.").waitFor();
    expect(await help.innerText()).toContain("Adds two numbers.");
    expect(await bench.page.getByText("The one number.").isVisible()).toBe(false);
    expect((await help.boundingBox())?.height).toBeGreaterThan(60);
    await bench.page.locator('.univer-size-6[style*="rotateZ"]').click();
    expect((await help.boundingBox())?.height).toBe(0);
    await bench.page.locator('.univer-size-6[style*="rotateZ"]').click();
    expect((await help.boundingBox())?.height).toBeGreaterThan(60);
    await bench.page.locator("canvas[id^=univer-sheet-main]").click({ position: { x: 900, y: 300 } });
    await putAway();
    expect(await help.isVisible()).toBe(false);
  });

  it("keeps the pane and every command in sight in a window of 320 pixels, and gives the sheet its room back", async () => {
    const { page } = bench;
    await page.setViewportSize({ width: 320, height: 700 });
    const outside = await page
      .locator("#title-bar button, #ribbon button, #ribbon summary, #pane, #pane *")
      .evaluateAll((all) =>
        all.flatMap((element) => {
          const { left, right } = element.getBoundingClientRect();
          if (!element.checkVisibility()) return [];
          return left < -4 || right > 320 ? [`${element.outerHTML.slice(0, 60)} ${left}-${right}`] : [];
        }),
      );
    expect(outside).toEqual([]);
    expect(await page.evaluate(() => document.elementFromPoint(160, 400)?.getAttribute("name"))).toBe("pane");
    expect((await page.locator("#pane").boundingBox())?.width).toBe(320);
    await page.setViewportSize({ width: 1440, height: 860 });
    const sheet = page.locator('#sheet canvas[id^="univer-sheet-main"]');
    await until(
      "the sheet fills the window beside the pane",
      async () => ((await sheet.boundingBox())?.width ?? 0) > 1000,
    );
  });

  /** Begins to type into the first column. */
  const type = async (row: number, text: string): Promise<void> => {
    await bench.call("select", `A${row}`);
    await bench.page.locator("canvas[id^=univer-sheet-main]").click({ position: { x: 80, y: 20 + row * 22 - 8 } });
    await bench.page.keyboard.type(text);
  };
  const choices = (): Promise<string[]> => bench.page.locator("#choices li:visible code").allTextContents();
  const marked = (): Promise<string | null> => bench.page.locator("#choices [aria-selected=true] code").textContent();

  it("offers the values of a custom enumeration while it is typed: an arrow marks one, Tab writes it with its quotes", async () => {
    const write = async (): Promise<void> => {
      await type(14, '=FIXTURE.ONE("x",');
      await bench.page.locator("#choices").waitFor();
      expect(await choices()).toEqual(['"small"', '"large"']);
      await bench.page.keyboard.press("ArrowDown");
      expect(await marked()).toBe('"large"');
      await bench.screenshot("workbench-choices");
      await bench.page.keyboard.press("Tab");
      expect(await choices()).toEqual([]);
      await bench.page.keyboard.type(")");
    };
    await enterAgain(bench, { address: "A14", formula: '=FIXTURE.ONE("x","large")', write });
    await bench.settled();
    expect((await bench.cell("A14")).value).toBe('["x","large"]');
  });

  it("offers what begins with the typed letters, goes away on Esc and when another argument begins", async () => {
    const write = async (): Promise<void> => {
      await type(15, '=FIXTURE.ONE("x","s');
      await bench.page.locator("#choices").waitFor();
      expect(await choices()).toEqual(['"small"']);
      await bench.page.keyboard.press("Tab");
      await bench.page.keyboard.type(")");
    };
    await enterAgain(bench, { address: "A15", formula: '=FIXTURE.ONE("x","small")', write });
    await bench.settled();
    expect((await bench.cell("A15")).value).toBe('["x","small"]');
    await type(17, '=FIXTURE.ONE("x",');
    await bench.page.locator("#choices").waitFor();
    await bench.page.keyboard.press("Escape");
    expect(await choices()).toEqual([]);
    await bench.page.keyboard.type("B2,");
    expect(await choices()).toEqual([]);
    await bench.page.keyboard.press("Escape");
    expect((await bench.cell("A17")).value).toBe("");
  });

  it("shows an error's sentence and an entity's card below the sheet", async () => {
    await bench.enterAll({
      F1: '=FIXTURE.FAIL("invalidValue","minScore must be from 1 to 5")',
      F2: '=FIXTURE.TYPED("entity")',
    });
    await bench.call("select", "F1");
    await bench.page.getByText("minScore must be from 1 to 5").last().waitFor();
    await bench.call("select", "F2");
    await bench.page.locator("#cell-note").getByText("1200").waitFor();
  });

  it("changes the theme of page and add-in, contrast too", async () => {
    await bench.call("theme", "dark");
    const { themes } = await fixture();
    expect(themes.at(-1)).toBe("#1f1f1f");
    await bench.call("theme", "contrast");
    const contrast = await bench.pane().evaluate(() => window.matchMedia("(forced-colors: active)").matches);
    expect(contrast).toBe(true);
    await bench.call("theme", "light");
    expect(await bench.pane().evaluate(() => window.matchMedia("(forced-colors: active)").matches)).toBe(false);
  });
});
