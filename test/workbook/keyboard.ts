import type { Locator } from "playwright-core";
import type { WorkbenchPage } from "../workbench/page";
import { enterCell } from "./enter-cell";
import type { Hands } from "./hands";
import { inNameBox, leftNameBox } from "./name-box";
import { typeOver } from "./type-over";

/** More Tabs than any view has controls. */
const mostTabs = 400;

/** Runs in the page: where the focus is, seen from an element: on it (0), before (-1) or behind it (1) in the order of Tab. */
const focusFrom = (element: Element): -1 | 0 | 1 => {
  const { activeElement, body } = element.ownerDocument;
  if (activeElement === null || activeElement === body) return -1;
  if (element === activeElement) return 0;
  return element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1;
};

/** Drives the workbench by keyboard alone: every step is a key that the page hears; elements are only looked at. */
export const keyboardHands = (workbench: WorkbenchPage): Hands => {
  const { page } = workbench;
  const { keyboard } = page;
  const region = (): Promise<string> =>
    page.evaluate(
      () =>
        ["ribbon", "pane", "title-bar"].find((id) => document.getElementById(id)?.contains(document.activeElement)) ??
        "sheet",
    );
  const toRegion = async (wanted: string): Promise<void> => {
    for (let pressed = 0; (await region()) !== wanted; pressed += 1) {
      if (pressed > 4) throw new Error(`F6 never came to ${wanted}.`);
      await keyboard.press("F6");
      await page.waitForTimeout(30);
    }
  };
  const tabTo = async (control: Locator): Promise<void> => {
    for (let pressed = 0; pressed < mostTabs; pressed += 1) {
      const from = await control.evaluate(focusFrom);
      if (from === 0) return;
      await keyboard.press(from === -1 ? "Tab" : "Shift+Tab");
    }
    throw new Error(`Tab never came to ${String(control)}.`);
  };
  /** Of tabs and options only one is a stop of Tab; arrows do the rest. */
  const roveTo = async (control: Locator, group: string): Promise<void> => {
    const stop = control.locator(`xpath=ancestor::*[@role="${group}"][1]//*[@tabindex="0"]`).first();
    await tabTo(stop);
    const arrow = group === "tablist" ? "ArrowRight" : "ArrowDown";
    for (let pressed = 0; (await control.evaluate(focusFrom)) !== 0; pressed += 1) {
      if (pressed > 40) throw new Error(`${arrow} never came to ${String(control)}.`);
      await keyboard.press(arrow);
    }
  };
  const reach = async (control: Locator): Promise<void> => {
    await control.waitFor();
    await toRegion("pane");
    if ((await control.getAttribute("role")) === "tab") await roveTo(control, "tablist");
    else await tabTo(control);
  };
  const select = async (range: string): Promise<void> => {
    await toRegion("sheet");
    // A formula that is still being entered keeps the key for itself.
    for (let pressed = 0; !(await inNameBox(page)); pressed += 1) {
      if (pressed > 40) throw new Error("F5 never came to the name box.");
      await keyboard.press("F5");
      await page.waitForTimeout(50);
    }
    await keyboard.press("ControlOrMeta+A");
    await keyboard.type(range);
    await keyboard.press("Enter");
    await leftNameBox(page);
  };
  return {
    name: "keyboard",
    select,
    press: async (control) => {
      await reach(control);
      await keyboard.press("Enter");
    },
    pressTwice: async (control) => {
      await reach(control);
      await Promise.all([keyboard.press("Enter"), keyboard.press("Enter")]);
    },
    tick: async (box) => {
      await reach(box);
      if (!(await box.isChecked())) await keyboard.press("Space");
    },
    fill: async (field, text) => {
      await reach(field);
      await keyboard.press("ControlOrMeta+A");
      await typeOver(page, field, text);
    },
    choose: async (field, label) => {
      await reach(field);
      await keyboard.type(label);
    },
    pick: async (listbox, at) => {
      await listbox.waitFor();
      await toRegion("pane");
      const options = listbox.getByRole("option");
      await tabTo(listbox.locator('[role="option"][tabindex="0"]'));
      for (let pressed = 0; (await options.nth(at).evaluate(focusFrom)) !== 0; pressed += 1) {
        if (pressed > 10) throw new Error("The arrows never came to the candidate.");
        await keyboard.press("ArrowDown");
      }
      await keyboard.press("Space");
    },
    ribbon: async (label) => {
      await toRegion("ribbon");
      await tabTo(
        page
          .locator("#ribbon")
          .getByText(label, { exact: true })
          .locator("xpath=ancestor-or-self::*[self::button or self::summary][1]"),
      );
      await keyboard.press("Enter");
    },
    enter: (cell, text) => enterCell(workbench, { cell, text, select }),
    insertRowAbove: async (row) => {
      await select(`A${row}`);
      await keyboard.press("Shift+Space");
      await keyboard.press("ControlOrMeta+Shift++");
    },
    nextSheet: async () => {
      await toRegion("sheet");
      await keyboard.press("ControlOrMeta+Alt+PageDown");
    },
  };
};
