import type { WorkbenchPage } from "./page";

/** How long a cell may take to hold what was entered, in milliseconds. */
const patience = 2_000;

/**
 * Types with `write`, presses Enter and waits until the cell holds the formula. The engine's list of functions may come late and take Enter for itself:
 * then it is put away and typed again, as one does.
 */
export const enterAgain = async (
  { page, cell, settled }: WorkbenchPage,
  {
    address,
    formula,
    write,
  }: { readonly address: string; readonly formula: string; readonly write: () => Promise<void> },
): Promise<void> => {
  for (let tried = 0; tried < 4; tried += 1) {
    await write();
    await page.keyboard.press("Enter");
    const end = Date.now() + patience;
    while ((await cell(address)).formula !== formula && Date.now() < end) await page.waitForTimeout(50);
    await settled();
    if ((await cell(address)).formula === formula) return;
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  }
  throw new Error(`${formula} never came into ${address}.`);
};
