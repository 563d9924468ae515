import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { useStore } from "../state/use-store";
import { Stack } from "../ui/layout";
import { Notice } from "../ui/notice";

/** Says which cells do not show what was answered for them, and what the user can do. */
export const RepairNotice = (): ReactNode => {
  const { deps, state } = usePane();
  const { repair, recalculation } = deps;
  const { unknownNames, interrupted, failed } = useStore(repair.state);
  const show = { label: t("chrome.show"), run: () => state.view.set("status") };
  const dismiss = { label: t("pane.dismiss"), run: () => void repair.dismiss() };
  const refresh = async (): Promise<void> => {
    const { reason } = await recalculation.refresh(interrupted);
    if (reason === undefined) await repair.dismiss();
  };
  if (unknownNames.length + interrupted.length + failed.length === 0) return null;
  return (
    <Stack>
      {unknownNames.length > 0 && (
        <Notice
          intent="warning"
          title={t("repair.unknownNames", { count: unknownNames.length })}
          actions={[show, dismiss]}
        >
          {t("repair.unknownNamesLead")}
        </Notice>
      )}
      {interrupted.length > 0 && (
        <Notice
          intent="warning"
          title={t("repair.interrupted", { count: interrupted.length })}
          actions={[{ label: t("refresh.now"), run: () => void refresh() }, dismiss]}
        >
          {t("repair.interruptedLead")}
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice
          intent="warning"
          title={t("repair.failed", { count: failed.length })}
          actions={[{ label: t("pane.retry"), run: () => void repair.tryAgain() }, show, dismiss]}
        >
          {t("repair.failedLead")}
        </Notice>
      )}
      <span />
    </Stack>
  );
};
