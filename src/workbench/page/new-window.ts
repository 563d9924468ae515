import { handOver, windowLocks } from "../file/workbook-store";
import type { StoredWorkbook } from "../file/stored-workbook";
import { t } from "../texts";
import { askInDialog } from "./dialog";

/**
 * Opens a workbook in a window of its own. If the browser lets scripts open none, it asks, because a click may.
 * @throws an error if the user does not want it, or the browser still opens none
 */
export const openInNewWindow = async (file: StoredWorkbook, language: string): Promise<void> => {
  const query = new URLSearchParams({ window: await handOver(file, Date.now(), windowLocks(window)), language });
  const open = (): boolean => window.open(`${window.location.pathname}?${query.toString()}`, "_blank") !== null;
  if (open()) return;
  const answers = { open: t("window.open"), cancel: t("dialog.cancel") };
  const answer = await askInDialog({ title: t("window.title"), sentences: [t("window.text")], answers });
  if (answer !== "open" || !open()) throw new Error("The window of the new workbook was not opened.");
};
