import { makeStyles, tokens } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { useText } from "../text/use-text";

const useStyles = makeStyles({
  // Seen wherever the view is scrolled to: what Excel waits for is often asked for far down a form.
  notices: { position: "sticky", top: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
});

/** What commands told the user, until dismissed, and that Excel waits for a cell to be finished, while it does. */
export const Notices = (): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { notices, cellEdit } = usePane().world;
  const sentences = useStore(notices);
  const editing = useStore(cellEdit);
  if (sentences.length === 0 && !editing) return null;
  return (
    <div className={styles.notices}>
      <Stack>
        {editing && <Notice>{say("chrome.editing")}</Notice>}
        {sentences.length > 0 && (
          <Notice actions={[{ label: say("pane.dismiss"), run: () => notices.set([]) }]}>
            {sentences.slice(-3).join(" ")}
          </Notice>
        )}
        <span />
      </Stack>
    </div>
  );
};
