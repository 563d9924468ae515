import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { Section } from "../parts/page";
import { useAttempts } from "../parts/use-attempts";
import type { PaneDeployment, ServiceAddresses } from "../pane-world";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";

/** Where the service is; to be changed where the deployment allows. */
export const AddressSettings = (): ReactNode => {
  const say = useText();
  const { deployment } = usePane().world;
  const { settingsAllowed, change } = deployment;
  return (
    <Section title={say("settings.service")}>
      {settingsAllowed && change !== undefined ? (
        <Form deployment={deployment} keep={change} />
      ) : (
        <>
          <Quiet>{deployment.baseUrl}</Quiet>
          <Quiet>{say("settings.fixed")}</Quiet>
        </>
      )}
    </Section>
  );
};

const isAddress = (text: string): boolean => {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
};

type Keep = NonNullable<PaneDeployment["change"]>;

interface Asked {
  readonly addresses: ServiceAddresses | undefined;
}

const Form = ({ deployment, keep }: { readonly deployment: PaneDeployment; readonly keep: Keep }): ReactNode => {
  const say = useText();
  const { baseUrl, authUrl, clientId } = deployment;
  const [draft, change] = useDraft<ServiceAddresses>("addresses", { baseUrl, authUrl, clientId });
  const job = useJob("addresses");
  const [asking, setAsking] = useState<Asked>();
  const attempts = useAttempts();
  const problems = problemsOf(say, draft);
  const go = ({ addresses }: Asked): void => {
    setAsking(undefined);
    void job.start({ what: say("settings.service"), query: addresses?.baseUrl ?? "" }, async () => {
      await keep(addresses);
      return undefined;
    });
  };
  return (
    <Stack box={attempts.fields}>
      <AddressFields draft={draft} problems={problems} change={change} />
      <JobNotice job={job} />
      {job.now.status === "done" && <Notice intent="success">{say("settings.addressesKept")}</Notice>}
      {asking !== undefined ? (
        <Confirm
          question={say("settings.addressesAsk")}
          yes={say("pane.confirm")}
          onYes={() => go(asking)}
          onNo={() => setAsking(undefined)}
        />
      ) : (
        <Ways
          save={() => attempts.pass(problems) && setAsking({ addresses: draft })}
          reset={() => setAsking({ addresses: undefined })}
        />
      )}
    </Stack>
  );
};

const Ways = ({ save, reset }: { readonly save: () => void; readonly reset: () => void }): ReactNode => {
  const say = useText();
  return (
    <Row>
      <Button onClick={save}>{say("pane.save")}</Button>
      <Button appearance="subtle" onClick={reset}>
        {say("settings.reset")}
      </Button>
    </Row>
  );
};

type Problems = Readonly<Record<keyof ServiceAddresses, string | undefined>>;

const problemsOf = (say: Say, { baseUrl, authUrl, clientId }: ServiceAddresses): Problems => ({
  baseUrl: isAddress(baseUrl) ? undefined : say("settings.badAddress"),
  authUrl: isAddress(authUrl) ? undefined : say("settings.badAddress"),
  clientId: clientId.trim() === "" ? say("pane.required") : undefined,
});

const AddressFields = ({
  draft,
  problems,
  change,
}: {
  readonly draft: ServiceAddresses;
  readonly problems: Problems;
  readonly change: (part: Partial<ServiceAddresses>) => void;
}): ReactNode => {
  const say = useText();
  return (["baseUrl", "authUrl", "clientId"] as const).map((member) => (
    <TextField
      key={member}
      label={say(`settings.${member}`)}
      value={draft[member]}
      problem={problems[member]}
      onChange={(value) => change({ [member]: value })}
    />
  ));
};
