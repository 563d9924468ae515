import path from "node:path";
import { hostFindings } from "../axe";
import { freshWorkbench } from "./fresh-workbench";

const themes = ["light", "dark", "contrast"] as const;
const cells = { A1: "Name", B1: "Score", A2: "Acme", B2: 7, A3: "Beta", B3: 3, A4: "Cloud", B4: 9 };

describe("menus and dialogs of the host page", () => {
  const workbench = freshWorkbench();

  const tool = (name: string) =>
    workbench().page.locator("#sheet [data-u-comp=headerbar]").getByLabel(name, { exact: true }).first();
  const menu = (name: string): Promise<void> =>
    workbench().page.locator("#title-bar").getByRole("button", { name, exact: true }).click();

  const opened: Readonly<Record<string, () => Promise<void>>> = {
    Open: () => menu("Open"),
    Save: () => menu("Save"),
    View: () => menu("View"),
    Developer: () => menu("Developer"),
    sort: () => tool("Sort").click(),
    filter: async () => {
      const { page, call } = workbench();
      await call("select", "A1:B4");
      await tool("Toggle Filter").click();
      await page.locator("canvas[id^=univer-sheet-main]").click({ position: { x: 46 + 88 - 9, y: 31 } });
      await page.locator("[data-u-comp=sheets-filter-panel]").first().waitFor();
    },
    "conditional formats": () => tool("Conditional Formatting").click(),
  };

  it.each(Object.keys(opened).flatMap((name) => themes.map((theme) => [name, theme] as const)))(
    "have nothing that axe objects to: %s, theme %s",
    async (name, theme) => {
      const { page, call, enterAll } = workbench();
      await call("theme", theme);
      await enterAll(cells);
      await call("select", "B2");
      try {
        await opened[name]?.();
        // Menus and colours appear in steps.
        await page.waitForTimeout(400);
        if (process.env["SCREENSHOTS"] !== undefined)
          await page.screenshot({ path: path.join("screenshots", `open-${name.replace(" ", "-")}-${theme}.png`) });
        expect(await hostFindings(page, theme)).toEqual([]);
      } finally {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
      }
    },
  );
});
