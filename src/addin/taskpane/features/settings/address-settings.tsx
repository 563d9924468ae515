import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { t } from "../../../../i18n/t";
import type { PaneDeployment, ServiceAddresses } from "../../pane-deps";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { TextField } from "../../ui/fields";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";
import { EditionsToLose } from "../editions/keep-editions";
import { useEditions } from "../../state/use-editions";

/** The service addresses, editable where the deployment allows it. */
export const AddressSettings = (): ReactNode => {
  const { deployment } = usePane().deps;
  const { settingsAllowed, change } = deployment;
  return (
    <Section title={t("settings.service")}>
      {settingsAllowed && change !== undefined ? (
        <AddressForm deployment={deployment} store={change} />
      ) : (
        <>
          <Quiet>{deployment.baseUrl}</Quiet>
          <Quiet>{t("settings.fixed")}</Quiet>
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

type StoreAddresses = NonNullable<PaneDeployment["change"]>;

/** The change that waits for a confirmation. */
interface PendingChange {
  readonly addresses: ServiceAddresses | undefined;
}

const AddressForm = ({
  deployment,
  store,
}: {
  readonly deployment: PaneDeployment;
  readonly store: StoreAddresses;
}): ReactNode => {
  const { baseUrl, authUrl, clientId } = deployment;
  const [draft, change] = useDraft<ServiceAddresses>("addresses", { baseUrl, authUrl, clientId });
  const job = useJob("addresses");
  const [pending, setPending] = useState<PendingChange>();
  const editions = useEditions();
  const attempts = useAttempts();
  const problems = findAddressProblems(draft);
  const apply = ({ addresses }: PendingChange): void => {
    setPending(undefined);
    void job.start({ what: t("settings.service"), query: addresses?.baseUrl ?? "" }, async () => {
      await store(addresses);
      return undefined;
    });
  };
  return (
    <Stack box={attempts.fields}>
      <AddressFields draft={draft} problems={problems} change={change} />
      <JobNotice job={job} />
      {job.now.status === "done" && <Notice intent="success">{t("settings.addressesKept")}</Notice>}
      {pending !== undefined ? (
        <>
          <EditionsToLose now={editions} />
          <Confirm
            question={t("settings.addressesAsk")}
            yes={t("pane.confirm")}
            onYes={() => apply(pending)}
            onNo={() => setPending(undefined)}
          />
        </>
      ) : (
        <AddressActions
          save={() => attempts.pass(problems) && setPending({ addresses: draft })}
          reset={() => setPending({ addresses: undefined })}
        />
      )}
    </Stack>
  );
};

const AddressActions = ({ save, reset }: { readonly save: () => void; readonly reset: () => void }): ReactNode => (
  <Row>
    <Button onClick={save}>{t("pane.save")}</Button>
    <Button appearance="subtle" onClick={reset}>
      {t("settings.reset")}
    </Button>
  </Row>
);

type AddressProblems = Readonly<Record<keyof ServiceAddresses, string | undefined>>;

const findAddressProblems = ({ baseUrl, authUrl, clientId }: ServiceAddresses): AddressProblems => ({
  baseUrl: isAddress(baseUrl) ? undefined : t("settings.badAddress"),
  authUrl: isAddress(authUrl) ? undefined : t("settings.badAddress"),
  clientId: clientId.trim() === "" ? t("pane.required") : undefined,
});

const AddressFields = ({
  draft,
  problems,
  change,
}: {
  readonly draft: ServiceAddresses;
  readonly problems: AddressProblems;
  readonly change: (part: Partial<ServiceAddresses>) => void;
}): ReactNode =>
  (["baseUrl", "authUrl", "clientId"] as const).map((member) => (
    <TextField
      key={member}
      label={t(`settings.${member}`)}
      value={draft[member]}
      problem={problems[member]}
      onChange={(value) => change({ [member]: value })}
    />
  ));
