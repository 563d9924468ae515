import type { KnownUniverse } from "../../../engine/state/universes";
import { currentLocale } from "../../../i18n/t";
import { type AccountList, addToAccountList, useAccountList } from "./account-list";
import { usePane } from "./pane-state";
import { useDraft, useStore } from "./use-store";

const recentUniverses: AccountList<string> = { key: "recent universes", most: 3, idOf: (universe_id) => universe_id };

/** Orders universes: those that were looked at last, then the others by name. */
export const useUniverseOrder = (): ((one: KnownUniverse, other: KnownUniverse) => number) => {
  const recent = useAccountList(recentUniverses);
  const rank = ({ universe_id }: KnownUniverse): number => {
    const at = recent.indexOf(universe_id);
    return at === -1 ? recent.length : at;
  };
  return (one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, currentLocale());
};

/** The universe that the view shows: the one that was clicked last, else the default of the workbook. To look at one changes no default. */
export const useShownUniverse = (): {
  readonly universe: KnownUniverse | undefined;
  readonly show: (universe_id: string) => void;
} => {
  const pane = usePane();
  const { universes } = pane.runtime;
  const catalogue = useStore(universes.catalogue);
  const selected = useStore(universes.selected);
  const [{ universe_id: shown }, change] = useDraft("shown-universe", { universe_id: "" });
  const universe = catalogue.find(({ universe_id }) => universe_id === shown) ?? selected;
  const show = (universe_id: string): void => {
    change({ universe_id });
    void addToAccountList(pane, recentUniverses, universe_id);
  };
  return { universe, show };
};
