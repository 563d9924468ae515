import type { ReactNode } from "react";
import { t } from "../../../i18n/t";
import { usePane } from "../state/pane-state";
import { useStore } from "../state/use-store";
import { Stack } from "../ui/layout";
import { Notice } from "../ui/notice";

/** Proposes the time zone of the device once for each workbook. Nothing is proposed where it is UTC. */
export const TimeZoneNotice = (): ReactNode => {
  const { deps, runtime } = usePane();
  const settings = useStore(runtime.settings);
  const { timeZone } = deps;
  if (settings.timeZone !== undefined || isUtc(timeZone)) return null;
  const choose = (name: string) => (): void => runtime.settings.set({ ...runtime.settings.get(), timeZone: name });
  return (
    <Stack>
      <Notice
        title={t("chrome.timeZone", { zone: timeZone })}
        actions={[
          { label: t("chrome.useTimeZone", { zone: timeZone }), run: choose(timeZone) },
          { label: t("chrome.keepUtc"), run: choose("UTC") },
        ]}
      >
        {t("chrome.timeZoneLead")}
      </Notice>
      <span />
    </Stack>
  );
};

const isUtc = (name: string): boolean => /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu|Universal|Greenwich)?$/.test(name);
