import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { Edition } from "../../../../formulas/editions/edition-store";
import { formatMoment, t } from "../../../../i18n/t";
import type { PaneEditions } from "../../pane-deps";
import { useJob } from "../../state/use-store";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { saveFile } from "../../ui/save-file";
import { editionTitle } from "../../state/edition-title";
import type { EditionsNow } from "../../state/use-editions";

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
    void job.start({ what: t("editions.save"), query: "" }, async () => {
      // A name as file systems take it.
      const file = `${name.replaceAll(/[\\/:*?<>|]/g, "-")} ${new Date(at).toISOString().slice(0, 10)}`;
      saveFile(`${file}.edition.jsonl.gz`, "application/gzip", await all.toFile(id));
      onSaved?.();
      return answers.length;
    });
  };
  return (
    <>
      <Button
        size="small"
        appearance="subtle"
        disabledFocusable={job.now.status === "running"}
        aria-label={`${t("editions.save")}: ${editionTitle(edition)}`}
        onClick={save}
      >
        {t("editions.save")}
      </Button>
      {job.now.status === "failed" && <JobNotice job={job} retry={save} />}
    </>
  );
};
