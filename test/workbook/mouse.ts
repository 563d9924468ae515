import type { Locator } from "playwright-core";
import type { WorkbenchPage } from "../workbench/page";
import { enterCell } from "./enter-cell";
import type { Hands } from "./hands";
import { leftNameBox } from "./name-box";
import { typeOver } from "./type-over";

/** Drives the workbench through the mouse; the keyboard is for what must be typed. */
export const mouseHands = (workbench: WorkbenchPage): Hands => {
  const { page } = workbench;
  const { keyboard, mouse } = page;
  const click = (control: Locator): Promise<void> => control.click();
  const select = async (range: string): Promise<void> => {
    const box = page.locator('[data-u-comp="defined-name"] input');
    await box.click({ clickCount: 3 });
    await keyboard.type(range);
    await keyboard.press("Enter");
    await leftNameBox(page);
  };
  /** The middle of a row's header, for a row in sight. */
  const rowHeader = async (row: number): Promise<readonly [number, number]> => {
    const canvas = await page.locator('#sheet canvas[id^="univer-sheet-main"]').boundingBox();
    return [(canvas?.x ?? 0) + 23, (canvas?.y ?? 0) + 20 + 22 * (row - 0.5)];
  };
  return {
    name: "mouse",
    select,
    press: click,
    pressTwice: (control) => control.dblclick(),
    tick: async (box) => {
      if (!(await box.isChecked())) await box.click();
    },
    fill: async (field, text) => {
      // A date begins at its left: a click in the middle is in another part of it.
      const isDate = (await field.getAttribute("type")) === "date";
      await field.click(isDate ? { position: { x: 16, y: 14 } } : {});
      await keyboard.press("ControlOrMeta+A");
      await typeOver(page, field, text);
    },
    choose: async (field, label) => {
      await field.selectOption({ label });
    },
    pick: (listbox, at) => listbox.getByRole("option").nth(at).click(),
    ribbon: (label) => page.locator("#ribbon").getByText(label, { exact: true }).click(),
    enter: (cell, text) => enterCell(workbench, { cell, text, select }),
    insertRowAbove: async (row) => {
      await select(`A${row}`);
      const [x, y] = await rowHeader(row);
      await mouse.click(x, y);
      await mouse.click(x, y, { button: "right" });
      // In the middle of the item stands a field for how many.
      await page.getByText("rows above").click({ position: { x: 5, y: 5 } });
    },
    nextSheet: async () => {
      const sheets = await workbench.call("sheets");
      const file = await workbench.call("save");
      await page
        .locator("#sheet")
        .getByText(sheets[sheets.indexOf(file.active ?? "") + 1] ?? "")
        .click();
    },
  };
};
