import { Badge, Button, makeStyles, tokens } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { KnownAnalysis } from "../../runtime/analyses";
import { GrowingList } from "../parts/growing-list";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack, Strong } from "../parts/layout";
import { Panels } from "../parts/panels";
import { Section } from "../parts/page";
import { usePane } from "../state/pane-context";
import { useDraft, useJob, useStore } from "../state/use-store";
import { useText } from "../text/use-text";
import { AnalysisUses } from "./analysis-uses";
import { DatasetForm } from "./dataset-form";
import { Recipes } from "./recipes-part";

const colors = {
  "in progress": "informative",
  ready: "success",
  "stopped or failed": "danger",
  "not found": "warning",
} as const;

const useStyles = makeStyles({ grow: { flexGrow: 1, minWidth: 0 }, uses: { paddingTop: tokens.spacingVerticalS } });

/** The analyses known here, and the ways to more of them. */
export const AnalysesPart = (): ReactNode => {
  const say = useText();
  const known = useStore(usePane().runtime.analyses.known);
  const ways = [
    { name: "new", label: say("analysis.new"), Content: DatasetForm },
    { name: "recipes", label: say("analysis.recipes"), Content: Recipes },
  ];
  const newest = known.toSorted((one, other) => other.started_at - one.started_at);
  return (
    <Stack>
      <Panels id="analyses" panels={ways} initial={known.length === 0 ? "new" : ""} />
      <Section title={say("analysis.known", { count: known.length })}>
        {known.length === 0 && <Quiet>{say("analysis.noneKnown")}</Quiet>}
        <GrowingList
          label={say("analysis.known", { count: known.length })}
          items={newest}
          keyOf={({ instance }) => instance}
          show={(analysis) => <Analysis analysis={analysis} />}
        />
      </Section>
    </Stack>
  );
};

const Analysis = ({ analysis }: { readonly analysis: KnownAnalysis }): ReactNode => {
  const styles = useStyles();
  const say = useText();
  const { runtime } = usePane();
  const { instance, name, state } = analysis;
  const [draft, change] = useDraft("analysis-open", { instance: "" });
  const job = useJob(`analysis-state:${instance}`);
  const open = draft.instance === instance;
  const check = (): void => {
    void job.start({ what: "ANALYSIS.STATUS", query: instance }, async ({ inquiry }) => {
      await runtime.analyses.stateOf(instance, inquiry);
      return 1;
    });
  };
  return (
    <>
      <Row>
        <span className={styles.grow}>
          <Strong>{name}</Strong>
        </span>
        <Badge appearance="tint" color={colors[state]} role="status">
          {say(`analysis.state.${state}`)}
        </Badge>
      </Row>
      <Quiet>{`${say.moment(analysis.started_at)} · ${instance}`}</Quiet>
      <JobNotice job={job} />
      <Row>
        <Button
          size="small"
          aria-expanded={open}
          aria-label={say("analysis.useNamed", { name })}
          onClick={() => change({ instance: open ? "" : instance })}
        >
          {say("analysis.use")}
        </Button>
        <Button size="small" appearance="subtle" aria-label={say("analysis.checkNamed", { name })} onClick={check}>
          {say("analysis.check")}
        </Button>
        <Button
          size="small"
          appearance="subtle"
          aria-label={say("pane.removeNamed", { name })}
          onClick={() => runtime.analyses.forget(instance)}
        >
          {say("pane.remove")}
        </Button>
      </Row>
      {open && (
        <div className={styles.uses}>
          <AnalysisUses analysis={analysis} />
        </div>
      )}
    </>
  );
};
