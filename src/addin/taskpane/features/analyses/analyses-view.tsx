import { Button, makeStyles, ProgressBar, tokens } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { isUuid } from "../../../../contract/values";
import { AddinError } from "../../../../engine/http/addin-error";
import type { KnownAnalysis } from "../../../../engine/state/analyses";
import { analyses } from "../../../../i18n/locales/en/analyses";
import { addMessages, formatMoment, t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob, useStore } from "../../state/use-store";
import { bindField, TextField } from "../../ui/fields";
import { GrowingList } from "../../ui/growing-list";
import { JobForm, JobNotice } from "../../ui/job-form";
import { Quiet, Row, Strong, Tight } from "../../ui/layout";
import { Mark } from "../../ui/mark";
import { Page, Section } from "../../ui/page";
import { Panels } from "../../ui/panels";
import { useAttempts } from "../../ui/use-attempts";
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
    { name: "new", label: t("analysis.allSettings"), content: <DatasetForm /> },
    { name: "recipes", label: t("analysis.recipes"), content: <Recipes /> },
    { name: "by-id", label: t("analysis.addById"), content: <AddById /> },
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

/** Its days, and when it was started. */
const analysisLine = (analysis: KnownAnalysis): string => {
  const { days } = analysisFacts(analysis);
  const started = t("results.started", { at: formatMoment(analysis.started_at) });
  return days === undefined ? started : `${showDays(days)} · ${started}`;
};

const AnalysisActions = ({ analysis }: { readonly analysis: KnownAnalysis }): ReactNode => {
  const { runtime } = usePane();
  const { instance, name } = analysis;
  const [draft, change] = useDraft("analysis-open", noAnalysisOpen);
  const job = useJob(`analysis-state:${instance}`);
  const open = draft.instance === instance;
  const toggle = (): void => change({ instance: open ? "" : instance, isNew: false });
  const check = (): void => {
    void job.start(t("analysis.check"), name, ({ requestContext }) =>
      runtime.analyses.stateOf(instance, requestContext).then(() => undefined),
    );
  };
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

const emptyAdd = { instance: "", name: "" };

/** Adds an analysis that was started elsewhere, because the service cannot list them. */
const AddById = (): ReactNode => {
  const { runtime } = usePane();
  const [draft, change] = useDraft("analysis-by-id", emptyAdd);
  const [, open] = useDraft("analysis-open", noAnalysisOpen);
  const job = useJob("analysis-by-id");
  const attempts = useAttempts();
  const instance = draft.instance.trim().toLowerCase();
  const problem = isUuid(instance) ? undefined : t("analysis.idProblem");
  const add = (): void => {
    if (!attempts.pass({ problem })) return;
    void job.start(t("analysis.addById"), draft.name.trim(), async ({ requestContext }) => {
      const { analyses, clock } = runtime;
      const known = analyses.known.get().find((analysis) => analysis.instance === instance);
      const state = await analyses.stateOf(instance, requestContext);
      if (state === "not found") throw new AddinError("not-found", t("analysis.unknownId"));
      const started_at = clock.now();
      const name = draft.name.trim() || t("analysis.addedName", { at: formatMoment(started_at) });
      if (known === undefined) analyses.add({ instance, name, started_at, state });
      open({ instance, isNew: true });
      change(emptyAdd);
      attempts.forget();
      return 1;
    });
  };
  return (
    <JobForm
      job={job}
      attempts={attempts}
      submit={t("analysis.addById")}
      onSubmit={add}
      fields={
        <>
          <TextField
            label={t("analysis.id")}
            required
            hint={t("analysis.idHint")}
            value={draft.instance}
            problem={attempts.tried ? problem : undefined}
            onChange={(value) => change({ instance: value })}
          />
          <TextField label={t("pane.name")} hint={t("pane.optional")} {...bindField({ draft, change }, "name")} />
        </>
      }
    />
  );
};
