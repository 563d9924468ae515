import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { ChecksField, ChoiceField, LinesField, TextField } from "../../ui/fields";
import { Pair, Quiet } from "../../ui/layout";
import {
  type DatasetFormState,
  splitList,
  searchParts,
  type Sentiment,
  sentiments,
  siteTypes,
  workers,
} from "./dataset";

/** Excluded words, co-mentions and concepts. */
export const WordFields = ({ form }: { readonly form: DatasetFormState }): ReactNode => {
  const { draft, problems, change } = form;
  return (
    <>
      <LinesField
        label={t("analysis.coMentions")}
        hint={t("analysis.coMentionsHint")}
        rows={2}
        value={draft.coMentions}
        onChange={(coMentions) => change({ coMentions })}
      />
      <LinesField
        label={t("analysis.exclude")}
        hint={t("analysis.excludeHint")}
        rows={2}
        value={draft.exclude}
        onChange={(exclude) => change({ exclude })}
      />
      <LinesField
        label={t("analysis.concepts")}
        hint={t("analysis.conceptsHint")}
        value={draft.concepts}
        problem={problems.concepts}
        onChange={(concepts) => change({ concepts })}
      />
      <ChoiceField
        label={t("analysis.conceptsMode")}
        hint={t("analysis.conceptsModeHint")}
        value={draft.conceptsMode}
        choices={(["concepts", "concepts_filter"] as const).map((value) => ({
          value,
          label: t(`analysis.mode.${value}`),
        }))}
        onChange={(mode) => change({ conceptsMode: mode === "concepts" ? "concepts" : "concepts_filter" })}
      />
    </>
  );
};

/** The sources of documents: site types, languages, countries, sites. */
export const SourceFields = ({ form }: { readonly form: DatasetFormState }): ReactNode => {
  const { draft, problems, change } = form;
  return (
    <>
      <ChecksField
        label={t("analysis.siteTypes")}
        choices={siteTypes.map((value) => ({ value, label: t(`analysis.site.${value}`) }))}
        chosen={draft.siteTypes}
        hint={t("analysis.siteTypesHint")}
        problem={problems.siteTypes}
        onChange={(chosen) => change({ siteTypes: chosen })}
      />
      <TextField
        label={t("analysis.languages")}
        hint={t("analysis.languagesHint")}
        value={draft.languages}
        onChange={(languages) => change({ languages })}
      />
      {splitList(draft.languages).length > 1 && <Quiet>{t("analysis.oneLanguage")}</Quiet>}
      <TextField
        label={t("analysis.countries")}
        value={draft.countries}
        hint={t("analysis.countriesHint")}
        problem={problems.countries}
        onChange={(countries) => change({ countries })}
      />
      <LinesField
        label={t("analysis.sites")}
        hint={t("analysis.sitesHint")}
        rows={2}
        value={draft.sites}
        onChange={(sites) => change({ sites })}
      />
      <LinesField
        label={t("analysis.sitesExclude")}
        hint={t("analysis.sitesExcludeHint")}
        rows={2}
        value={draft.sitesExclude}
        onChange={(sitesExclude) => change({ sitesExclude })}
      />
    </>
  );
};

/** The workers and the fields that depend on them. */
export const MethodFields = ({ form }: { readonly form: DatasetFormState }): ReactNode => {
  const { draft, problems, change } = form;
  const quality = draft.workers.includes("quality-score");
  return (
    <>
      <ChecksField
        label={t("analysis.workers")}
        choices={workers.map((value) => ({ value, label: t(`analysis.worker.${value}`) }))}
        chosen={draft.workers}
        hint={t("analysis.workersHint")}
        problem={problems.workers}
        onChange={(chosen) => change({ workers: chosen })}
      />
      <TextField
        label={t("analysis.qscore")}
        value={draft.qscore}
        disabled={!quality}
        hint={t(quality ? "analysis.qscoreHint" : "analysis.qscoreOff")}
        problem={problems.qscore}
        onChange={(qscore) => change({ qscore })}
      />
      <SearchIn form={form} />
      <Least form={form} />
    </>
  );
};

const Least = ({ form }: { readonly form: DatasetFormState }): ReactNode => {
  const { draft, problems, change } = form;
  return (["minMatch", "minRepeat", "similarity"] as const).map((name) => (
    <TextField
      key={name}
      label={t(`analysis.${name}`)}
      hint={t(`analysis.${name}Hint`)}
      value={draft[name]}
      problem={problems[name]}
      onChange={(value) => change({ [name]: value })}
    />
  ));
};

const SearchIn = ({ form }: { readonly form: DatasetFormState }): ReactNode => {
  const { draft, problems, change } = form;
  const linking = draft.workers.includes("ner-linking");
  return (
    <ChecksField
      label={t("analysis.searchIn")}
      choices={searchParts.map((value) => ({ value, label: t(`analysis.part.${value}`) }))}
      chosen={draft.searchIn}
      disabled={linking}
      hint={t(linking ? "analysis.searchInOff" : "analysis.searchInHint")}
      problem={problems.searchIn}
      onChange={(chosen) => change({ searchIn: chosen })}
    />
  );
};

/** The sentiment ranges; an empty bound does not filter. */
export const SentimentFields = ({ form }: { readonly form: DatasetFormState }): ReactNode => {
  const { draft, problems, change } = form;
  const put = (key: `${Sentiment}:${"min" | "max"}`, value: string): void =>
    change({ sentiments: { ...draft.sentiments, [key]: value } });
  const pairs = (Object.keys(sentiments) as Sentiment[]).map((name) => (
    <Pair key={name}>
      {(["min", "max"] as const).map((bound) => (
        <TextField
          key={bound}
          label={t(`analysis.${bound}`, { name: t(`analysis.sentiment.${name}`) })}
          value={draft.sentiments[`${name}:${bound}`]}
          problem={problems[`${name}:${bound}`]}
          onChange={(value) => put(`${name}:${bound}`, value)}
        />
      ))}
    </Pair>
  ));
  return (
    <>
      <Quiet>{t("analysis.sentimentHint")}</Quiet>
      {pairs}
    </>
  );
};
