import { Badge, Button } from "@fluentui/react-components";
import { type ReactNode, useState } from "react";
import type { WireRecord } from "../../../../contract/page";
import { t } from "../../../../i18n/t";
import type { CurrentJob } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { Confirm } from "../../ui/confirm";
import { ChecksField, LinesField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { InsertBar } from "../../ui/insert-bar";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Section } from "../../ui/page";
import { useSelectedCells } from "../../ui/take-selection";
import { type Attempts, useAttempts } from "../../ui/use-attempts";
import {
  type DocumentInput,
  listFailures,
  documentParts,
  readDocuments,
  toTranslationTable,
  translate,
} from "./translate";

/** Translates documents. Shows the quota cost before a call and marks partial results. */
export const DocumentsPart = (): ReactNode => {
  const form = useTranslation();
  return (
    <Stack>
      <Quiet>{t("documents.lead")}</Quiet>
      <Stack box={form.attempts.fields}>
        <TranslationFields form={form} />
        <Quiet>{t("documents.used", { count: form.draft.used })}</Quiet>
        <JobNotice job={form.job} label={t("documents.working")} />
        <SendDocuments form={form} />
      </Stack>
      {form.draft.found !== undefined && <Translations form={form} />}
    </Stack>
  );
};

const TranslationFields = ({ form }: { readonly form: Translation }): ReactNode => {
  const { draft, problems, change } = form;
  return (
    <>
      <DocumentIds form={form} />
      <TextField
        label={t("documents.language")}
        required
        value={draft.language}
        problem={problems.language}
        onChange={(language) => change({ language })}
      />
      <ChecksField
        label={t("documents.fields")}
        choices={documentParts.map((value) => ({ value, label: t(`documents.part.${value}`) }))}
        chosen={draft.fields}
        problem={problems.fields}
        onChange={(fields) => change({ fields })}
      />
    </>
  );
};

const DocumentIds = ({ form }: { readonly form: Translation }): ReactNode => {
  const { workbook } = usePane().deps;
  const { draft, problems, change } = form;
  const { run, failure } = useSelectedCells(workbook.selection, ({ values }) =>
    change({ text: values.map((row) => row.slice(0, 2).join("\t")).join("\n") }),
  );
  return (
    <>
      <LinesField
        label={t("documents.ids")}
        required
        rows={4}
        hint={t("documents.idsHint")}
        value={draft.text}
        problem={problems.text}
        onChange={(text) => change({ text })}
      />
      <Row>
        <Button size="small" onClick={run}>
          {t("resolve.takeSelection")}
        </Button>
      </Row>
      {failure}
    </>
  );
};

const SendDocuments = ({ form }: { readonly form: Translation }): ReactNode => {
  const [asking, setAsking] = useState(false);
  const busy = form.job.now.status === "running";
  if (asking && !busy)
    return (
      <Confirm
        question={t("documents.ask", { count: form.documents.length })}
        yes={t("documents.do")}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          form.send();
        }}
      />
    );
  return (
    <Row>
      <Button appearance="primary" disabledFocusable={busy} onClick={() => form.check() && setAsking(true)}>
        {t("documents.do")}…
      </Button>
    </Row>
  );
};

/** The translations with their failures, and the insert bar. */
const Translations = ({ form }: { readonly form: Translation }): ReactNode => {
  const { found = [], fields } = form.draft;
  return (
    <Section title={t("documents.results", { count: found.length })}>
      <GrowingList
        label={t("documents.results", { count: found.length })}
        items={found}
        keyOf={({ id }) => String(id)}
        show={(document) => <Translated document={document} />}
      />
      <InsertBar
        insertion={{
          id: "translation",
          size: { rows: form.documents.length + 1, columns: fields.length + 4 },
          values: () => Promise.resolve(toTranslationTable(form.documents, found, fields)),
          sheetName: t("documents.translate"),
        }}
      />
    </Section>
  );
};

const Translated = ({ document }: { readonly document: WireRecord }): ReactNode => {
  const failures = listFailures(document);
  const texts = ["title", "summary", "text"].map((name) => document[name]).filter((text) => typeof text === "string");
  return (
    <>
      <Row>
        <Strong>{texts[0]?.slice(0, 160) ?? String(document["id"])}</Strong>
        {document["partial"] === true && (
          <Badge appearance="tint" color="warning">
            {t("documents.partial")}
          </Badge>
        )}
        {failures.length > 0 && (
          <Badge appearance="tint" color="danger">
            {t("documents.failed")}
          </Badge>
        )}
      </Row>
      <Quiet>{(texts[1] ?? "").slice(0, 240)}</Quiet>
      {failures.length > 0 && <Quiet>{failures.join("; ")}</Quiet>}
    </>
  );
};

interface TranslationDraft {
  readonly text: string;
  readonly language: string;
  readonly fields: readonly string[];
  readonly found: readonly WireRecord[] | undefined;
  /** Documents sent since the add-in started. */
  readonly used: number;
}

type TranslationProblems = Partial<Record<"text" | "language" | "fields", string>>;

interface Translation {
  readonly draft: TranslationDraft;
  readonly documents: readonly DocumentInput[];
  readonly problems: TranslationProblems;
  readonly job: CurrentJob;
  readonly attempts: Attempts;
  readonly change: (part: Partial<TranslationDraft>) => void;
  readonly check: () => boolean;
  readonly send: () => void;
}

const emptyTranslation: TranslationDraft = {
  text: "",
  language: "english",
  fields: ["title", "text"],
  found: undefined,
  used: 0,
};

const findTranslationProblems = (draft: TranslationDraft): TranslationProblems => {
  const { documents, odd } = readDocuments(draft.text);
  const problems: TranslationProblems = {};
  if (odd !== undefined) problems.text = t("documents.badLine", { line: odd });
  else if (documents.length === 0) problems.text = t("pane.required");
  if (draft.language.trim() === "") problems.language = t("pane.required");
  if (draft.fields.length === 0) problems.fields = t("documents.noField");
  return problems;
};

/** The draft stays after sending. A second click while the job runs sends nothing. */
const useTranslation = (): Translation => {
  const [draft, change, store] = useDraft("translation", emptyTranslation);
  const job = useJob("translation");
  const attempts = useAttempts();
  const { documents } = readDocuments(draft.text);
  const problems = findTranslationProblems(draft);
  const send = (): void => {
    const { fields, language } = draft;
    change({ found: undefined });
    void job.start(
      { what: t("documents.translate"), query: `translate ${documents.length} → ${language}` },
      async (run) => {
        const found = await translate(documents, fields, language.trim(), run);
        store.set({ ...store.get(), found, used: store.get().used + documents.length });
        attempts.forget();
        return found.length;
      },
    );
  };
  return {
    draft,
    documents,
    job,
    attempts,
    change,
    send,
    problems: attempts.tried ? problems : {},
    check: () => attempts.pass(problems),
  };
};
