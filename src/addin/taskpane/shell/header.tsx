import { Button, makeStyles, tokens, typographyStyles } from "@fluentui/react-components";
import { HomeRegular, SettingsRegular } from "@fluentui/react-icons";
import type { ReactNode } from "react";
import { currentLocale, formatMoment, t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { findPlace } from "../state/places";
import { useNow, useStore, useThrottledStore } from "../state/use-store";

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

/** The session, the age of the data, and the buttons of the start view and the settings. */
export const Header = (): ReactNode => {
  const styles = useStyles();
  const { runtime, state } = usePane();
  const view = useStore(state.view);
  const session = useStore(runtime.session.state);
  const isOnline = useStore(runtime.connection.state) === "online";
  const isOn = isOnline && session.status === "signed-in";
  return (
    <header className={styles.header}>
      <span className={styles.state} role="status">
        <span className={`${styles.dot} ${isOn ? styles.on : ""}`} aria-hidden />
        <SessionLine />
        {!isOnline && ` · ${t("chrome.offline")}`}
        <Age />
      </span>
      <Button
        appearance="subtle"
        size="small"
        icon={<HomeRegular />}
        aria-label={t("view.start")}
        title={t("view.start")}
        aria-pressed={view === "start"}
        onClick={() => state.view.set("start")}
      />
      <Button
        appearance="subtle"
        size="small"
        icon={<SettingsRegular />}
        aria-label={t("view.settings")}
        title={t("view.settings")}
        aria-pressed={findPlace(view).name === "view.settings"}
        onClick={() => state.view.set(view === "settings" ? "start" : "settings")}
      />
    </header>
  );
};

/** The age of the newest answer, from one hour on. */
const Age = (): ReactNode => {
  const { runtime } = usePane();
  const latestAt = useThrottledStore(runtime.cache.latestAt);
  useNow(20_000);
  const when = latestAt === undefined ? undefined : timeSince(runtime.clock.now() - latestAt);
  return when === undefined ? null : ` · ${t("chrome.asOf", { when })}`;
};

const SessionLine = (): ReactNode => {
  const { runtime } = usePane();
  const session = useStore(runtime.session.state);
  useNow(20_000);
  const now = runtime.clock.now();
  switch (session.status) {
    case "signed-in":
      // At the gateway of a team the sign-in has no end that is known: it is renewed, or a key is valid until it is withdrawn.
      if (runtime.team !== undefined) return t("chrome.signedIn", { left: session.account });
      return (
        <span title={t("chrome.until", { account: session.account, until: formatMoment(session.expiresAt) })}>
          {t("chrome.signedIn", { left: timeLeft(session.expiresAt - now) })}
        </span>
      );
    case "signing-in":
      return t("chrome.signingIn");
    case "starting":
      return t("chrome.starting");
    case "signed-out":
      return t("chrome.signedOut");
  }
};

const hour = 3_600_000;
const day = 24 * hour;

/** `5 hours ago`, in hours or days; undefined for less than an hour. */
export const timeSince = (milliseconds: number): string | undefined => {
  if (milliseconds < hour) return undefined;
  const ago = new Intl.RelativeTimeFormat(currentLocale());
  return milliseconds < day
    ? ago.format(-Math.floor(milliseconds / hour), "hour")
    : ago.format(-Math.floor(milliseconds / day), "day");
};

/** `23 h 59 min`, rounded down to minutes. */
const timeLeft = (milliseconds: number): string => {
  const minutes = Math.max(0, Math.floor((milliseconds - 1) / 60_000));
  return t("chrome.timeLeft", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
};
