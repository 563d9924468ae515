import { Button, makeStyles, Spinner, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import type { RefreshReport } from "../../excel/refresh/refresh-news";
import { usePane } from "../state/pane-state";
import { useProblemCount } from "../state/problems";
import { useStore, useThrottledStore } from "../state/use-store";
import { refreshResult } from "../ui/refresh-result";

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
  button: { flexShrink: 0, whiteSpace: "nowrap" },
});

/**
 * The status line: running requests and Stop, otherwise what is wrong, otherwise the result of the last refresh. Always visible, so that buttons
 * never move.
 */
export const ActivityBar = (): ReactNode => {
  const styles = useStyles();
  const { runtime, deps } = usePane();
  const report = useStore(deps.recalculation.report);
  const pending = useThrottledStore(runtime.requestLog.pending);
  const problems = useProblemCount();
  const parts = [
    ...(problems > 0 ? [t("chrome.problems", { count: problems })] : []),
    ...(report?.status === "done" ? [refreshResult(report)] : []),
  ];
  return (
    <footer className={styles.bar}>
      {pending > 0 && <Spinner size="extra-tiny" aria-hidden />}
      <span className={styles.text} role="status">
        {pending > 0
          ? t("chrome.pending", { count: pending })
          : parts.length > 0
            ? parts.join(" · ")
            : t("chrome.ready")}
      </span>
      {pending > 0 && <Controls />}
      {pending === 0 &&
        (problems > 0 ? <ShowProblems /> : report?.status === "done" && hasNews(report) && <ShowChanges />)}
    </footer>
  );
};

const hasNews = ({ counts }: RefreshReport & { readonly status: "done" }): boolean =>
  counts !== undefined && Object.values(counts).some((count) => count > 0);

const ShowChanges = (): ReactNode => {
  const styles = useStyles();
  const { state } = usePane();
  return (
    <Button size="small" appearance="subtle" className={styles.button} onClick={() => state.view.set("changes")}>
      {t("changes.open")}
    </Button>
  );
};

const ShowProblems = (): ReactNode => {
  const styles = useStyles();
  const { state } = usePane();
  return (
    <Button size="small" appearance="subtle" className={styles.button} onClick={() => state.view.set("status")}>
      {t("chrome.showProblems")}
    </Button>
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
      <Button size="small" appearance="subtle" onClick={() => state.view.set("status")}>
        {t("chrome.show")}
      </Button>
      <Button size="small" onClick={stop}>
        {t("pane.stop")}
      </Button>
    </>
  );
};
