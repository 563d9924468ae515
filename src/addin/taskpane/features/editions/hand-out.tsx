import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import type { EditionChoice } from "../../../excel/refresh/edition-verbs";
import type { ShareCopy, UnreadyFormula } from "../../../excel/freeze/share-copy";
import { usePane } from "../../state/pane-state";
import { useJob, useStore } from "../../state/use-store";
import { CellLink } from "../../ui/cell-link";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { saveFile } from "../../ui/save-file";
import { choiceId, editionTitle } from "../../state/edition-title";

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Makes a copy with the values of an edition, or of now, for people without the add-in. Formulas that show less than they seem to are named first. */
export const HandOut = ({ choice }: { readonly choice: EditionChoice }): ReactNode => {
  const { share } = usePane().deps;
  const id = choiceId(choice);
  const job = useJob(`share-copy ${id}`);
  const made = useStore(share.made);
  const { copy, accepted = false } = made?.of === id ? made : {};
  const make = (): void => {
    share.made.set(undefined);
    void job.start({ what: t("share.title"), query: editionTitle(choice) }, async ({ signal, progress }) => {
      const next = await share.make(choice, signal, progress);
      share.made.set({ of: id, copy: next, accepted: false });
      return next.formulas;
    });
  };
  const needsAnswer = copy !== undefined && copy.unready.length > 0 && !accepted;
  return (
    <Stack>
      <Quiet>{t(choice === "now" ? "share.lead" : "share.editionLead")}</Quiet>
      <Row>
        <Button size="small" onClick={make} disabledFocusable={job.now.status === "running"}>
          {t(copy === undefined ? "share.make" : "share.again")}
        </Button>
      </Row>
      <JobNotice job={job} retry={make} />
      {needsAnswer && (
        <Unready formulas={copy.unready} accept={() => share.made.set({ of: id, copy, accepted: true })} />
      )}
      {copy !== undefined && !needsAnswer && <Ready copy={copy} />}
    </Stack>
  );
};

const Unready = ({
  formulas,
  accept,
}: {
  readonly formulas: readonly UnreadyFormula[];
  readonly accept: () => void;
}): ReactNode => (
  <>
    <Notice intent="warning" actions={[{ label: t("share.anyway"), run: accept }]}>
      {t("share.unready", { count: formulas.length })}
    </Notice>
    <GrowingList
      label={t("share.unready", { count: formulas.length })}
      items={formulas}
      keyOf={({ address }) => address}
      show={({ address, reason }) => (
        <>
          <Strong>
            <CellLink address={address} />
          </Strong>
          <Quiet>{reason}</Quiet>
        </>
      )}
    />
  </>
);

const Ready = ({ copy }: { readonly copy: ShareCopy }): ReactNode => {
  const { share } = usePane().deps;
  const opening = useJob("share-copy-open");
  const open = (): void => {
    void opening.start({ what: t("share.open"), query: "" }, async () => {
      await share.open(copy);
      return undefined;
    });
  };
  const download = async (): Promise<void> => saveFile(await share.nameOf(copy), xlsx, copy.bytes);
  if (copy.formulas + copy.frozen === 0) return <Notice>{t("share.none")}</Notice>;
  return (
    <>
      <Notice intent="success">{t("share.ready", { count: copy.formulas + copy.frozen })}</Notice>
      {copy.left.length > 0 && <Notice intent="warning">{t("share.left", { parts: copy.left.join(", ") })}</Notice>}
      <Row>
        <Button appearance="primary" onClick={open}>
          {t("share.open")}
        </Button>
        <Button onClick={() => void download()}>{t("share.download")}</Button>
      </Row>
      <JobNotice job={opening} retry={open} />
    </>
  );
};
