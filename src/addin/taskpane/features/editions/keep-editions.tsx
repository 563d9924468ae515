import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { Edition } from "../../../../formulas/editions/edition-store";
import { formatMoment, t } from "../../../../i18n/t";
import type { PaneEditions } from "../../pane-deps";
import { type EditionsNow, editionTitle, useEditions } from "../../state/editions";
import { usePane } from "../../state/pane-state";
import { useJob, useStore } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { ChoiceField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { JobButton, JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { saveFile } from "../../ui/save-file";

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
  const change = (work: () => Promise<void>): void => void job.start(t("settings.editions"), "", work);
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
      {ofAccount.length > 0 && (
        <AskButton
          label={t("settings.deleteEditions")}
          question={t("settings.deleteEditionsAsk", { count: ofAccount.length })}
          yes={t("editions.deleteYes")}
          run={() => change(() => all.delete(ofAccount))}
        />
      )}
    </Stack>
  );
};

/** Those with a name, of all workbooks. */
export const namedEditions = (now: EditionsNow | "failed" | undefined): readonly Edition[] =>
  now === undefined || now === "failed" ? [] : now.ofAccount.filter(({ name }) => name !== undefined);

/** The editions with a name that leave with the account: each can be saved to a file, or deleted. */
export const EditionsToLose = ({ now }: { readonly now: EditionsNow | "failed" | undefined }): ReactNode => {
  const named = namedEditions(now);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  if (now === "failed") return <Notice intent="warning">{t("editions.unread")}</Notice>;
  if (now === undefined || named.length === 0) return null;
  return (
    <>
      <Notice intent="warning">{t("editions.signOut", { count: named.length })}</Notice>
      <GrowingList
        label={t("editions.toLose")}
        items={named}
        keyOf={({ id }) => id}
        show={(edition) => (
          <Tight>
            <Strong>{editionTitle(edition)}</Strong>
            <Quiet>
              {`${formatMoment(edition.at)} · ${t(saved.has(edition.id) ? "editions.isSaved" : "editions.notSaved")}`}
            </Quiet>
            <Row>
              <SaveEdition
                all={now.all}
                edition={edition}
                onSaved={() => setSaved((before) => new Set([...before, edition.id]))}
              />
              <Button
                size="small"
                appearance="subtle"
                aria-label={`${t("editions.deleteYes")} ${editionTitle(edition)}`}
                onClick={() => void now.all.delete([edition])}
              >
                {t("editions.deleteYes")}
              </Button>
            </Row>
          </Tight>
        )}
      />
    </>
  );
};

/** Saves an edition with a name to a file. */
export const SaveEdition = ({
  all,
  edition,
  onSaved,
}: {
  readonly all: PaneEditions;
  readonly edition: Edition;
  readonly onSaved?: () => void;
}): ReactNode => {
  const { id, at, name = "", answers } = edition;
  const job = useJob(`edition-file ${id}`);
  const save = (): void => {
    void job.start(t("editions.save"), "", async () => {
      // A name as file systems take it.
      const file = `${name.replaceAll(/[\\/:*?<>|]/g, "-")} ${new Date(at).toISOString().slice(0, 10)}`;
      saveFile(`${file}.edition.jsonl.gz`, "application/gzip", await all.toFile(id));
      onSaved?.();
      return answers.length;
    });
  };
  const label = t("editions.save");
  return (
    <>
      <JobButton
        size="small"
        appearance="subtle"
        aria-label={`${label}: ${editionTitle(edition)}`}
        job={job}
        run={save}
      >
        {label}
      </JobButton>
      {job.now.status === "failed" && <JobNotice job={job} retry={save} />}
    </>
  );
};
