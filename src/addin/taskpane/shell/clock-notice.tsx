import { type ReactNode, useState } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { useStore } from "../state/use-store";
import { Stack } from "../ui/layout";
import { Notice } from "../ui/notice";

/** Smaller differences change no day but near midnight, and clocks of companies drift. */
const mostMilliseconds = 3_600_000;

/** Says once that the clock of this computer is wrong by more than an hour: "today" and spans such as -30d follow it. */
export const ClockNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const session = useStore(runtime.session.state);
  const served = useStore(deps.release.clockAhead);
  const [isDismissed, setDismissed] = useState(false);
  const atSignIn = session.status === "signed-in" ? session.clockAhead : NaN;
  const ahead = Number.isNaN(atSignIn) ? served : atSignIn;
  if (isDismissed || !(Math.abs(ahead) > mostMilliseconds)) return null;
  const hours = Math.round(Math.abs(ahead) / 3_600_000);
  return (
    <Stack>
      <Notice
        intent="warning"
        title={t(ahead > 0 ? "chrome.clockAhead" : "chrome.clockBehind", { count: hours })}
        actions={[{ label: t("pane.dismiss"), run: () => setDismissed(true) }]}
      >
        {t("chrome.clockLead")}
      </Notice>
      <span />
    </Stack>
  );
};
