import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { bindField, ChecksField, ChoiceField, LinesField, TextField } from "../../ui/fields";
import { Fold } from "../../ui/fold";
import { JobAction } from "../../ui/job-form";
import { Code, Pair, Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/page";
import { useSelectedCells } from "../../ui/take-selection";
import { RowButton } from "../../ui/row-button";
import { DateFields } from "./analysis-period";
import {
  type DatasetForm as Form,
  type EntityDraft,
  searchParts,
  sentimentBounds,
  siteTypes,
  splitList,
  unnamedEntity,
  useDataset,
  workers,
} from "./dataset";

/** The form of a new analysis. All rules are checked before a call. */
export const DatasetForm = (): ReactNode => {
  const form = useDataset();
  const { problems } = form;
  const words = problems.concepts !== undefined;
  const sources = problems.siteTypes !== undefined || problems.countries !== undefined;
  const method = (["workers", "qscore", "searchIn", ...counts] as const).some((name) => problems[name] !== undefined);
  return (
    <Stack box={form.attempts.fields}>
      <TextField label={t("pane.name")} required hint={t("analysis.nameHint")} {...bindField(form, "name")} />
      <DateFields form={form} hint={t("analysis.daysHint")} />
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

interface OfForm {
  readonly form: Form;
}

type TextName =
  | "coMentions"
  | "concepts"
  | "countries"
  | "exclude"
  | "languages"
  | (typeof counts)[number]
  | "sites"
  | "sitesExclude";

const counts = ["minMatch", "minRepeat", "similarity"] as const;

const textProps = (form: Form, name: TextName) => ({
  label: t(`analysis.${name}`),
  hint: t(`analysis.${name}Hint`),
  ...bindField(form, name),
});

const checkProps = ({ draft, problems, change }: Form, name: "searchIn" | "siteTypes" | "workers") => ({
  label: t(`analysis.${name}`),
  chosen: draft[name],
  problem: problems[name],
  onChange: (chosen: readonly string[]) => change({ [name]: chosen }),
});

const WordFields = ({ form }: OfForm): ReactNode => (
  <>
    <LinesField rows={2} {...textProps(form, "coMentions")} />
    <LinesField rows={2} {...textProps(form, "exclude")} />
    <LinesField {...textProps(form, "concepts")} />
    <ChoiceField
      label={t("analysis.conceptsMode")}
      hint={t("analysis.conceptsModeHint")}
      value={form.draft.conceptsMode}
      choices={(["concepts", "concepts_filter"] as const).map((value) => ({
        value,
        label: t(`analysis.mode.${value}`),
      }))}
      onChange={(mode) => form.change({ conceptsMode: mode === "concepts" ? "concepts" : "concepts_filter" })}
    />
  </>
);

/** The sources of documents: site types, languages, countries, sites. */
const SourceFields = ({ form }: OfForm): ReactNode => (
  <>
    <ChecksField
      {...checkProps(form, "siteTypes")}
      hint={t("analysis.siteTypesHint")}
      choices={siteTypes.map((value) => ({ value, label: t(`analysis.site.${value}`) }))}
    />
    <TextField {...textProps(form, "languages")} />
    {splitList(form.draft.languages).length > 1 && <Quiet>{t("analysis.oneLanguage")}</Quiet>}
    <TextField {...textProps(form, "countries")} />
    <LinesField rows={2} {...textProps(form, "sites")} />
    <LinesField rows={2} {...textProps(form, "sitesExclude")} />
  </>
);

/** The workers and the fields that depend on them. */
const MethodFields = ({ form }: OfForm): ReactNode => {
  const quality = form.draft.workers.includes("quality-score");
  const linking = form.draft.workers.includes("ner-linking");
  return (
    <>
      <ChecksField
        {...checkProps(form, "workers")}
        hint={t("analysis.workersHint")}
        choices={workers.map((value) => ({ value, label: t(`analysis.worker.${value}`) }))}
      />
      <TextField
        label={t("analysis.qscore")}
        disabled={!quality}
        hint={t(quality ? "analysis.qscoreHint" : "analysis.qscoreOff")}
        {...bindField(form, "qscore")}
      />
      <ChecksField
        {...checkProps(form, "searchIn")}
        disabled={linking}
        hint={t(linking ? "analysis.searchInOff" : "analysis.searchInHint")}
        choices={searchParts.map((value) => ({ value, label: t(`analysis.part.${value}`) }))}
      />
      {counts.map((name) => (
        <TextField key={name} {...textProps(form, name)} />
      ))}
    </>
  );
};

/** The sentiment ranges; an empty bound does not filter. */
const SentimentFields = ({ form: { draft, problems, change } }: OfForm): ReactNode => (
  <>
    <Quiet>{t("analysis.sentimentHint")}</Quiet>
    {sentimentBounds.map(({ name, bounds }) => (
      <Pair key={name}>
        {bounds.map(({ bound, key }) => (
          <TextField
            key={bound}
            label={t(`analysis.${bound}`, { name: t(`analysis.sentiment.${name}`) })}
            value={draft.sentiments[key]}
            problem={problems[key]}
            onChange={(value) => change({ sentiments: { ...draft.sentiments, [key]: value } })}
          />
        ))}
      </Pair>
    ))}
  </>
);

const Start = ({ form }: OfForm): ReactNode => {
  const wrong = Object.keys(form.problems).length;
  return (
    <>
      {wrong > 0 && <Notice intent="error">{t("analysis.wrong", { count: wrong })}</Notice>}
      <JobAction appearance="primary" job={form.job} run={form.start} retries={false}>
        {t("analysis.start")}
      </JobAction>
      {form.started !== "" && <Notice intent="success">{t("analysis.started", { instance: form.started })}</Notice>}
      {form.recipeProblem !== "" && (
        <Notice intent="warning">{t("analysis.noRecipe", { why: form.recipeProblem })}</Notice>
      )}
    </>
  );
};

/** The entities of an analysis. Keywords can be taken from the selected cells. */
const DatasetEntities = ({ form }: OfForm): ReactNode => {
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
        <RowButton
          size="small"
          onClick={() => form.change({ entities: [...entities, { name: "", context: "", keywords: "" }] })}
        >
          {t("analysis.addEntity")}
        </RowButton>
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
        {...bindField({ draft: entity, change: put }, "context")}
      />
      <LinesField
        label={t("analysis.keywords", { number })}
        hint={t("analysis.keywordsHint")}
        {...bindField({ draft: entity, change: put }, "keywords")}
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
