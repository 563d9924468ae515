import { Badge, Button, makeStyles, tokens } from "@fluentui/react-components";
import { useEffect, type ReactNode } from "react";
import type { KnownAnalysis } from "../../runtime/analyses";
import { GrowingList } from "../parts/growing-list";
import { JobNotice } from "../parts/job-notice";
import { Quiet, Row, Stack, Strong, Tight } from "../parts/layout";
import { Panels } from "../parts/panels";
import { Section } from "../parts/page";
import type { JobRun } from "../state/job";
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

/** The known analyses; those that still run are watched, also one that ran already when the workbook was closed. */
const useKnown = (): readonly KnownAnalysis[] => {
  const { analyses } = usePane().runtime;
  const known = useStore(analyses.known);
  useEffect(() => {
    for (const { instance, state } of known) if (state === "in progress") analyses.watch(instance);
  }, [analyses, known]);
  return known;
};

/** The analyses known here, and the ways to more of them. */
export const AnalysesPart = (): ReactNode => {
  const say = useText();
  const known = useKnown();
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
  const { instance, name, state } = analysis;
  const [draft] = useDraft("analysis-open", { instance: "" });
  const job = useJob(`analysis-state:${instance}`);
  return (
    <Tight>
      <Row>
        <span className={styles.grow}>
          <Strong>{name}</Strong>
        </span>
        <span role="status">
          <Badge appearance="tint" color={colors[state]}>
            {say(`analysis.state.${state}`)}
          </Badge>
        </span>
      </Row>
      <Quiet>{`${say.moment(analysis.started_at)} · ${instance}`}</Quiet>
      <JobNotice job={job} />
      <AnalysisActions analysis={analysis} />
      {draft.instance === instance && (
        <div className={styles.uses}>
          <AnalysisUses analysis={analysis} />
        </div>
      )}
    </Tight>
  );
};

const AnalysisActions = ({ analysis }: { readonly analysis: KnownAnalysis }): ReactNode => {
  const say = useText();
  const { runtime } = usePane();
  const { instance, name } = analysis;
  const [draft, change] = useDraft("analysis-open", { instance: "" });
  const job = useJob(`analysis-state:${instance}`);
  const open = draft.instance === instance;
  const toggle = (): void => change({ instance: open ? "" : instance });
  const probe = async ({ inquiry }: JobRun): Promise<undefined> => {
    await runtime.analyses.stateOf(instance, inquiry);
  };
  const check = (): void => void job.start({ what: "ANALYSIS.STATUS", query: instance }, probe);
  const actions = [
    { label: say("analysis.use"), full: say("analysis.useNamed", { name }), run: toggle },
    { label: say("analysis.check"), full: say("analysis.checkNamed", { name }), run: check },
    {
      label: say("pane.remove"),
      full: say("pane.removeNamed", { name }),
      run: () => runtime.analyses.forget(instance),
    },
  ];
  return (
    <Row>
      {actions.map(({ label, full, run }, at) => (
        <Button
          key={label}
          size="small"
          appearance={at === 0 ? "secondary" : "subtle"}
          aria-label={full}
          {...(at === 0 ? { "aria-expanded": open } : {})}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </Row>
  );
};
