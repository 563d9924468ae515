import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { Confirm } from "../parts/confirm";
import { JobNotice } from "../parts/job-notice";
import { Line, Quiet, Row } from "../parts/layout";
import { Page, Section } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useJob, useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { AddressSettings } from "./address-settings";
import { Health } from "./health";
import { WorkbookForm } from "./workbook-form";

/** The account, what travels with the workbook, where the service is, and whether all is well. */
export const SettingsView = (): ReactNode => {
  const say = useText();
  return (
    <Page title={say("settings.title")}>
      <Account />
      <WorkbookForm />
      <Health />
      <AddressSettings />
    </Page>
  );
};

const Account = (): ReactNode => {
  const say = useText();
  const session = useStore(usePane().runtime.session.state);
  return (
    <Section title={say("settings.account")}>
      {session.status === "signed-in" ? (
        <>
          <Line>{session.account}</Line>
          <Quiet>
            {say(session.origin === "key" ? "settings.byKey" : "settings.byToken", {
              until: say.moment(session.expiresAt),
            })}
          </Quiet>
          <SignOut />
        </>
      ) : (
        <Quiet>{say("chrome.signedOut")}</Quiet>
      )}
    </Section>
  );
};

const SignOut = (): ReactNode => {
  const say = useText();
  const { session } = usePane().runtime;
  const job = useJob("sign-out");
  const [asking, setAsking] = useState(false);
  const signOut = (): void => {
    setAsking(false);
    void job.start({ what: say("settings.signOut"), query: "" }, async () => {
      await session.signOut();
      return undefined;
    });
  };
  const text = say("settings.signOut");
  return (
    <>
      <JobNotice job={job} retry={signOut} />
      {asking ? (
        <Confirm question={say("settings.signOutAsk")} yes={text} onYes={signOut} onNo={() => setAsking(false)} />
      ) : (
        <Row>
          <Button onClick={() => setAsking(true)}>{text}…</Button>
        </Row>
      )}
    </>
  );
};
