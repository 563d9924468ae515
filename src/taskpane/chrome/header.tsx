import { Button, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { SettingsRegular } from "@fluentui/react-icons/svg/settings";
import type { ReactNode } from "react";
import { usePane } from "../state/pane-context";
import { useCalmStore, useNow, useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { timeLeft, timeSince } from "./time-left";

const useStyles = makeStyles({
  header: {
    display: "flex",
    alignItems: "center",
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} 0 ${tokens.spacingHorizontalM}`,
  },
  state: {
    ...typographyStyles.caption1,
    flexGrow: 1,
    minWidth: 0,
    color: tokens.colorNeutralForeground2,
  },
  dot: {
    display: "inline-block",
    width: "8px",
    height: "8px",
    marginRight: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
  on: {
    backgroundColor: tokens.colorBrandBackground,
    "@media (forced-colors: active)": { backgroundColor: "CanvasText", forcedColorAdjust: "none" },
  },
});

/** Who is signed in and for how long, and the way to the settings. */
export const Header = (): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { runtime, state } = usePane();
  const view = useStore(state.view);
  const session = useStore(runtime.session.state);
  return (
    <header className={styles.header}>
      <span className={styles.state} role="status">
        <span className={`${styles.dot} ${session.status === "signed-in" ? styles.on : ""}`} aria-hidden />
        <SessionLine />
        <Age />
      </span>
      <Button
        appearance="subtle"
        size="small"
        icon={<SettingsRegular />}
        aria-label={say("chrome.settings")}
        title={say("chrome.settings")}
        aria-pressed={view === "settings"}
        onClick={() => state.view.set(view === "settings" ? "universes" : "settings")}
      />
    </header>
  );
};

/** How old the youngest answer is, where it is not of today's work: what the cells show is older still. */
const Age = (): ReactNode => {
  const say = useText();
  const { runtime } = usePane();
  const latestAt = useCalmStore(runtime.memory.latestAt);
  useNow(20_000);
  const when = latestAt === undefined ? undefined : timeSince(say, runtime.clock.now() - latestAt);
  return when === undefined ? null : ` · ${say("chrome.asOf", { when })}`;
};

const SessionLine = (): ReactNode => {
  const say = useText();
  const { runtime } = usePane();
  const session = useStore(runtime.session.state);
  useNow(20_000);
  const now = runtime.clock.now();
  switch (session.status) {
    case "signed-in":
      return (
        <span title={say("chrome.until", { account: session.account, until: say.moment(session.expiresAt) })}>
          {say("chrome.signedIn", { left: timeLeft(say, session.expiresAt - now) })}
        </span>
      );
    case "signing-in":
      return say("chrome.signingIn");
    case "starting":
      return say("chrome.starting");
    case "signed-out":
      return say("chrome.signedOut");
  }
};
