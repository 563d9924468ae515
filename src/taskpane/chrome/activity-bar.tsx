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
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  text: { ...typographyStyles.caption1, flexGrow: 1 },
});

/** What is under way, with the way to stop it; not there while nothing is. */
export const ActivityBar = (): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { world, state, runtime } = usePane();
  const pending = useCalmStore(runtime.ledger.pending);
  if (pending === 0) return null;
  const stop = (): void => {
    world.recalculation.stop();
    for (const job of state.jobs()) job.stop();
  };
  return (
    <footer className={styles.bar}>
      <Spinner size="extra-tiny" aria-hidden />
      <span className={styles.text} role="status">
        {say("chrome.pending", { count: pending })}
      </span>
      <Button size="small" appearance="subtle" onClick={() => state.view.set("activity")}>
        {say("chrome.show")}
      </Button>
      <Button size="small" onClick={stop}>
        {say("pane.stop")}
      </Button>
    </footer>
  );
};
