import type { Page } from "playwright-core";

/** Whether the name box has the keyboard. */
export const inNameBox = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement?.closest('[data-u-comp="defined-name"]') instanceof Element);

/** Waits until what was entered there is selected and the grid has the keyboard again. */
export const leftNameBox = async (page: Page): Promise<void> => {
  await page.waitForFunction(
    () => !(document.activeElement?.closest('[data-u-comp="defined-name"]') instanceof Element),
  );
  await page.waitForTimeout(50);
};
