import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { Page, Section } from "../../ui/page";
import { CallList } from "./call-list";
import { Health } from "./health";
import { History } from "./history";
import { Usage } from "./usage";

/** What somebody reads who looks for a fault: the health check, usage and memory, a file for support, the history and all calls. */
export const SupportView = (): ReactNode => (
  <Page title={t("view.support")} lead={t("support.lead")}>
    <Health />
    <Usage />
    <Section title={t("activity.history")}>
      <History />
    </Section>
    <Section title={t("activity.calls")}>
      <CallList />
    </Section>
  </Page>
);
