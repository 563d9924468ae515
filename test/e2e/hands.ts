import type { Locator, Page } from "playwright-core";
import { enterAgain } from "./workbench/enter-again";
import type { WorkbenchPage } from "./workbench/page";

/** What a person does in the workbench, by keyboard alone or through the mouse: one journey serves both. */
export interface Hands {
  readonly name: "keyboard" | "mouse";
  /** Presses a control of the pane: a button, a tab, a link, an option. */
  readonly press: (control: Locator) => Promise<void>;
  /** Presses it twice, as fast as it goes. */
  readonly pressTwice: (control: Locator) => Promise<void>;
  /** Ticks a box; one that is ticked stays so. */
  readonly tick: (box: Locator) => Promise<void>;
  /** Takes the tick away; one that has none stays so. */
  readonly untick: (box: Locator) => Promise<void>;
  /** Types into a field of the pane, in place of what it holds. */
  readonly fill: (field: Locator, text: string) => Promise<void>;
  /** Chooses an option of a select by its visible text. */
  readonly choose: (select: Locator, label: string) => Promise<void>;
  /** Chooses the candidate at a place (0 the first) of a listbox. */
  readonly pick: (listbox: Locator, at: number) => Promise<void>;
  /** Presses a button of the ribbon. */
  readonly ribbon: (label: string) => Promise<void>;
  /** Selects a range of the sheet. */
  readonly select: (range: string) => Promise<void>;
  /** Types into a cell of the active sheet and enters it. */
  readonly enter: (cell: string, text: string) => Promise<void>;
  /** Inserts an empty row above the row of this number (1 is the first). */
  readonly insertRowAbove: (row: number) => Promise<void>;
  /** Goes to the sheet after the active one. */
  readonly nextSheet: () => Promise<void>;
}

/** Whether the name box has the keyboard. */
const inNameBox = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('[data-u-comp="defined-name"]') instanceof Element);

/** Waits until what was entered there is selected and the grid has the keyboard again. */
const leftNameBox = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () => !(document.activeElement?.closest('[data-u-comp="defined-name"]') instanceof Element),
  );
  await page.waitForTimeout(50);
};

/** Types into the field that has the focus, over what is selected in it. A date is typed part by part, as its field wants it. */
const typeOver = async ({ keyboard }: Page, field: Locator, text: string): Promise<void> => {
  if ((await field.getAttribute("type")) === "date") {
    const [year = "", month = "", day = ""] = text.split("-");
    await keyboard.type(`${month}${day}${year}`);
  } else if (text === "") await keyboard.press("Delete");
  else await keyboard.insertText(text);
};

/** Formulas begin key by key, so that the list of functions opens as it does for a person; the rest is inserted at once, because each key costs a full sheet 90 ms. */
const typedKeys = 8;

/** Types into the selected cell and enters it; types again what the list of functions took for a choice. */
const enterCell = async (
  workbench: WorkbenchPage,
  {
    cell,
    text,
    select,
  }: { readonly cell: string; readonly text: string; readonly select: (cell: string) => Promise<void> },
): Promise<void> => {
  const { keyboard } = workbench.page;
  const write = async (): Promise<void> => {
    await select(cell);
    if (text === "") {
      await keyboard.press("Delete");
      return;
    }
    await keyboard.type(text.slice(0, typedKeys));
    if (text.length > typedKeys) await keyboard.insertText(text.slice(typedKeys));
  };
  if (text.startsWith("=")) return enterAgain(workbench, { address: cell, formula: text, write });
  await write();
  if (text !== "") await keyboard.press("Enter");
};

/** More Tabs than any view has controls. */
const mostTabs = 400;

/** Runs in the page: where the focus is, seen from an element: on it (0), before (-1) or behind it (1) in the order of Tab. */
const focusFrom = (element: Element): -1 | 0 | 1 => {
  const { activeElement, body } = element.ownerDocument;
  if (activeElement === null || activeElement === body) return -1;
  if (element === activeElement) return 0;
  return element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1;
};

/**
 * Runs in the page: about how often Tab (or, below 0, Shift+Tab) has to be pressed until an element has the focus. The browser
 * may stop at fewer controls: of the choices of a group it stops at one.
 */
const tabsTo = (element: Element): number => {
  const { activeElement, body } = element.ownerDocument;
  if (element === activeElement) return 0;
  const stops = [...element.ownerDocument.querySelectorAll<HTMLElement>("*")].filter(
    (one) => one === activeElement || (one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility()),
  );
  const from = activeElement === null || activeElement === body ? -1 : stops.indexOf(activeElement as HTMLElement);
  return stops.indexOf(element as HTMLElement) - from;
};

/** Drives the workbench by keyboard alone; elements are only looked at. */
const keyboardHands = (workbench: WorkbenchPage): Hands => {
  const { page } = workbench;
  const { keyboard } = page;
  const region = (): Promise<string> =>
    page.evaluate(
      () =>
        ["ribbon", "pane", "title-bar"].find((id) => document.getElementById(id)?.contains(document.activeElement)) ??
        "sheet",
    );
  const toRegion = async (target: string): Promise<void> => {
    for (let pressed = 0; (await region()) !== target; pressed += 1) {
      if (pressed > 4) throw new Error(`F6 never came to ${target}.`);
      await keyboard.press("F6");
      await page.waitForTimeout(30);
    }
  };
  const tabTo = async (control: Locator): Promise<void> => {
    let before = 0;
    for (let pressed = 0; pressed < mostTabs;) {
      const left = await control.evaluate(tabsTo);
      if (left === 0) return;
      // Who has gone too far, and comes back, looks after each.
      const isBack = before !== 0 && Math.sign(left) !== Math.sign(before);
      const presses = isBack ? 1 : Math.abs(left);
      before = isBack ? before : left;
      for (let press = 0; press < presses; press += 1) await keyboard.press(left > 0 ? "Tab" : "Shift+Tab");
      pressed += presses;
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
    untick: async (box) => {
      await reach(box);
      if (await box.isChecked()) await keyboard.press("Space");
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

/** Drives the workbench through the mouse; the keyboard is for what must be typed. */
const mouseHands = (workbench: WorkbenchPage): Hands => {
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
    untick: async (box) => {
      if (await box.isChecked()) await box.click();
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
        .getByText(sheets[file.active + 1] ?? "")
        .click();
    },
  };
};

/** A way to drive the workbench, as titles of tests say it. */
export type Way = readonly [title: "by keyboard" | "through the mouse", makeHands: (workbench: WorkbenchPage) => Hands];

/** How journeys are done in `npm test`. */
export const byKeyboard: Way = ["by keyboard", keyboardHands];
/** How the same journeys are done in `npm run test:slow`. */
export const throughMouse: Way = ["through the mouse", mouseHands];

/** Both ways, for `describe.each`. */
export const bothHands = [byKeyboard, throughMouse] as const;
