import { createContext, useContext } from "react";
import type { Runtime } from "../../runtime/runtime";
import type { PaneWorld } from "../pane-world";
import type { PaneState } from "./pane-state";

/** What every component can reach. */
export interface Pane {
  readonly world: PaneWorld;
  readonly runtime: Runtime;
  readonly state: PaneState;
}

/** Carries the pane's world down the tree. */
export const PaneContext = createContext<Pane | undefined>(undefined);

/** The world, the runtime and the state of this pane. */
export const usePane = (): Pane => {
  const pane = useContext(PaneContext);
  if (pane === undefined) throw new Error("usePane outside of PaneContext");
  return pane;
};
