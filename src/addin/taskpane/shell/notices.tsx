import { makeStyles, tokens } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { useStore } from "../state/use-store";
import { Stack } from "../ui/layout";
import { silently } from "../ui/lazily";
import { Notice } from "../ui/notice";
import { AsOfNotice } from "./as-of-notice";
import { ClockNotice } from "./clock-notice";
import { FunctionListNotice } from "./function-list-notice";
import { NewerReleaseNotice } from "./newer-release-notice";
import { RefreshNotice } from "./refresh-notice";
import { RepairNotice } from "./repair-notice";
import { TimeZoneNotice } from "./time-zone-notice";

const useStyles = makeStyles({
  // Visible at every scroll position, because the user may be far down in a form.
  notices: {
    position: "sticky",
    top: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    // It sticks below the padding of the view, where scrolled content would show.
    ":not(:empty)::before": {
      content: "''",
      position: "absolute",
      left: 0,
      right: 0,
      bottom: "100%",
      height: tokens.spacingVerticalM,
      backgroundColor: tokens.colorNeutralBackground1,
    },
  },
});

const FillKeeper = silently(
  async () => (await import(/* webpackChunkName: "pane-resolve" */ "../features/resolve/fill-form")).FillKeeper,
);

/** What keeps values from being current, messages of commands until dismissed, and a hint while a cell is being edited. */
export const Notices = (): ReactNode => {
  const styles = useStyles();
  const { deps, runtime } = usePane();
  const { notices, cellEdit } = deps;
  const isSignedIn = useStore(runtime.session.state).status === "signed-in";
  const sentences = useStore(notices);
  const editing = useStore(cellEdit);
  return (
    <div className={styles.notices}>
      <AsOfNotice />
      <RefreshNotice />
      <RepairNotice />
      <NewerReleaseNotice />
      <FunctionListNotice />
      {isSignedIn && <ClockNotice />}
      {isSignedIn && <TimeZoneNotice />}
      {isSignedIn && <FillKeeper />}
      {(sentences.length > 0 || editing) && (
        <Stack>
          {editing && <Notice>{t("chrome.editing")}</Notice>}
          {sentences.length > 0 && (
            <Notice actions={[{ label: t("pane.dismiss"), run: () => notices.set([]) }]}>
              {sentences.slice(-3).join(" ")}
            </Notice>
          )}
          <span />
        </Stack>
      )}
    </div>
  );
};
