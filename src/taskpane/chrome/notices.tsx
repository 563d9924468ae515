import type { ReactNode } from "react";
import { Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import { useText } from "../text/use-text";

/** What commands told the user, until dismissed. */
export const Notices = (): ReactNode => {
  const say = useText();
  const { notices } = usePane().world;
  const sentences = useStore(notices);
  if (sentences.length === 0) return null;
  return (
    <Stack>
      <Notice actions={[{ label: say("pane.dismiss"), run: () => notices.set([]) }]}>
        {sentences.slice(-3).join(" ")}
      </Notice>
      <span />
    </Stack>
  );
};
