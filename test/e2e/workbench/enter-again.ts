import { until } from "../../support/until";
import type { WorkbenchPage } from "./page";

/** Seconds until a cell must hold what was entered. */
const patience = 2;

/**
 * Types with `write`, presses Enter and waits until the cell holds the formula, not until it is calculated. On a machine under
 * load the editor may open late and lose the first keys: then Escape ends editing and the formula is typed again.
 */
export const enterAgain = async (
  { page, cell }: WorkbenchPage,
  {
    address,
    formula,
    write,
  }: { readonly address: string; readonly formula: string; readonly write: () => Promise<void> },
): Promise<void> => {
  for (let tried = 0; tried < 4; tried += 1) {
    await write();
    await page.keyboard.press("Enter");
    const holds = async (): Promise<boolean> => (await cell(address)).formula === formula;
    try {
      await until(`${address} holds ${formula}`, holds, patience);
      return;
    } catch {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
  }
  throw new Error(`${formula} never came into ${address}.`);
};
