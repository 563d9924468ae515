import { createRoot } from "react-dom/client";
import { App } from "./app";
import type { PaneWorld } from "./pane-world";
import { paneStateOf } from "./state/pane-state";

/** Shows the pane in an element; the answer takes it away. What was typed and what is under way stays and is there again the next time. */
export const renderPane = (root: HTMLElement, world: PaneWorld): (() => void) => {
  const react = createRoot(root);
  react.render(<App world={world} state={paneStateOf(world)} />);
  return () => react.unmount();
};
