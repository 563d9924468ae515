import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { TextField } from "../parts/fields";
import { Fold } from "../parts/fold";
import { JobNotice } from "../parts/job-notice";
import { Code, Pair, Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { useText } from "../text/use-text";
import { DatasetEntities } from "./dataset-entities";
import { MethodFields, SentimentFields } from "./dataset-method";
import { SourceFields, WordFields } from "./dataset-words";
import { useDataset, type DatasetForm as Form } from "./use-dataset";

/** The whole form of an analysis, its rules checked before anything is sent. */
export const DatasetForm = (): ReactNode => {
  const say = useText();
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
      <Fold title={say("analysis.words")} open={words}>
        <WordFields form={form} />
      </Fold>
      <Fold title={say("analysis.sources")} open={sources}>
        <SourceFields form={form} />
      </Fold>
      <Fold title={say("analysis.method")} open={method}>
        <MethodFields form={form} />
      </Fold>
      <Fold title={say("analysis.sentiment")} open={Object.keys(problems).some((name) => name.includes(":"))}>
        <SentimentFields form={form} />
      </Fold>
      <Fold title={say("analysis.request")}>
        <Code>{JSON.stringify(form.body, undefined, 1)}</Code>
      </Fold>
      <Start form={form} />
    </Stack>
  );
};

const Basics = ({ form }: { readonly form: Form }): ReactNode => {
  const say = useText();
  const { draft, problems, change } = form;
  return (
    <>
      <TextField
        label={say("pane.name")}
        required
        value={draft.name}
        problem={problems.name}
        onChange={(name) => change({ name })}
      />
      <Pair>
        <TextField
          label={say("analysis.from")}
          required
          type="date"
          value={draft.start}
          problem={problems.start}
          onChange={(start) => change({ start })}
        />
        <TextField
          label={say("analysis.to")}
          required
          type="date"
          value={draft.end}
          problem={problems.end}
          onChange={(end) => change({ end })}
        />
      </Pair>
    </>
  );
};

const Start = ({ form }: { readonly form: Form }): ReactNode => {
  const say = useText();
  const wrong = Object.keys(form.problems).length;
  return (
    <>
      <JobNotice job={form.job} />
      {wrong > 0 && <Notice intent="error">{say("analysis.wrong", { count: wrong })}</Notice>}
      <Row>
        <Button appearance="primary" disabledFocusable={form.job.now.status === "running"} onClick={form.start}>
          {say("analysis.start")}
        </Button>
        <Quiet>{say("pane.calls", { count: 1 })}</Quiet>
      </Row>
      {form.started !== "" && <Notice intent="success">{say("analysis.started", { instance: form.started })}</Notice>}
    </>
  );
};
