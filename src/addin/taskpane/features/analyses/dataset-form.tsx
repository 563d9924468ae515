import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { LinesField, TextField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { JobNotice } from "../../ui/job-form";
import { Code, Pair, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { useSelectedCells } from "../../ui/take-selection";
import {
  type DatasetFormState,
  type DatasetFormState as Form,
  type EntityDraft,
  unnamedEntity,
  useDataset,
} from "./dataset";
import { MethodFields, SentimentFields, SourceFields, WordFields } from "./dataset-fields";

/** The form of a new analysis. All rules are checked before a call. */
export const DatasetForm = (): ReactNode => {
  const form = useDataset();
  const { problems } = form;
  const words = problems.concepts !== undefined;
  const sources = problems.siteTypes !== undefined || problems.countries !== undefined;
  const method = (["workers", "qscore", "searchIn", "minMatch", "minRepeat", "similarity"] as const).some(
    (name) => problems[name] !== undefined,
  );
  return (
    <Stack box={form.attempts.fields}>
      <Basics form={form} />
      <DatasetEntities form={form} />
      <Fold title={t("analysis.words")} open={words}>
        <WordFields form={form} />
      </Fold>
      <Fold title={t("analysis.sources")} open={sources}>
        <SourceFields form={form} />
      </Fold>
      <Fold title={t("analysis.method")} open={method}>
        <MethodFields form={form} />
      </Fold>
      <Fold title={t("analysis.sentiment")} open={Object.keys(problems).some((name) => name.includes(":"))}>
        <SentimentFields form={form} />
      </Fold>
      <Fold title={t("pane.diagnostics")}>
        <Code>{JSON.stringify(form.body, undefined, 1)}</Code>
      </Fold>
      <Start form={form} />
    </Stack>
  );
};

const Basics = ({ form }: { readonly form: Form }): ReactNode => {
  const { draft, problems, change } = form;
  return (
    <>
      <TextField
        label={t("pane.name")}
        required
        hint={t("analysis.nameHint")}
        value={draft.name}
        problem={problems.name}
        onChange={(name) => change({ name })}
      />
      <Pair>
        <TextField
          label={t("analysis.from")}
          required
          type="date"
          value={draft.start}
          problem={problems.start}
          onChange={(start) => change({ start })}
        />
        <TextField
          label={t("analysis.to")}
          required
          type="date"
          hint={t("analysis.daysHint")}
          value={draft.end}
          problem={problems.end}
          onChange={(end) => change({ end })}
        />
      </Pair>
    </>
  );
};

const Start = ({ form }: { readonly form: Form }): ReactNode => {
  const wrong = Object.keys(form.problems).length;
  return (
    <>
      <JobNotice job={form.job} />
      {wrong > 0 && <Notice intent="error">{t("analysis.wrong", { count: wrong })}</Notice>}
      <Row>
        <Button appearance="primary" disabledFocusable={form.job.now.status === "running"} onClick={form.start}>
          {t("analysis.start")}
        </Button>
      </Row>
      {form.started !== "" && <Notice intent="success">{t("analysis.started", { instance: form.started })}</Notice>}
      {form.recipeProblem !== "" && (
        <Notice intent="warning">{t("analysis.noRecipe", { why: form.recipeProblem })}</Notice>
      )}
    </>
  );
};

/** The entities of an analysis. Keywords can be taken from the selected cells. */
const DatasetEntities = ({ form }: { readonly form: DatasetFormState }): ReactNode => {
  const { entities } = form.draft;
  const put = (at: number, part: Partial<EntityDraft>): void =>
    form.change({ entities: entities.map((entity, index) => (index === at ? { ...entity, ...part } : entity)) });
  return (
    <Section title={t("analysis.entities")}>
      <Stack>
        {entities.map((entity, at) => (
          <Entity
            key={at}
            number={at + 1}
            entity={entity}
            problem={at === Math.max(0, unnamedEntity(entities)) ? form.problems.entities : undefined}
            put={(part) => put(at, part)}
            remove={
              entities.length > 1
                ? () => form.change({ entities: entities.filter((_, index) => index !== at) })
                : undefined
            }
          />
        ))}
        <Row>
          <Button
            size="small"
            onClick={() => form.change({ entities: [...entities, { name: "", context: "", keywords: "" }] })}
          >
            {t("analysis.addEntity")}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
};

interface EntityProps {
  readonly number: number;
  readonly entity: EntityDraft;
  readonly problem: string | undefined;
  readonly put: (part: Partial<EntityDraft>) => void;
  readonly remove: (() => void) | undefined;
}

const Entity = (props: EntityProps): ReactNode => {
  const { number, entity, problem, put } = props;
  return (
    <Stack>
      <TextField
        label={t("analysis.entityName", { number })}
        required
        hint={t("analysis.entityNameHint")}
        value={entity.name}
        problem={problem}
        onChange={(name) => put({ name })}
      />
      <TextField
        label={t("analysis.context", { number })}
        hint={t("analysis.contextHint")}
        value={entity.context}
        onChange={(context) => put({ context })}
      />
      <LinesField
        label={t("analysis.keywords", { number })}
        hint={t("analysis.keywordsHint")}
        value={entity.keywords}
        onChange={(keywords) => put({ keywords })}
      />
      <EntityActions {...props} />
    </Stack>
  );
};

const EntityActions = ({ number, put, remove }: EntityProps): ReactNode => {
  const { workbook } = usePane().deps;
  const { run, failure } = useSelectedCells(workbook.selection, ({ values }) => {
    const words = values.flat().map(String);
    put({ keywords: words.filter((word) => word.trim() !== "").join("\n") });
  });
  return (
    <Row>
      {failure}
      <Button size="small" onClick={run} aria-label={t("analysis.takeKeywordsFor", { number })}>
        {t("analysis.takeKeywords")}
      </Button>
      {remove !== undefined && (
        <Button
          size="small"
          appearance="subtle"
          onClick={remove}
          aria-label={t("pane.removeNamed", { name: t("analysis.entityName", { number }) })}
        >
          {t("pane.remove")}
        </Button>
      )}
    </Row>
  );
};
