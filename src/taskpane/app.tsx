import { FluentProvider, makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { ActivityBar } from "./chrome/activity-bar";
import { Header } from "./chrome/header";
import { Navigation } from "./chrome/navigation";
import { Notices } from "./chrome/notices";
import { useFocusKeeper } from "./chrome/use-focus-keeper";
import type { PaneWorld } from "./pane-world";
import { PaneContext } from "./state/pane-context";
import type { PaneState } from "./state/pane-state";
import { useStore } from "./state/use-store";
import { TextContext } from "./text/use-text";
import { themeOf } from "./themes";
import { View } from "./view";

const useStyles = makeStyles({
  pane: {
    display: "flex",
    flexDirection: "column",
    height: "100%",
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: "auto",
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalXXL}`,
    outlineStyle: "none",
  },
});

/** Goes to the view a command asks for, once per request: a pane that is shown again stays where the user went since. */
const useRequests = (world: PaneWorld, state: PaneState): void => {
  const request = useStore(world.request);
  useEffect(() => {
    const handled = state.draft("request", -1);
    if (request === undefined || request.serial === handled.get()) return;
    handled.set(request.serial);
    state.view.set(request.view);
  }, [request, state]);
};

/** What the browser paints itself, such as the calendar of a date, follows the theme. */
const schemes = { light: "light", dark: "dark", contrast: "light dark" } as const;

/** The whole pane: theme, language, header, navigation, the view, and what is under way. */
export const App = ({ world, state }: { readonly world: PaneWorld; readonly state: PaneState }): ReactNode => {
  const styles = useStyles();
  const theme = useStore(world.theme);
  const { say } = world;
  const pane = useMemo(() => ({ world, runtime: world.runtime, state }), [world, state]);
  const body = useRef<HTMLElement>(null);
  useRequests(world, state);
  useFocusKeeper(body);
  return (
    <FluentProvider theme={themeOf(theme)} style={{ height: "100%", colorScheme: schemes[theme] }} lang={say.locale}>
      <PaneContext.Provider value={pane}>
        <TextContext.Provider value={say}>
          <div className={styles.pane}>
            <Header />
            <Navigation />
            <main ref={body} tabIndex={-1} className={styles.body} aria-label={say("chrome.main")}>
              <Notices />
              <View />
            </main>
            <ActivityBar />
          </div>
        </TextContext.Provider>
      </PaneContext.Provider>
    </FluentProvider>
  );
};
