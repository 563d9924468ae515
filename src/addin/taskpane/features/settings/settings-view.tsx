import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { formatMoment, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useJob, useStore } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { DataLine } from "../../ui/data-line";
import { JobNotice } from "../../ui/job-form";
import { Line, Quiet, Row } from "../../ui/layout";
import { Page, Section } from "../../ui/page";
import { EditionSettings } from "../editions/edition-settings";
import { namedEditions, EditionsToLose } from "../editions/keep-editions";
import { useEditions } from "../../state/use-editions";
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
          <Line>{session.account}</Line>
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
  const [asking, setAsking] = useState(false);
  const signOut = (): void => {
    setAsking(false);
    void job.start({ what: t("settings.signOut"), query: "" }, async () => {
      await session.signOut();
      return undefined;
    });
  };
  const text = t("settings.signOut");
  const editions = useEditions();
  const yes = namedEditions(editions).length === 0 ? text : t("editions.signOutYes");
  return (
    <>
      <JobNotice job={job} retry={signOut} />
      {asking ? (
        <>
          <EditionsToLose now={editions} />
          <Confirm question={t("settings.signOutAsk")} yes={yes} onYes={signOut} onNo={() => setAsking(false)} />
        </>
      ) : (
        <Row>
          <Button onClick={() => setAsking(true)}>{text}…</Button>
        </Row>
      )}
    </>
  );
};
