import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { Confirm } from "../parts/confirm";
import { TextField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { Section } from "../parts/page";
import type { PaneDeployment, ServiceAddresses } from "../pane-world";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
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
  const go = ({ addresses }: Asked): void => {
    setAsking(undefined);
    void job.start({ what: say("settings.service"), query: addresses?.baseUrl ?? "" }, async () => {
      await keep(addresses);
      return undefined;
    });
  };
  return (
    <Stack>
      <AddressFields draft={draft} change={change} />
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
        <Ways draft={draft} ask={setAsking} />
      )}
    </Stack>
  );
};

const Ways = ({
  draft,
  ask,
}: {
  readonly draft: ServiceAddresses;
  readonly ask: (asked: Asked) => void;
}): ReactNode => {
  const say = useText();
  const fine = isAddress(draft.baseUrl) && isAddress(draft.authUrl) && draft.clientId.trim() !== "";
  return (
    <Row>
      <Button disabled={!fine} onClick={() => ask({ addresses: draft })}>
        {say("pane.save")}
      </Button>
      <Button appearance="subtle" onClick={() => ask({ addresses: undefined })}>
        {say("settings.reset")}
      </Button>
    </Row>
  );
};

const AddressFields = ({
  draft,
  change,
}: {
  readonly draft: ServiceAddresses;
  readonly change: (part: Partial<ServiceAddresses>) => void;
}): ReactNode => {
  const say = useText();
  const problems = {
    baseUrl: isAddress(draft.baseUrl) ? undefined : say("settings.badAddress"),
    authUrl: isAddress(draft.authUrl) ? undefined : say("settings.badAddress"),
    clientId: draft.clientId.trim() === "" ? say("pane.required") : undefined,
  };
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
