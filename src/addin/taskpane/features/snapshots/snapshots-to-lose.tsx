import { Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { SnapshotGroup } from "../../../../formulas/snapshots/snapshots";
import { t } from "../../../../i18n/t";
import type { PaneSnapshots } from "../../pane-deps";
import { GrowingList } from "../../ui/growing-list";
import { Quiet, Row, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { SaveSnapshot } from "./save-snapshot";
import type { SnapshotsNow } from "./use-snapshots";

/** Those with a name. */
export const namedSnapshots = (now: SnapshotsNow | "failed" | undefined): readonly SnapshotGroup[] =>
  now === undefined || now === "failed" ? [] : now.groups.filter(({ name }) => name !== undefined);

/** The snapshots with a name that leave with the account: each can be saved to a file, or deleted. */
export const SnapshotsToLose = ({ now }: { readonly now: SnapshotsNow | "failed" | undefined }): ReactNode => {
  const named = namedSnapshots(now);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  if (now === "failed") return <Notice intent="warning">{t("snapshots.unread")}</Notice>;
  if (now === undefined || named.length === 0) return null;
  const text = t("snapshots.signOut", { count: named.length });
  return (
    <>
      <Notice intent="warning">{text}</Notice>
      <GrowingList
        label={t("snapshots.list")}
        items={named}
        keyOf={({ ids }) => ids.join()}
        show={(group) => (
          <ToLose
            all={now.all}
            group={group}
            isSaved={saved.has(group.ids.join())}
            onSaved={() => setSaved((before) => new Set([...before, group.ids.join()]))}
          />
        )}
      />
    </>
  );
};

const ToLose = ({
  all,
  group,
  isSaved,
  onSaved,
}: {
  readonly all: PaneSnapshots;
  readonly group: SnapshotGroup;
  readonly isSaved: boolean;
  readonly onSaved: () => void;
}): ReactNode => (
  <Tight>
    <Strong>{group.name ?? group.day}</Strong>
    <Quiet>{`${group.day} · ${t(isSaved ? "snapshots.isSaved" : "snapshots.notSaved")}`}</Quiet>
    <Row>
      <SaveSnapshot all={all} group={group} onSaved={onSaved} />
      <Button
        size="small"
        appearance="subtle"
        aria-label={`${t("snapshots.deleteYes")} ${group.name ?? group.day}`}
        onClick={() => void all.delete([group])}
      >
        {t("snapshots.deleteYes")}
      </Button>
    </Row>
  </Tight>
);
