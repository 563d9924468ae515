import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import { formatMoment, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useJob, useStore } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { ChoiceField } from "../../ui/fields";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { type EditionsNow, useEditions } from "../../state/use-editions";

const megabyte = 1_000_000;
const sizeLimits = [0, 16, 64, 256];

/** How much of this device editions may take, and what they take now. */
export const EditionSettings = (): ReactNode => {
  const { status } = useStore(usePane().runtime.session.state);
  const now = useEditions();
  if (status !== "signed-in" || now === undefined) return null;
  return (
    <Section title={t("settings.editions")}>
      {now === "failed" ? <Notice intent="error">{t("editions.unread")}</Notice> : <Room now={now} />}
    </Section>
  );
};

const Room = ({ now: { all, ofAccount, usage } }: { readonly now: EditionsNow }): ReactNode => {
  const job = useJob("edition-room");
  const [asking, setAsking] = useState(false);
  const change = (work: () => Promise<void>): void => {
    setAsking(false);
    void job.start({ what: t("settings.editions"), query: "" }, async () => {
      await work();
      return undefined;
    });
  };
  const current = usage.limit / megabyte;
  const choices = [...new Set([...sizeLimits, current])].toSorted((one, other) => one - other);
  const inMegabytes = (bytes: number): number => Math.ceil(bytes / 100_000) / 10;
  return (
    <Stack>
      <ChoiceField
        label={t("settings.room")}
        hint={t("settings.roomHint")}
        value={String(current)}
        choices={choices.map((count) => ({
          value: String(count),
          label: count === 0 ? t("settings.keepNothing") : t("settings.megabytes", { count }),
        }))}
        onChange={(value) => change(() => all.setLimit(Number(value) * megabyte))}
      />
      <Quiet>
        {ofAccount.length === 0
          ? t("editions.none")
          : t("settings.roomUsed", {
              used: inMegabytes(usage.used),
              limit: current,
              count: ofAccount.length,
              day: formatMoment(ofAccount.at(-1)?.at ?? 0),
            })}
      </Quiet>
      {usage.named > usage.limit && (
        <Notice intent="warning">{t("settings.roomOver", { named: inMegabytes(usage.named) })}</Notice>
      )}
      <JobNotice job={job} />
      {ofAccount.length > 0 &&
        (asking ? (
          <Confirm
            question={t("settings.deleteEditionsAsk", { count: ofAccount.length })}
            yes={t("editions.deleteYes")}
            onYes={() => change(() => all.delete(ofAccount))}
            onNo={() => setAsking(false)}
          />
        ) : (
          <Row>
            <Button onClick={() => setAsking(true)}>{t("settings.deleteEditions")}</Button>
          </Row>
        ))}
    </Stack>
  );
};
