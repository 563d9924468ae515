import type { ReactNode } from "react";
import { isObject } from "../../../../facts/json";
import type { WireRecord } from "../../../../contract/page";
import { AddinError } from "../../../../engine/http/addin-error";
import { t } from "../../../../i18n/t";
import type { CellContent } from "../../../excel/sheet/ranges";
import type { JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { AskButton } from "../../ui/confirm";
import { bindField, ChoiceField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { InsertBar } from "../../ui/insert-bar";
import { JobNotice } from "../../ui/job-form";
import { languageChoices, translationLanguage } from "../../ui/languages";
import { Quiet, Row, Stack, Strong } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Section } from "../../ui/page";
import { useAttempts } from "../../ui/use-attempts";
import type { OfAnalysis } from "./analysis-period";
import { functionValues, type ReadFunction } from "./function-values";

/** Documents per call (specification, "Limits"). */
const documentsPerCall = 25;
const mostDocuments = 500;

/** What is translated of a document. */
const parts = ["title", "text"] as const;

interface TranslationDraft {
  readonly count: string;
  readonly language: string;
  readonly translations: readonly Translation[] | undefined;
}

/** A document beside what the service made of it. */
interface Translation {
  readonly original: NewestDocument;
  readonly record: WireRecord;
}

/** Translates the newest documents of an analysis, after asking for the quota. */
export const TranslateDocuments = ({ analysis }: OfAnalysis): ReactNode => {
  const { deps } = usePane();
  const initial: TranslationDraft = { count: "10", language: translationLanguage(), translations: undefined };
  const [draft, change] = useDraft(`translation:${analysis.instance}`, initial);
  const job = useJob(`translation:${analysis.instance}`);
  const attempts = useAttempts();
  const count = Number(draft.count);
  const isRight = Number.isInteger(count) && count >= 1 && count <= mostDocuments;
  const problem = isRight ? undefined : t("pane.whole", { min: 1, max: mostDocuments });
  const send = (): void => {
    // The question can stand open while the number is changed.
    if (!isRight) return;
    change({ translations: undefined });
    void job.start(t("documents.translate"), `${analysis.name}: ${count}`, async (run) => {
      const documents = await readNewest(await functionValues(deps, run.signal), analysis.instance, count);
      await translate(documents, draft.language, run, (translations) => change({ translations }));
      attempts.forget();
      return documents.length;
    });
  };
  return (
    <Stack>
      <Stack box={attempts.fields}>
        <Quiet>{t("documents.lead")}</Quiet>
        <TextField
          label={t("documents.count")}
          required
          type="number"
          value={draft.count}
          problem={attempts.tried ? problem : undefined}
          onChange={(value) => change({ count: value })}
        />
        <ChoiceField
          label={t("documents.language")}
          choices={languageChoices()}
          {...bindField({ draft, change }, "language")}
        />
        <JobNotice job={job} label={t("documents.working")} />
        <AskButton
          appearance="primary"
          label={`${t("documents.do")}…`}
          question={t("documents.ask", { count })}
          yes={t("documents.do")}
          check={() => attempts.pass({ count: problem })}
          isBusy={job.now.status === "running"}
          run={send}
        />
      </Stack>
      {draft.translations !== undefined && <Translations translations={draft.translations} />}
    </Stack>
  );
};

const Translations = ({ translations }: { readonly translations: readonly Translation[] }): ReactNode => (
  <Section title={t("documents.results", { count: translations.length })}>
    <GrowingList
      label={t("documents.results", { count: translations.length })}
      items={translations}
      keyOf={({ original }) => original.id}
      show={(translation) => <Translated {...translation} />}
    />
    <InsertBar
      insertion={{
        id: "translation",
        size: { rows: translations.length + 1, columns: parts.length + 3 },
        values: () => Promise.resolve(toTable(translations)),
        sheetName: t("documents.translate"),
      }}
    />
  </Section>
);

const Translated = ({ original, record }: Translation): ReactNode => {
  const failures = listFailures(record);
  return (
    <>
      <Row>
        <Strong>{(partText(record, "title") || original.title).slice(0, 160)}</Strong>
        {record["partial"] === true && <Mark color="warning">{t("documents.partial")}</Mark>}
        {failures.length > 0 && <Mark color="danger">{t("documents.failed")}</Mark>}
      </Row>
      <Quiet>{partText(record, "text").slice(0, 240)}</Quiet>
      {failures.length > 0 && <Quiet>{failures.join("; ")}</Quiet>}
    </>
  );
};

/** A document to translate. `extracted` is ISO, UTC. */
interface NewestDocument {
  readonly id: string;
  /** In the language of the document. */
  readonly title: string;
  readonly extracted: string;
}

const readNewest = async (read: ReadFunction, instance: string, count: number): Promise<readonly NewestDocument[]> => {
  const values = [instance, "id,extract_date,title", count, "extract_date", null];
  const rows = await read("ANALYSIS.DOCUMENTS", values, "headers=no; more=no; dates=iso; order=desc");
  return rows.map(([id, extracted, title]) => ({
    ...{ id: String(id), extracted: String(extracted) },
    title: typeof title === "string" ? title : "",
  }));
};

/**
 * In the order of the documents. Each document counts against the quota: failed calls are not retried, and what came before one
 * is shown.
 */
const translate = async (
  documents: readonly NewestDocument[],
  language: string,
  run: JobRun,
  show: (translations: readonly Translation[]) => void,
): Promise<void> => {
  const translations: Translation[] = [];
  run.progress(0, documents.length);
  if (documents.length === 0) show([]);
  for (let at = 0; at < documents.length; at += documentsPerCall) {
    const batch = documents.slice(at, at + documentsPerCall);
    const body = { documents: batch.map(({ id, extracted }) => ({ id, extracted })), fields: parts, language };
    const { value } = await run.call("translateDocuments", { body });
    if (!Array.isArray(value)) throw new AddinError("unavailable", t("work.noDocuments"));
    const byId = new Map((value as readonly WireRecord[]).map((document) => [document["id"], document]));
    const missing = { error: { message: t("work.noDocuments") } };
    translations.push(...batch.map((original) => ({ original, record: byId.get(original.id) ?? missing })));
    show([...translations]);
    run.progress(Math.min(at + documentsPerCall, documents.length), documents.length);
  }
};

const partText = (document: WireRecord, part: (typeof parts)[number]): string => {
  const text = document[part];
  return typeof text === "string" ? text : "";
};

/** The errors of a document: one per failed field (`error.field.<name>`), or one for the whole document. */
const listFailures = ({ error }: WireRecord): readonly string[] => {
  if (!isObject(error)) return [];
  const { field } = error;
  if (!isObject(field)) return [failureMessage(error)];
  return Object.entries(field).map(
    ([name, why]) =>
      `${parts.includes(name as "text") ? t(`documents.part.${name as "text"}`) : name}: ${failureMessage(why)}`,
  );
};

const failureMessage = (error: unknown): string =>
  isObject(error) && "message" in error ? String(error["message"]) : String(error);

/** One row per document under a header row. The original title says which document a failed row is. */
const toTable = (translations: readonly Translation[]): readonly (readonly CellContent[])[] => [
  [
    t("documents.original"),
    ...parts.map((part) => t(`documents.part.${part}`)),
    t("documents.partial"),
    t("documents.failed"),
  ],
  ...translations.map(({ original, record }) => [
    original.title,
    ...parts.map((part) => partText(record, part)),
    record["partial"] === true,
    listFailures(record).join("; "),
  ]),
];
