import { FluentProvider, makeStyles, tokens } from "@fluentui/react-components";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from "react";
import { currentLocale, t } from "../../../i18n/t";
import type { PaneDeps } from "../pane-deps";
import { PaneContext, type PaneState, type ViewName } from "../state/pane-state";
import { useStore } from "../state/use-store";
import { ActivityBar } from "./activity-bar";
import { useFocusKeeper } from "./focus-keeper";
import { Header } from "./header";
import { Navigation } from "./navigation";
import { Notices } from "./notices";
import { fluentTheme } from "./themes";
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

/** Opens the view that a command requests, once per request. A pane that is shown again stays on its view. */
const useRequests = (deps: PaneDeps, state: PaneState): void => {
  const request = useStore(deps.request);
  useEffect(() => {
    const handled = state.draft("request", -1);
    if (request === undefined || request.serial === handled.get()) return;
    handled.set(request.serial);
    state.view.set(request.view);
  }, [request, state]);
};

/** A view opens at its top, and where it was left when it is opened again; the scrolled element is the same for all. */
const useScrollOfView = (body: RefObject<HTMLElement | null>, view: ViewName): void => {
  const left = useRef(new Map<ViewName, number>());
  useEffect(() => {
    const element = body.current;
    if (element === null) return undefined;
    element.scrollTop = left.current.get(view) ?? 0;
    const remember = (): void => void left.current.set(view, element.scrollTop);
    element.addEventListener("scroll", remember, { passive: true });
    return () => element.removeEventListener("scroll", remember);
  }, [body, view]);
};

/** `color-scheme` for native controls, such as the calendar of a date field. */
const colorSchemes = { light: "light", dark: "dark", contrast: "light dark" } as const;

/** The whole pane. */
export const App = ({ deps, state }: { readonly deps: PaneDeps; readonly state: PaneState }): ReactNode => {
  const styles = useStyles();
  const theme = useStore(deps.theme);
  const pane = useMemo(() => ({ deps, runtime: deps.runtime, state }), [deps, state]);
  const body = useRef<HTMLElement>(null);
  useRequests(deps, state);
  useFocusKeeper(body);
  useScrollOfView(body, useStore(state.view));
  return (
    <FluentProvider
      theme={fluentTheme(theme)}
      style={{ height: "100%", colorScheme: colorSchemes[theme] }}
      lang={currentLocale()}
    >
      <PaneContext.Provider value={pane}>
        <div className={styles.pane}>
          <Header />
          <Navigation />
          <main ref={body} tabIndex={-1} className={styles.body} aria-label={t("chrome.main")}>
            <Notices />
            <View />
          </main>
          <ActivityBar />
        </div>
      </PaneContext.Provider>
    </FluentProvider>
  );
};
