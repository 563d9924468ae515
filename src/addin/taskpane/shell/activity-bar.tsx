import { Button, makeStyles, Spinner, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import type { RefreshReport } from "../../excel/refresh/refresh-news";
import { stopAll, usePane, type ViewName } from "../state/pane-state";
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
  const pane = usePane();
  const { runtime, deps } = pane;
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
      {pending > 0 ? (
        <>
          <OpenButton view="status" label={t("chrome.show")} />
          <Button size="small" onClick={() => stopAll(pane)}>
            {t("pane.stop")}
          </Button>
        </>
      ) : problems > 0 ? (
        <OpenButton view="status" label={t("chrome.showProblems")} />
      ) : (
        report?.status === "done" && hasNews(report) && <OpenButton view="changes" label={t("changes.open")} />
      )}
    </footer>
  );
};

const hasNews = ({ counts }: RefreshReport & { readonly status: "done" }): boolean =>
  counts !== undefined && Object.values(counts).some((count) => count > 0);

/** Opens a view from the status line. */
const OpenButton = ({ view, label }: { readonly view: ViewName; readonly label: string }): ReactNode => {
  const styles = useStyles();
  const { state } = usePane();
  return (
    <Button size="small" appearance="subtle" className={styles.button} onClick={() => state.view.set(view)}>
      {label}
    </Button>
  );
};
