import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { ChecksField } from "../parts/checks-field";
import { Confirm } from "../parts/confirm";
import { LinesField, TextField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { Section } from "../parts/page";
import { usePane } from "../state/pane-context";
import type { Say, SentenceValues } from "../text/say";
import { useText } from "../text/use-text";
import { parts } from "./translate";
import { Translations } from "./translations";
import { useTranslation, type Translation } from "./use-translation";

/** Translates documents by the legacy route; the quota is said before, and what came only in part is marked. */
export const DocumentsPart = (): ReactNode => {
  const say = useText();
  const form = useTranslation();
  return (
    <Stack>
      <Section title={say("documents.translate")} lead={say("documents.lead")}>
        <Stack box={form.attempts.fields}>
          <Fields form={form} />
          <Quiet>{say("documents.cost", costOf(say, form))}</Quiet>
          <Quiet>{say("documents.used", { count: form.draft.used })}</Quiet>
          <JobNotice job={form.job} label={say("documents.working")} />
          <Send form={form} />
        </Stack>
      </Section>
      {form.draft.found !== undefined && <Translations form={form} />}
    </Stack>
  );
};

/** What it would take: documents of the quota, and calls. */
const costOf = (say: Say, { asked, calls }: Translation): SentenceValues => ({
  count: asked.length,
  calls: say("pane.calls", { count: calls }),
});

const Fields = ({ form }: { readonly form: Translation }): ReactNode => {
  const say = useText();
  const { draft, problems, change } = form;
  return (
    <>
      <Asked form={form} />
      <TextField
        label={say("documents.language")}
        required
        value={draft.language}
        problem={problems.language}
        onChange={(language) => change({ language })}
      />
      <ChecksField
        label={say("documents.fields")}
        choices={parts.map((value) => ({ value, label: say(`documents.part.${value}`) }))}
        chosen={draft.fields}
        problem={problems.fields}
        onChange={(fields) => change({ fields })}
      />
    </>
  );
};

const Asked = ({ form }: { readonly form: Translation }): ReactNode => {
  const say = useText();
  const { workbook } = usePane().world;
  const { draft, problems, change } = form;
  const take = (): void => {
    void workbook
      .selection()
      .then(({ values }) => change({ text: values.map((row) => row.slice(0, 2).join("\t")).join("\n") }));
  };
  return (
    <>
      <LinesField
        label={say("documents.ids")}
        required
        rows={4}
        hint={say("documents.idsHint")}
        value={draft.text}
        problem={problems.text}
        onChange={(text) => change({ text })}
      />
      <Row>
        <Button size="small" onClick={take}>
          {say("resolve.takeSelection")}
        </Button>
      </Row>
    </>
  );
};

const Send = ({ form }: { readonly form: Translation }): ReactNode => {
  const say = useText();
  const [asking, setAsking] = useState(false);
  const busy = form.job.now.status === "running";
  if (asking && !busy)
    return (
      <Confirm
        question={say("documents.ask", costOf(say, form))}
        yes={say("documents.do")}
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
        {say("documents.do")}…
      </Button>
    </Row>
  );
};
