import type { ReactNode } from "react";
import { usePane } from "../../state/pane-state";
import { useStore } from "../../state/use-store";
import { Notice } from "../../ui/notice";

/** Why the last sign-in ended, where that is known. */
export const WhySignedOut = (): ReactNode => {
  const session = useStore(usePane().runtime.session.state);
  if (session.status !== "signed-out" || session.reason === undefined) return null;
  return <Notice intent="warning">{session.reason}</Notice>;
};
