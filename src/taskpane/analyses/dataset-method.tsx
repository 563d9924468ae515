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
  const linking = draft.workers.includes("ner-linking");
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
      <ChecksField
        label={say("analysis.searchIn")}
        choices={searchParts.map((value) => ({ value, label: say(`analysis.part.${value}`) }))}
        chosen={draft.searchIn}
        disabled={linking}
        hint={linking ? say("analysis.searchInOff") : undefined}
        problem={problems.searchIn}
        onChange={(chosen) => change({ searchIn: chosen })}
      />
      <Pair>
        <TextField
          label={say("analysis.minMatch")}
          value={draft.minMatch}
          problem={problems.minMatch}
          onChange={(minMatch) => change({ minMatch })}
        />
        <TextField
          label={say("analysis.minRepeat")}
          value={draft.minRepeat}
          problem={problems.minRepeat}
          onChange={(minRepeat) => change({ minRepeat })}
        />
      </Pair>
      <TextField
        label={say("analysis.similarity")}
        value={draft.similarity}
        problem={problems.similarity}
        onChange={(similarity) => change({ similarity })}
      />
    </>
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
