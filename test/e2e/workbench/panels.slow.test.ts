import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { Locator } from "playwright-core";
import { until } from "../../support/until";
import { hostFindings } from "../axe";
import { freshWorkbench } from "./fresh-workbench";

const looks = ["light", "dark", "contrast", "forced colours"] as const;
const cells = { A1: "Name", B1: "Score", A2: "Acme", B2: 7, A3: "Beta", B3: 3, A4: "Cloud", B4: 9 };

/** What the engine opens from its tools, beside the sheet or over it. */
describe("panels of the sheet", () => {
  const workbench = freshWorkbench();
  const page = () => workbench().page;
  const grid = (): Locator => page().locator("canvas[id^=univer-sheet-main]");
  const panel = (): Locator => page().locator("[data-u-comp=sidebar]");
  const popup = (): Locator => page().locator("[data-slot=popover-content]").last();
  const filterPanel = (): Locator => page().locator("[data-u-comp=sheets-filter-panel]").first();
  const tool = (name: string): Locator =>
    page().locator("#sheet [data-u-comp=headerbar]").getByLabel(name, { exact: true }).first();
  const choose = async (menu: string, name: string): Promise<void> => {
    await tool(menu).click();
    await page().getByRole("menuitem", { name, exact: true }).click();
  };
  const conditional = (name: string): Promise<void> => choose("Conditional Formatting", name);
  const validation = async (): Promise<void> => {
    await choose("Data validation", "Data validation management");
    await panel().getByRole("button", { name: "Add Rule" }).click();
  };
  const filter = async (): Promise<void> => {
    await workbench().call("select", "A1:B4");
    await tool("Toggle Filter").click();
    await grid().click({ position: { x: 46 + 88 - 9, y: 31 } });
    await filterPanel().waitFor();
  };
  const borders = async (): Promise<void> => {
    const options = page().getByRole("button", { name: "Border: options" });
    // The further tools may still be open from before, or be closing.
    await until("the borders are shown", async () => {
      if ((await options.count()) === 0) await tool("More").click();
      // The button itself has no width.
      const isShown = (): Promise<boolean> => page().getByRole("button", { name: "All borders" }).isVisible();
      const press = (): Promise<void> => options.locator("div").click({ timeout: 2_000 });
      if (!(await isShown())) await press().catch(() => undefined);
      await page().waitForTimeout(400);
      return isShown();
    });
  };
  const menuOfCell = async (name: string): Promise<void> => {
    await grid().click({ position: { x: 100, y: 60 }, button: "right" });
    await page().getByText(name, { exact: true }).locator("visible=true").first().hover();
    await page().locator("[data-u-context-menu-submenu]").waitFor();
  };

  beforeEach(async () => {
    await workbench().enterAll(cells);
    // B2.
    await grid().click({ position: { x: 46 + 88 + 30, y: 20 + 22 + 11 } });
  });
  afterEach(async () => {
    for (let count = 0; count < 3; count += 1) await page().keyboard.press("Escape");
    // A closed panel has no width and keeps its controls.
    for (const close of await page().locator("[data-u-comp=sidebar][aria-expanded=true] header button").all())
      await close.click();
    await page().emulateMedia({ forcedColors: "none" });
    await workbench().call("theme", "light");
  });

  const opened: Readonly<Record<string, () => Promise<void>>> = {
    "data validation": async () => {
      await validation();
      await panel().getByText("Advance options").click();
    },
    "conditional format, by content": () => conditional("Highlight Cell"),
    "conditional format, by rank": () => conditional("Top/Bottom/Average"),
    "conditional format, color scale": () => conditional("Color Scale"),
    "conditional format, data bar": () => conditional("Data Bar"),
    "conditional formats of the sheet": async () => {
      await conditional("Data Bar");
      await panel().getByRole("button", { name: "Submit" }).click();
      await panel().getByText("Entire Sheet").waitFor();
    },
    colors: async () => {
      await conditional("Highlight Cell");
      await panel().getByRole("button", { name: "Text color" }).click();
      await popup().waitFor();
    },
    "sets of icons": async () => {
      await conditional("Icon Set");
      await panel().getByRole("button", { name: "Style Rule" }).click();
      await popup().getByText("Direction").waitFor();
    },
    icons: async () => {
      await conditional("Icon Set");
      await panel().getByRole("button", { name: "Icon2" }).click();
      await popup().getByText("No icon").waitFor();
    },
    "custom sort": async () => {
      await choose("Sort", "Custom Sort");
      await page().getByText("Extend range sorting", { exact: true }).click();
      await page().getByRole("button", { name: "Confirm" }).click();
      await page().getByText("Custom Sort: A1:B4").waitFor();
    },
    find: async () => {
      await tool("Find & Replace").click();
      await page().getByPlaceholder("Find in this Sheet").waitFor();
    },
    replace: async () => {
      await tool("Find & Replace").click();
      await page().getByText("Advanced Searching & Replace").click();
      await page().getByPlaceholder("Input Replace String").waitFor();
    },
    link: async () => {
      await page().keyboard.press("Control+k");
      await page().getByRole("dialog", { name: "Insert link" }).waitFor();
    },
    "filter with a search": async () => {
      await filter();
      await filterPanel().getByPlaceholder("Use space to separate keywords").fill("Ac");
    },
    "filter by conditions": async () => {
      await filter();
      await filterPanel().getByText("By Conditions").click();
    },
    "inserted rows": () => menuOfCell("Insert"),
    "further tools": () => tool("More").click(),
    borders: async () => {
      await borders();
      await page().getByRole("button", { name: "All borders" }).waitFor();
    },
    "lines of borders": async () => {
      await borders();
      await page().getByRole("button", { name: "Line style" }).click();
      await page().getByRole("menuitemradio", { name: "Double" }).waitFor();
    },
    names: () => page().getByRole("button", { name: "Names", exact: true }).click(),
  };

  it.each(Object.keys(opened))("have nothing that axe objects to in any theme: %s", async (name) => {
    await opened[name]?.();
    const found: string[] = [];
    for (const look of looks) {
      await page().emulateMedia({ forcedColors: look === "forced colours" ? "active" : "none" });
      await workbench().call("theme", look === "forced colours" ? "light" : look);
      // Panels appear, and colours change, in steps; those of forced colours begin late.
      await page().waitForTimeout(400);
      if (process.env["SCREENSHOTS"] !== undefined)
        await page().screenshot({
          path: path.join("screenshots", `panel-${`${name}-${look}`.replaceAll(/\W+/g, "-")}.png`),
        });
      found.push(...(await hostFindings(page(), look)).map((violation) => `${look}: ${violation}`));
    }
    expect(found).toEqual([]);
  });

  it("name each of their fields by what stands before it, and what a field shows", async () => {
    await conditional("Icon Set");
    const named = (role: "button" | "textbox" | "checkbox", name: string): Promise<void> =>
      panel().getByRole(role, { name, exact: true }).first().waitFor({ state: "attached" });
    await named("button", "Style Type: Icon Set");
    await named("button", "Type: Number");
    await named("textbox", "Value");
    await named("checkbox", "Reverse Icon Order");
    await panel().getByRole("button", { name: "Style Type: Icon Set" }).click();
    await page().getByRole("menu").getByText("Color Scale", { exact: true }).click();
    await named("button", "Style Type: Color Scale");
    await named("button", "Maximum: Fill color");
    await named("textbox", "Median Value");
  });

  it("are worked by keyboard where the engine knows the mouse only: a format, a color, an icon", async () => {
    await conditional("Icon Set");
    await panel().getByRole("button", { name: "Icon2" }).focus();
    await page().keyboard.press("Enter");
    const before = await panel().getByRole("button", { name: "Icon2" }).locator("img").getAttribute("src");
    await popup().getByRole("button", { name: "Icon 12", exact: true }).focus();
    await page().keyboard.press("Enter");
    await until("the other icon is chosen", async () => {
      return (await panel().getByRole("button", { name: "Icon2" }).locator("img").getAttribute("src")) !== before;
    });
    await conditional("Highlight Cell");
    await panel().getByRole("button", { name: "Fill color" }).focus();
    await page().keyboard.press("Space");
    await popup().getByRole("button", { name: "#f05252" }).focus();
    await page().keyboard.press("Enter");
    await panel().getByRole("button", { name: "Bold" }).focus();
    await page().keyboard.press("Enter");
    await panel().getByRole("textbox", { name: "Style Rule" }).fill("7");
    await panel().getByRole("button", { name: "Submit" }).click();
    await until("B2 is filled", async () => (await workbench().call("conditionalLook", "B2")).fill === "#f05252");
  });

  it("are worked by keyboard: the line of a border, and the border", async () => {
    await borders();
    await page().getByRole("button", { name: "Line style" }).focus();
    await page().keyboard.press("Enter");
    await page().getByRole("menuitemradio", { name: "Double" }).focus();
    await page().keyboard.press("Enter");
    await borders();
    await page().getByRole("button", { name: "Bottom border" }).focus();
    await page().keyboard.press("Enter");
    await until("B2 has it", async () => {
      const parts = unzipSync(Buffer.from(await workbench().call("saveXlsx"), "base64"));
      return strFromU8(parts["xl/styles.xml"] ?? new Uint8Array()).includes('<bottom style="double">');
    });
  });

  it("show where the search field of a filter has the focus", async () => {
    await filter();
    const search = filterPanel().getByPlaceholder("Use space to separate keywords");
    await search.focus();
    const outline = (): Promise<string> =>
      search.evaluate((field) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(field);
        return [outlineStyle, outlineWidth, outlineColor].join(" ");
      });
    await workbench().call("theme", "contrast");
    await until("the ring is yellow", async () => (await outline()) === "solid 2px rgb(255, 255, 0)");
    const border = (): Promise<string> => filterPanel().evaluate((element) => getComputedStyle(element).outlineColor);
    expect(await border()).toBe("rgb(255, 255, 255)");
    await workbench().call("theme", "dark");
    await until("the ring is light", async () => (await outline()) === "solid 2px rgb(157, 180, 255)");
  });

  it("show ticks and colors where colors are forced", async () => {
    await filter();
    await page().emulateMedia({ forcedColors: "active" });
    const background = (selector: string): Promise<string> =>
      page()
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await background("[data-u-comp=sheets-filter-panel] input:checked + span")).toBe("rgb(44, 83, 241)");
    await page().keyboard.press("Escape");
    await opened["colors"]?.();
    expect(await background("[data-u-comp=color-picker] button[aria-label='#f05252']")).toBe("rgb(240, 82, 82)");
  });
});
