import type { ReactNode } from "react";
import { ChecksField } from "../parts/checks-field";
import { TextField } from "../parts/fields";
import { Pair } from "../parts/layout";
import { useText } from "../text/use-text";
import { searchParts, sentiments, workers, type Sentiment } from "./dataset";
import type { DatasetForm } from "./use-dataset";

/** The workers and what depends on them. */
export const MethodFields = ({ form }: { readonly form: DatasetForm }): ReactNode => {
  const say = useText();
  const { draft, problems, change } = form;
  const quality = draft.workers.includes("quality-score");
  return (
    <>
      <ChecksField
        label={say("analysis.workers")}
        choices={workers.map((value) => ({ value, label: value }))}
        chosen={draft.workers}
        problem={problems.workers}
        onChange={(chosen) => change({ workers: chosen })}
      />
      <TextField
        label={say("analysis.qscore")}
        value={draft.qscore}
        disabled={!quality}
        hint={say(quality ? "analysis.qscoreHint" : "analysis.qscoreOff")}
        problem={problems.qscore}
        onChange={(qscore) => change({ qscore })}
      />
      <SearchIn form={form} />
      <Least form={form} />
    </>
  );
};

const Least = ({ form }: { readonly form: DatasetForm }): ReactNode => {
  const say = useText();
  const { draft, problems, change } = form;
  return (["minMatch", "minRepeat", "similarity"] as const).map((name) => (
    <TextField
      key={name}
      label={say(`analysis.${name}`)}
      value={draft[name]}
      problem={problems[name]}
      onChange={(value) => change({ [name]: value })}
    />
  ));
};

const SearchIn = ({ form }: { readonly form: DatasetForm }): ReactNode => {
  const say = useText();
  const { draft, problems, change } = form;
  const linking = draft.workers.includes("ner-linking");
  return (
    <ChecksField
      label={say("analysis.searchIn")}
      choices={searchParts.map((value) => ({ value, label: say(`analysis.part.${value}`) }))}
      chosen={draft.searchIn}
      disabled={linking}
      hint={linking ? say("analysis.searchInOff") : undefined}
      problem={problems.searchIn}
      onChange={(chosen) => change({ searchIn: chosen })}
    />
  );
};

/** The bounds of the sentiments; empty ones do not filter. */
export const SentimentFields = ({ form }: { readonly form: DatasetForm }): ReactNode => {
  const say = useText();
  const { draft, problems, change } = form;
  const put = (key: `${Sentiment}:${"min" | "max"}`, value: string): void =>
    change({ sentiments: { ...draft.sentiments, [key]: value } });
  return (Object.keys(sentiments) as Sentiment[]).map((name) => (
    <Pair key={name}>
      {(["min", "max"] as const).map((bound) => (
        <TextField
          key={bound}
          label={say(`analysis.${bound}`, { name: say(`analysis.sentiment.${name}`) })}
          value={draft.sentiments[`${name}:${bound}`]}
          problem={problems[`${name}:${bound}`]}
          onChange={(value) => put(`${name}:${bound}`, value)}
        />
      ))}
    </Pair>
  ));
};
