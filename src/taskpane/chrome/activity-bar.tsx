import { Button, makeStyles, Spinner, tokens, typographyStyles } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { usePane } from "../state/pane-context";
import { useCalmStore } from "../state/use-store";
import { useText } from "../text/use-text";

const useStyles = makeStyles({
  bar: {
    display: "flex",
    alignItems: "center",
    gap: tokens.spacingHorizontalS,
    // As high with its small buttons as without.
    minHeight: "24px",
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    flexShrink: 0,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  text: { ...typographyStyles.caption1, flexGrow: 1 },
});

/** What is under way, with the way to stop it. It always stands: were it to come and go, a button would move away under the pointer that presses it. */
export const ActivityBar = (): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { runtime } = usePane();
  const pending = useCalmStore(runtime.ledger.pending);
  return (
    <footer className={styles.bar}>
      {pending > 0 && <Spinner size="extra-tiny" aria-hidden />}
      <span className={styles.text} role="status">
        {pending > 0 ? say("chrome.pending", { count: pending }) : say("chrome.ready")}
      </span>
      {pending > 0 && <Controls />}
    </footer>
  );
};

const Controls = (): ReactNode => {
  const say = useText();
  const { world, state } = usePane();
  const stop = (): void => {
    world.recalculation.stop();
    for (const job of state.jobs()) job.stop();
  };
  return (
    <>
      <Button size="small" appearance="subtle" onClick={() => state.view.set("activity")}>
        {say("chrome.show")}
      </Button>
      <Button size="small" onClick={stop}>
        {say("pane.stop")}
      </Button>
    </>
  );
};
