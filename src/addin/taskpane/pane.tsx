import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { pane } from "../../i18n/locales/en/pane";
import { addMessages } from "../../i18n/t";
import type { PaneDeps } from "./pane-deps";
import { App } from "./shell/app";
import { takeOver } from "./shell/take-over";
import { openPaneState } from "./state/pane-state";

addMessages("en", pane);

/** Renders the pane. The returned function removes it; drafts and jobs are kept for the next time. */
export const renderPane = (root: HTMLElement, deps: PaneDeps): (() => void) => {
  const state = openPaneState(deps);
  const goOn = takeOver(root, state);
  const react = createRoot(root);
  // Synchronously, so that no input gets lost between the first frame and the pane.
  flushSync(() => react.render(<App deps={deps} state={state} />));
  goOn();
  return () => react.unmount();
};
