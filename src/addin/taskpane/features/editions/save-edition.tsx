import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { Edition } from "../../../../formulas/editions/edition-store";
import { t } from "../../../../i18n/t";
import type { PaneEditions } from "../../pane-deps";
import { useJob } from "../../state/use-store";
import { JobNotice } from "../../ui/job-form";
import { saveFile } from "../../ui/save-file";
import { editionTitle } from "../../state/edition-title";

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
