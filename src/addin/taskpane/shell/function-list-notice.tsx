import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { useStore } from "../state/use-store";
import { Stack } from "../ui/layout";
import { Notice } from "../ui/notice";

/** Says that Excel may not know the functions of this release yet, and what to do. */
export const FunctionListNotice = (): ReactNode => {
  const { functionList } = usePane().deps;
  const state = useStore(functionList);
  if (state === "current") return null;
  return (
    <Stack>
      <Notice
        title={t("chrome.functionList")}
        actions={[{ label: t("pane.dismiss"), run: () => functionList.set("current") }]}
      >
        {t(state === "reopen" ? "chrome.functionListReopen" : "chrome.functionListUnsure")}
      </Notice>
      <span />
    </Stack>
  );
};
