import { Button } from "@fluentui/react-components";
import { useState, type ReactNode } from "react";
import { ChecksField } from "../parts/checks-field";
import { Confirm } from "../parts/confirm";
import { LinesField } from "../parts/fields";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack } from "../parts/layout";
import { Notice } from "../parts/notice";
import { usePane } from "../state/pane-context";
import { useStore } from "../state/use-store";
import type { Say } from "../text/say";
import { useText } from "../text/use-text";
import { mostEntities, useCoverage, type Coverage } from "./use-coverage";

/** Asks the provider to cover companies that were not found, and to add them to universes. */
export const CoverageForm = ({
  from,
  suggested,
}: {
  readonly from: string;
  readonly suggested: readonly string[];
}): ReactNode => {
  const say = useText();
  const coverage = useCoverage(from, suggested);
  const [asking, setAsking] = useState(false);
  const { entities } = coverage;
  return (
    <Stack box={coverage.attempts.fields}>
      <Quiet>{say("coverage.lead", { most: mostEntities })}</Quiet>
      <LinesField
        label={say("coverage.entities")}
        required
        value={coverage.draft.text}
        hint={say("coverage.count", { count: entities.length })}
        problem={coverage.entityProblem}
        onChange={coverage.setText}
      />
      <UniverseChecks coverage={coverage} />
      <HowItStands coverage={coverage} />
      {asking && coverage.job.now.status !== "running" ? (
        <Confirm
          question={questionOf(say, coverage)}
          yes={say("pane.confirm")}
          onYes={() => {
            setAsking(false);
            coverage.send();
          }}
          onNo={() => setAsking(false)}
        />
      ) : (
        <Send coverage={coverage} onAsk={() => setAsking(true)} />
      )}
    </Stack>
  );
};

const questionOf = (say: Say, { entities, universes }: Coverage): string =>
  say("coverage.ask", {
    companies: say("coverage.count", { count: entities.length }),
    universes: say("coverage.universeCount", { count: universes.length }),
  });

const Send = ({ coverage, onAsk }: { readonly coverage: Coverage; readonly onAsk: () => void }): ReactNode => {
  const say = useText();
  const busy = coverage.job.now.status === "running";
  return (
    <Row>
      <Button appearance="primary" disabledFocusable={busy} onClick={() => coverage.check() && onAsk()}>
        {say("coverage.send")}
      </Button>
    </Row>
  );
};

const HowItStands = ({ coverage }: { readonly coverage: Coverage }): ReactNode => {
  const say = useText();
  const { queued, task, job, draft } = coverage;
  return (
    <>
      {!queued && <JobNotice job={job} label={say(draft.waiting ? "coverage.waiting" : "pane.working")} />}
      {queued && (
        <Notice intent="warning" actions={[{ label: say("coverage.whenFree"), run: coverage.sendWhenFree }]}>
          {say("coverage.queued")}
        </Notice>
      )}
      {task !== undefined && <Notice intent="success">{say("coverage.sent", { task })}</Notice>}
    </>
  );
};

const UniverseChecks = ({ coverage }: { readonly coverage: Coverage }): ReactNode => {
  const say = useText();
  const catalogue = useStore(usePane().runtime.universes.catalogue);
  const { universeProblem, universes } = coverage;
  return (
    <ChecksField
      label={say("coverage.universes")}
      required
      choices={catalogue
        .filter(({ type }) => type !== "PROVIDER")
        .map(({ universe_id, name }) => ({ value: universe_id, label: name }))}
      chosen={universes}
      problem={universeProblem}
      onChange={coverage.choose}
    />
  );
};
