import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { useStore, useThrottledStore } from "../state/use-store";
import { Stack } from "../ui/layout";
import { Notice } from "../ui/notice";

/** Offers to reload when a newer release is there. While requests run it says that it waits: a reload would end them. */
export const NewerReleaseNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const isNewer = useStore(deps.release.isNewer);
  const isBusy = useThrottledStore(runtime.requestLog.pending) > 0;
  if (!isNewer) return null;
  return (
    <Stack>
      <Notice
        title={t("chrome.newerRelease")}
        actions={isBusy ? [] : [{ label: t("chrome.reload"), run: deps.reload }]}
      >
        {t(isBusy ? "chrome.reloadLater" : "chrome.reloadLead")}
      </Notice>
      <span />
    </Stack>
  );
};
