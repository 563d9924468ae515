import { Button } from "@fluentui/react-components";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Edition } from "../../../../formulas/editions/edition-store";
import { formatMoment, t } from "../../../../i18n/t";
import type { EditionChoice } from "../../../excel/refresh/workbook-editions";
import { choiceId, type EditionsNow, editionTitle, useEditions } from "../../state/editions";
import { usePane } from "../../state/pane-state";
import { useJob, useStore } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { TextField, useFirstFocus } from "../../ui/fields";
import { FileButton } from "../../ui/file-button";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong, Tight } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Page } from "../../ui/page";
import { Panels, usePanel } from "../../ui/panels";
import { FreezeSection } from "../workbook/freeze";
import { CompareEditions, HandOut, Prove, ShowEdition } from "./edition-actions";
import { SaveEdition } from "./keep-editions";

/** The editions of the workbook and what is done with them; formulas that are frozen in place. */
export const EditionsView = (): ReactNode => {
  const now = useEditions();
  return (
    <Page title={t("view.editions")} lead={t("editions.lead")}>
      {now === "failed" && <Notice intent="error">{t("editions.unread")}</Notice>}
      {now === undefined && <Quiet>{t("pane.loading")}</Quiet>}
      {typeof now === "object" && <EditionList now={now} />}
      <FreezeSection />
    </Page>
  );
};

const EditionList = ({ now }: { readonly now: EditionsNow }): ReactNode => {
  const { asOf, session } = usePane().runtime;
  const isSet = useStore(asOf) !== undefined;
  // Signed out there is none, but what the cells show can be handed out, proved and frozen.
  const isSignedIn = useStore(session.state).status === "signed-in";
  // While the workbook shows an edition, its cells do not show what is answered now.
  const choices: readonly EditionChoice[] = [...(isSet ? [] : (["now"] as const)), ...now.list];
  return (
    <Stack>
      {isSignedIn && now.usage.limit === 0 && <Notice intent="warning">{t("editions.off")}</Notice>}
      {now.list.length === 0 && now.usage.limit > 0 && <Quiet>{t("editions.none")}</Quiet>}
      {!isSignedIn && <Quiet>{t("runtime.signedOut")}</Quiet>}
      <GrowingList
        label={t("editions.list")}
        items={choices}
        keyOf={choiceId}
        show={(choice) => <EditionItem now={now} choice={choice} choices={choices} />}
      />
      <Elsewhere now={now} />
      {isSignedIn && <LoadFile now={now} />}
    </Stack>
  );
};

interface ItemProps {
  readonly now: EditionsNow;
  readonly choice: EditionChoice;
  readonly choices: readonly EditionChoice[];
}

const EditionItem = ({ now, choice, choices }: ItemProps): ReactNode => {
  const id = `edition ${choiceId(choice)}`;
  const [, change] = usePanel(id);
  const panel = (name: "compare" | "show" | "handOut" | "prove", content: ReactNode) => ({
    name,
    label: t(`editions.${name}`),
    content,
  });
  const title = editionTitle(choice);
  const close = (): void => change({ open: "" });
  const verbs = [
    ...(choices.length > 1 ? [panel("compare", <CompareEditions now={now} choice={choice} choices={choices} />)] : []),
    ...(choice === "now" ? [] : [panel("show", <ShowEdition edition={choice} close={close} />)]),
    panel("handOut", <HandOut choice={choice} />),
    panel("prove", <Prove choice={choice} />),
  ];
  return (
    <Tight>
      <Strong>{title}</Strong>
      <Quiet>{choice === "now" ? t("editions.nowFacts") : editionFacts(choice)}</Quiet>
      <Panels id={id} panels={verbs} of={title} />
      {choice !== "now" && <KeepEdition now={now} edition={choice} />}
    </Tight>
  );
};

const editionFacts = ({ name, at, answers, bytes, isOfFile }: Edition): string =>
  [
    ...(name === undefined ? [] : [formatMoment(at)]),
    t("editions.facts", { count: answers.length, size: Math.max(1, Math.round(bytes / 1_000)) }),
    ...(isOfFile ? [t("editions.ofFile")] : []),
  ].join(" · ");

/** A name, a file, or the end of an edition. */
const KeepEdition = ({
  now: { all },
  edition,
}: {
  readonly now: EditionsNow;
  readonly edition: Edition;
}): ReactNode => {
  const [open, setOpen] = useState<"name" | "delete">();
  const title = editionTitle(edition);
  const naming = t(edition.name === undefined ? "editions.giveName" : "editions.rename");
  const job = useJob(`edition-delete ${edition.id}`);
  const remove = (): void => {
    setOpen(undefined);
    void job.start(t("editions.deleteYes"), "", () => all.delete([edition]));
  };
  return (
    <>
      {open === undefined && (
        <Row>
          <Button size="small" appearance="subtle" aria-label={`${naming} ${title}`} onClick={() => setOpen("name")}>
            {naming}
          </Button>
          {edition.name !== undefined && <SaveEdition all={all} edition={edition} />}
          <Button
            size="small"
            appearance="subtle"
            aria-label={`${t("editions.delete")} ${title}`}
            onClick={() => setOpen("delete")}
          >
            {t("editions.delete")}
          </Button>
        </Row>
      )}
      {open === "name" && <NameForm all={all} edition={edition} close={() => setOpen(undefined)} />}
      {open === "delete" && (
        <Confirm
          question={t("editions.deleteAsk", { name: title })}
          yes={t("editions.deleteYes")}
          onYes={remove}
          onNo={() => setOpen(undefined)}
        />
      )}
      <JobNotice job={job} />
    </>
  );
};

const NameForm = ({
  all,
  edition,
  close,
}: Pick<EditionsNow, "all"> & {
  readonly edition: Edition;
  readonly close: () => void;
}): ReactNode => {
  const [name, setName] = useState(edition.name ?? "");
  const [problem, setProblem] = useState<string>();
  const field = useFirstFocus();
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      await all.name(edition, name);
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      field.current?.focus();
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Tight>
        <TextField
          label={t("editions.name")}
          hint={t("editions.nameHint")}
          value={name}
          problem={problem}
          inputRef={field}
          onChange={setName}
        />
        <Row>
          <Button type="submit" size="small" appearance="primary">
            {t("pane.save")}
          </Button>
          <Button size="small" onClick={close}>
            {t("pane.cancel")}
          </Button>
        </Row>
      </Tight>
    </form>
  );
};

/** Editions of the file at another place. A copy begins without them, and so does a file that was moved. */
const Elsewhere = ({ now: { all, elsewhere } }: { readonly now: EditionsNow }): ReactNode => {
  const job = useJob("editions-elsewhere");
  const copy = (): void => {
    void job.start(t("editions.copyHere"), "", () => all.copyFromElsewhere());
  };
  return (
    <>
      {elsewhere > 0 && (
        <Notice actions={[{ label: t("editions.copyHere"), run: copy }]}>
          {t("editions.elsewhere", { count: elsewhere })}
        </Notice>
      )}
      <JobNotice job={job} retry={copy} />
    </>
  );
};

const LoadFile = ({ now: { all } }: { readonly now: EditionsNow }): ReactNode => {
  const [loaded, setLoaded] = useState<string>();
  const job = useJob("edition-load");
  const load = (bytes: Uint8Array): void => {
    setLoaded(undefined);
    void job.start(t("editions.file"), "", async () => setLoaded(await all.fromFile(bytes)));
  };
  return (
    <>
      <Row>
        <FileButton text={t("editions.load")} label={t("editions.file")} accept=".gz" job={job} onChosen={load} />
      </Row>
      <JobNotice job={job} />
      {loaded !== undefined && job.now.status === "done" && (
        <Notice intent="success">{t("editions.loaded", { name: loaded })}</Notice>
      )}
    </>
  );
};
