import type { KnownUniverse } from "../../../engine/state/universes";
import { usePane } from "./pane-state";
import { useDraft, useStore } from "./use-store";

/** The universe that the view shows: the one that was clicked last, else the default of the workbook. To look at one changes no default. */
export const useShownUniverse = (): {
  readonly universe: KnownUniverse | undefined;
  readonly show: (universe_id: string) => void;
} => {
  const { universes } = usePane().runtime;
  const catalogue = useStore(universes.catalogue);
  const selected = useStore(universes.selected);
  const [{ universe_id: shown }, change] = useDraft("shown-universe", { universe_id: "" });
  const universe = catalogue.find(({ universe_id }) => universe_id === shown) ?? selected;
  return { universe, show: (universe_id) => change({ universe_id }) };
};
