import { Button, makeStyles, Spinner, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { RefreshReport } from "../../excel/refresh";
import { formatTime, t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { useStore, useThrottledStore } from "../state/use-store";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    alignItems: "center",
    gap: tokens.spacingHorizontalS,
    // The same height with and without buttons.
    minHeight: "24px",
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    flexShrink: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  text: { ...typographyStyles.caption1, flexGrow: 1 },
});

/** `12 formulas refreshed at 14:05 · 3 rows changed`; `Ready` before the first refresh. */
const resultOf = (report: RefreshReport | undefined): string => {
  if (report?.status !== "done") return t("chrome.ready");
  const { at, refreshed, rowsChanged, notCompared } = report;
  return [
    t("refresh.done", { count: refreshed, time: formatTime(at) }),
    // Nothing is said of rows where no formula could be compared.
    ...(refreshed > notCompared ? [t("refresh.rowsChanged", { count: rowsChanged })] : []),
    ...(notCompared > 0 ? [t("refresh.notCompared", { count: notCompared })] : []),
  ].join(" · ");
};

/** The status line: running requests and Stop, otherwise the result of the last refresh. Always visible, so that buttons never move. */
export const ActivityBar = (): ReactNode => {
  const styles = useStyles();
  const { runtime, deps } = usePane();
  const report = useStore(deps.recalculation.report);
  const pending = useThrottledStore(runtime.requestLog.pending);
  return (
    <footer className={styles.bar}>
      {pending > 0 && <Spinner size="extra-tiny" aria-hidden />}
      <span className={styles.text} role="status">
        {pending > 0 ? t("chrome.pending", { count: pending }) : resultOf(report)}
      </span>
      {pending > 0 && <Controls />}
    </footer>
  );
};

const Controls = (): ReactNode => {
  const { deps, state } = usePane();
  const stop = (): void => {
    deps.recalculation.stop();
    for (const job of state.jobs()) job.stop();
  };
  return (
    <>
      <Button size="small" appearance="subtle" onClick={() => state.view.set("activity")}>
        {t("chrome.show")}
      </Button>
      <Button size="small" onClick={stop}>
        {t("pane.stop")}
      </Button>
    </>
  );
};
