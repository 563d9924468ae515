import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { SnapshotGroup } from "../../../../formulas/snapshots/snapshots";
import { t } from "../../../../i18n/t";
import type { PaneSnapshots } from "../../pane-deps";
import { useJob } from "../../state/use-store";
import { JobNotice } from "../../ui/job-form";
import { saveFile } from "../../ui/save-file";
import { snapshotTitle } from "./use-snapshots";

/** A name as file systems take it. */
const fileName = ({ name, day }: SnapshotGroup): string =>
  `${snapshotTitle({ name, day }).replaceAll(/[\\/:*?<>|]/g, "-")} ${day}.snapshot.jsonl.gz`;

/** Saves a snapshot with a name to a file. */
export const SaveSnapshot = ({
  all,
  group,
  onSaved,
}: {
  readonly all: PaneSnapshots;
  readonly group: SnapshotGroup;
  readonly onSaved?: () => void;
}): ReactNode => {
  const [id = ""] = group.ids;
  const job = useJob(`snapshot-file ${id}`);
  const save = (): void => {
    void job.start({ what: t("snapshots.save"), query: "" }, async () => {
      saveFile(fileName(group), "application/gzip", await all.toFile(id));
      onSaved?.();
      return group.formulas;
    });
  };
  return (
    <>
      <Button
        size="small"
        disabledFocusable={job.now.status === "running"}
        aria-label={`${t("snapshots.save")}: ${snapshotTitle(group)}`}
        onClick={save}
      >
        {t("snapshots.save")}
      </Button>
      {job.now.status === "failed" && <JobNotice job={job} retry={save} />}
    </>
  );
};
