import { makeStyles, tokens } from "@fluentui/react-components";
import {
  DataTrendingRegular,
  GlobeRegular,
  MathFormulaRegular,
  PulseRegular,
  SearchRegular,
} from "@fluentui/react-icons";
import type { ReactElement, ReactNode } from "react";
import { type PlainKey, t } from "../../../i18n/t";
import { usePane, type ViewName } from "../state/pane-state";
import { useStore } from "../state/use-store";
import { TabStrip } from "../ui/tabs";

const useStyles = makeStyles({
  bar: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}`, padding: `0 ${tokens.spacingHorizontalXS}` },
});

const tabs: readonly { readonly view: ViewName; readonly text: PlainKey; readonly icon: ReactElement }[] = [
  { view: "universes", text: "chrome.universes", icon: <GlobeRegular /> },
  { view: "resolve", text: "chrome.resolve", icon: <SearchRegular /> },
  { view: "build", text: "chrome.build", icon: <MathFormulaRegular /> },
  { view: "analyses", text: "chrome.analyses", icon: <DataTrendingRegular /> },
  { view: "activity", text: "chrome.activity", icon: <PulseRegular /> },
];

/** The tabs of the views. */
export const Navigation = (): ReactNode => {
  const styles = useStyles();
  const { state } = usePane();
  const view = useStore(state.view);
  return (
    <nav className={styles.bar} aria-label={t("chrome.navigation")}>
      <TabStrip
        even
        label={t("chrome.navigation")}
        selected={view}
        onSelect={(name) => state.view.set(name as ViewName)}
        tabs={tabs.map(({ view: name, text, icon }) => ({ name, label: t(text), icon }))}
      />
    </nav>
  );
};
