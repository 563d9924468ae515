import { Button, makeStyles, ProgressBar, tokens } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import type { KnownAnalysis } from "../../../../engine/state/analyses";
import { analyses } from "../../../../i18n/locales/en/analyses";
import { addMessages, formatMoment, t } from "../../../../i18n/t";
import type { JobRun } from "../../state/job";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { GrowingList } from "../../ui/growing-list";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Strong, Tight } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Page, Section } from "../../ui/page";
import { Panels } from "../../ui/panels";
import { AddById } from "./add-by-id";
import { AnalysisUses } from "./analysis-uses";
import { DatasetForm } from "./dataset-form";
import { GuidedStarts, noAnalysisOpen, noPurpose, UnconfirmedStarts } from "./guided-form";
import { showDays } from "./guided-start";
import { Recipes } from "./recipes";
import { analysisFacts } from "./results-report";

// With the view, because the first frame of the pane needs none of them.
addMessages("en", analyses);

const statusColors = {
  "in progress": "informative",
  ready: "success",
  "stopped or failed": "danger",
  "not found": "warning",
} as const;

const useStyles = makeStyles({ grow: { flexGrow: 1, minWidth: 0 }, uses: { paddingTop: tokens.spacingVerticalS } });

/** The known analyses. Watches those that still run, including those from before the workbook was closed. */
const useKnown = (): readonly KnownAnalysis[] => {
  const { analyses } = usePane().runtime;
  const known = useStore(analyses.known);
  useEffect(() => {
    for (const { instance, state } of known) if (state === "in progress") analyses.watch(instance);
  }, [analyses, known]);
  return known;
};

/** Analyses of the service, from their start to their results. */
export const AnalysesView = (): ReactNode => {
  const known = useKnown();
  const [{ purpose }] = useDraft("guide-open", noPurpose);
  const ways = [
    { name: "new", label: t("analysis.allSettings"), Content: DatasetForm },
    { name: "recipes", label: t("analysis.recipes"), Content: Recipes },
    { name: "by-id", label: t("analysis.addById"), Content: AddById },
  ];
  const newest = known.toSorted((one, other) => other.started_at - one.started_at);
  return (
    <Page title={t("view.analyses")}>
      <UnconfirmedStarts />
      <GuidedStarts />
      {purpose === "" && <Panels id="analyses" panels={ways} />}
      <Section title={t("analysis.known", { count: known.length })}>
        {known.length === 0 && <Quiet>{t("analysis.noneKnown")}</Quiet>}
        <GrowingList
          label={t("analysis.known", { count: known.length })}
          items={newest}
          keyOf={({ instance }) => instance}
          show={(analysis) => <Analysis analysis={analysis} />}
        />
      </Section>
    </Page>
  );
};

const Analysis = ({ analysis }: { readonly analysis: KnownAnalysis }): ReactNode => {
  const styles = useStyles();
  const { instance, name, state } = analysis;
  const [draft, change] = useDraft("analysis-open", noAnalysisOpen);
  const isNew = draft.isNew && draft.instance === instance;
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!isNew) return;
    change({ isNew: false });
    place.current?.focus();
    place.current?.scrollIntoView({ block: "nearest" });
  }, [isNew, change]);
  const job = useJob(`analysis-state:${instance}`);
  return (
    <Tight>
      <Row>
        <span ref={place} tabIndex={-1} className={styles.grow}>
          <Strong>{name}</Strong>
        </span>
        <span role="status">
          <Mark color={statusColors[state]}>{t(`analysis.state.${state}`)}</Mark>
        </span>
      </Row>
      <Quiet>{analysisLine(analysis)}</Quiet>
      {state === "in progress" && (
        <>
          <ProgressBar aria-label={t("analysis.runningNamed", { name })} />
          <Quiet>{t("analysis.running")}</Quiet>
        </>
      )}
      {state === "stopped or failed" && <Quiet>{t("results.wait.stopped or failed")}</Quiet>}
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

/** When it was started, and its days. */
const analysisLine = (analysis: KnownAnalysis): string => {
  const { days } = analysisFacts(analysis);
  const at = formatMoment(analysis.started_at);
  return days === undefined ? at : `${at} · ${showDays(days)}`;
};

const AnalysisActions = ({ analysis }: { readonly analysis: KnownAnalysis }): ReactNode => {
  const { runtime } = usePane();
  const { instance, name } = analysis;
  const [draft, change] = useDraft("analysis-open", noAnalysisOpen);
  const job = useJob(`analysis-state:${instance}`);
  const open = draft.instance === instance;
  const toggle = (): void => change({ instance: open ? "" : instance, isNew: false });
  const probe = async ({ requestContext }: JobRun): Promise<undefined> => {
    await runtime.analyses.stateOf(instance, requestContext);
  };
  const check = (): void => void job.start(t("analysis.check"), name, probe);
  const actions = [
    { label: t("analysis.use"), full: t("analysis.useNamed", { name }), run: toggle },
    { label: t("analysis.check"), full: t("analysis.checkNamed", { name }), run: check },
    {
      label: t("pane.remove"),
      full: t("pane.removeNamed", { name }),
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
