import { makeStyles, Tab, TabList, tokens } from "@fluentui/react-components";
import { DataTrendingRegular } from "@fluentui/react-icons/svg/data-trending";
import { GlobeRegular } from "@fluentui/react-icons/svg/globe";
import { MathFormulaRegular } from "@fluentui/react-icons/svg/math-formula";
import { PulseRegular } from "@fluentui/react-icons/svg/pulse";
import { SearchRegular } from "@fluentui/react-icons/svg/search";
import type { ReactElement, ReactNode } from "react";
import { usePane } from "../state/pane-context";
import type { ViewName } from "../state/pane-state";
import { useStore } from "../state/use-store";
import type { TextKey } from "../text/say";
import { useText } from "../text/use-text";

const useStyles = makeStyles({
  bar: { borderBottom: `1px solid ${tokens.colorNeutralStroke2}`, padding: `0 ${tokens.spacingHorizontalXS}` },
  list: { display: "grid", gridTemplateColumns: "repeat(5, minmax(0, 1fr))" },
  tab: {
    minWidth: 0,
    flexDirection: "column",
    gap: "2px",
    padding: `${tokens.spacingVerticalXS} 0 ${tokens.spacingVerticalSNudge}`,
  },
  word: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
});

const tabs: readonly { readonly view: ViewName; readonly text: TextKey; readonly icon: ReactElement }[] = [
  { view: "universes", text: "chrome.universes", icon: <GlobeRegular /> },
  { view: "resolve", text: "chrome.resolve", icon: <SearchRegular /> },
  { view: "build", text: "chrome.build", icon: <MathFormulaRegular /> },
  { view: "analyses", text: "chrome.analyses", icon: <DataTrendingRegular /> },
  { view: "activity", text: "chrome.activity", icon: <PulseRegular /> },
];

/** The way from view to view. */
export const Navigation = (): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { state } = usePane();
  const view = useStore(state.view);
  return (
    <nav className={styles.bar} aria-label={say("chrome.navigation")}>
      <TabList
        className={styles.list}
        selectedValue={view}
        selectTabOnFocus={false}
        size="small"
        onTabSelect={(_, chosen) => state.view.set(chosen.value as ViewName)}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.view}
            value={tab.view}
            icon={tab.icon}
            className={styles.tab}
            content={{ className: styles.word }}
          >
            {say(tab.text)}
          </Tab>
        ))}
      </TabList>
    </nav>
  );
};
