import type { ReactNode } from "react";
import { formatMoment, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useJob, useStore } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { DataLine } from "../../ui/data-line";
import { JobNotice } from "../../ui/job-form";
import { Line, Quiet } from "../../ui/layout";
import { Page, Section } from "../../ui/page";
import { EditionSettings, EditionsToLose, namedEditions } from "../editions/keep-editions";
import { useEditions } from "../../state/editions";
import { AddressSettings } from "./address-settings";
import { TeamAccount } from "./team-account";
import { WorkbookForm } from "./workbook-form";

/** Account, workbook settings and service addresses. */
export const SettingsView = (): ReactNode => (
  <Page title={t("view.settings")}>
    <AccountSettings />
    <WorkbookForm />
    <EditionSettings />
    <AddressSettings />
  </Page>
);

const AccountSettings = (): ReactNode => {
  const { runtime, deps } = usePane();
  const session = useStore(runtime.session.state);
  return (
    <Section title={t("settings.account")}>
      <DataLine />
      {session.status === "signed-in" ? (
        <>
          <Line>
            {deps.team === undefined && session.origin === "key"
              ? `${t("signIn.key")} ${session.account}`
              : session.account}
          </Line>
          {deps.team === undefined ? (
            <Quiet>
              {t(session.origin === "key" ? "settings.byKey" : "settings.byToken", {
                until: formatMoment(session.expiresAt),
              })}
            </Quiet>
          ) : (
            <TeamAccount session={session} />
          )}
          <SignOut />
        </>
      ) : (
        <Quiet>{t("chrome.signedOut")}</Quiet>
      )}
    </Section>
  );
};

const SignOut = (): ReactNode => {
  const { session } = usePane().runtime;
  const job = useJob("sign-out");
  const signOut = (): void => void job.start(t("settings.signOut"), "", () => session.signOut());
  const text = t("settings.signOut");
  const editions = useEditions();
  return (
    <>
      <JobNotice job={job} retry={signOut} />
      <AskButton
        label={`${text}…`}
        question={t("settings.signOutAsk")}
        yes={namedEditions(editions).length === 0 ? text : t("editions.signOutYes")}
        run={signOut}
        before={<EditionsToLose now={editions} />}
      />
    </>
  );
};
