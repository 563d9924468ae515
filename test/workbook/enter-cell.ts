import type { WorkbenchPage } from "../workbench/page";

/** How long the engine's list of functions may be behind what is typed; while it shows, it takes Enter for itself. */
const listIsLate = 400;

/** Types into the selected cell and enters it; looks at it, as one does, and types again what the list of functions took for a choice. */
export const enterCell = async (
  workbench: WorkbenchPage,
  {
    cell,
    text,
    select,
  }: { readonly cell: string; readonly text: string; readonly select: (cell: string) => Promise<void> },
): Promise<void> => {
  const { keyboard } = workbench.page;
  const formula = text.startsWith("=");
  for (let tried = 0; tried < 4; tried += 1) {
    await select(cell);
    if (text === "") await keyboard.press("Delete");
    else await keyboard.type(text);
    if (formula) await workbench.page.waitForTimeout(listIsLate);
    if (text !== "") await keyboard.press("Enter");
    if (!formula) return;
    await workbench.page.waitForTimeout(listIsLate);
    if ((await workbench.cell(cell)).formula === text) return;
    await keyboard.press("Escape");
    await keyboard.press("Escape");
  }
  throw new Error(`${text} never came into ${cell}.`);
};
