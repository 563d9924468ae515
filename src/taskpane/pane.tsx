import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { takeOver } from "./frame/take-over";
import type { PaneWorld } from "./pane-world";
import { paneStateOf } from "./state/pane-state";

/** Shows the pane in an element; the answer takes it away. What was typed and what is under way stays and is there again the next time. */
export const renderPane = (root: HTMLElement, world: PaneWorld): (() => void) => {
  const state = paneStateOf(world);
  const goOn = takeOver(root, state);
  const react = createRoot(root);
  // At once: nothing typed into the first frame may fall between it and the pane.
  flushSync(() => react.render(<App world={world} state={state} />));
  goOn();
  return () => react.unmount();
};
