import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import type { PaneDeployment, ServiceAddresses } from "../../pane-deps";
import { useEditions } from "../../state/editions";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { bindField, TextField } from "../../ui/fields";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";
import { EditionsToLose } from "../editions/keep-editions";

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

const AddressForm = ({
  deployment: { baseUrl, authUrl, clientId },
  store,
}: {
  readonly deployment: PaneDeployment;
  readonly store: NonNullable<PaneDeployment["change"]>;
}): ReactNode => {
  const [draft, change] = useDraft<ServiceAddresses>("addresses", { baseUrl, authUrl, clientId });
  const job = useJob("addresses");
  const editions = useEditions();
  const attempts = useAttempts();
  const problems = findAddressProblems(draft);
  const apply = (addresses: ServiceAddresses | undefined): void =>
    void job.start(t("settings.service"), addresses?.baseUrl ?? "", () => store(addresses));
  const asking = { question: t("settings.addressesAsk"), before: <EditionsToLose now={editions} /> };
  return (
    <Stack box={attempts.fields}>
      {(["baseUrl", "authUrl", "clientId"] as const).map((member) => (
        <TextField key={member} label={t(`settings.${member}`)} {...bindField({ draft, problems, change }, member)} />
      ))}
      <JobNotice job={job} />
      {job.now.status === "done" && <Notice intent="success">{t("settings.addressesKept")}</Notice>}
      <AskButton {...asking} label={t("pane.save")} check={() => attempts.pass(problems)} run={() => apply(draft)} />
      <AskButton {...asking} label={t("settings.reset")} appearance="subtle" run={() => apply(undefined)} />
    </Stack>
  );
};

const findAddressProblems = ({
  baseUrl,
  authUrl,
  clientId,
}: ServiceAddresses): Readonly<Record<keyof ServiceAddresses, string | undefined>> => ({
  baseUrl: isAddress(baseUrl) ? undefined : t("settings.badAddress"),
  authUrl: isAddress(authUrl) ? undefined : t("settings.badAddress"),
  clientId: clientId.trim() === "" ? t("pane.required") : undefined,
});
