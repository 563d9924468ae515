import type { ReactNode } from "react";
import { ChecksField } from "../parts/checks-field";
import { ChoiceField, LinesField, TextField } from "../parts/fields";
import { Quiet } from "../parts/layout";
import { useText } from "../text/use-text";
import { listOf, siteTypes } from "./dataset";
import type { DatasetForm } from "./use-dataset";

/** Words that exclude, words that must stand beside, and concepts. */
export const WordFields = ({ form }: { readonly form: DatasetForm }): ReactNode => {
  const say = useText();
  const { draft, problems, change } = form;
  return (
    <>
      <LinesField
        label={say("analysis.coMentions")}
        hint={say("analysis.coMentionsHint")}
        rows={2}
        value={draft.coMentions}
        onChange={(coMentions) => change({ coMentions })}
      />
      <LinesField
        label={say("analysis.exclude")}
        hint={say("analysis.onePerLine")}
        rows={2}
        value={draft.exclude}
        onChange={(exclude) => change({ exclude })}
      />
      <LinesField
        label={say("analysis.concepts")}
        hint={say("analysis.conceptsHint")}
        value={draft.concepts}
        problem={problems.concepts}
        onChange={(concepts) => change({ concepts })}
      />
      <ChoiceField
        label={say("analysis.conceptsMode")}
        value={draft.conceptsMode}
        choices={(["concepts", "concepts_filter"] as const).map((value) => ({
          value,
          label: say(`analysis.mode.${value}`),
        }))}
        onChange={(mode) => change({ conceptsMode: mode === "concepts" ? "concepts" : "concepts_filter" })}
      />
    </>
  );
};

/** Where documents come from: site types, languages, countries, sites. */
export const SourceFields = ({ form }: { readonly form: DatasetForm }): ReactNode => {
  const say = useText();
  const { draft, problems, change } = form;
  return (
    <>
      <ChecksField
        label={say("analysis.siteTypes")}
        choices={siteTypes.map((value) => ({ value, label: say(`analysis.site.${value}`) }))}
        chosen={draft.siteTypes}
        hint={say("analysis.siteTypesHint")}
        problem={problems.siteTypes}
        onChange={(chosen) => change({ siteTypes: chosen })}
      />
      <TextField
        label={say("analysis.languages")}
        value={draft.languages}
        onChange={(languages) => change({ languages })}
      />
      {listOf(draft.languages).length > 1 && <Quiet>{say("analysis.oneLanguage")}</Quiet>}
      <TextField
        label={say("analysis.countries")}
        value={draft.countries}
        hint={say("analysis.countriesHint")}
        problem={problems.countries}
        onChange={(countries) => change({ countries })}
      />
      <LinesField label={say("analysis.sites")} rows={2} value={draft.sites} onChange={(sites) => change({ sites })} />
      <LinesField
        label={say("analysis.sitesExclude")}
        rows={2}
        value={draft.sitesExclude}
        onChange={(sitesExclude) => change({ sitesExclude })}
      />
    </>
  );
};
