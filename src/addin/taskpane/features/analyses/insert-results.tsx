import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { ChoiceField } from "../../ui/fields";
import { JobNotice } from "../../ui/job-form";
import { Quiet, Row, Stack } from "../../ui/layout";
import { Notice } from "../../ui/notice";
import { useAnalysis } from "./analysis-context";
import { functionValues } from "./function-values";
import { analysisFacts, type Grain, chooseGrain, grains, reportNotes, readResults, toReport } from "./results-report";

interface ResultsDraft {
  readonly grain: Grain | undefined;
  readonly isLive: boolean;
  /** The address of the last sheet, and what it says about its numbers. */
  readonly written: string | undefined;
  readonly notes: readonly string[];
}

const initialResults: ResultsDraft = { grain: undefined, isLive: true, written: undefined, notes: [] };

const useInsertResults = () => {
  const { deps, runtime } = usePane();
  const analysis = useAnalysis();
  const [draft, change] = useDraft(`results:${analysis.instance}`, initialResults);
  const job = useJob(`results:${analysis.instance}`);
  const facts = analysisFacts(analysis);
  const grain = draft.grain ?? chooseGrain(facts.days);
  const insert = (): void => {
    change({ written: undefined });
    void job.start(t("results.insert"), analysis.name, async ({ signal }) => {
      const content = await readResults(analysis, grain, await functionValues(deps, signal));
      const written = await deps.workbook.writeReport(toReport(content, runtime.clock.now()), draft.isLive);
      change({ written, notes: reportNotes(content) });
      return content.series.length;
    });
  };
  return { draft, change, job, grain, insert };
};

/** Puts the results of an analysis on a new sheet: facts, series, a chart. */
export const InsertResults = (): ReactNode => {
  const analysis = useAnalysis();
  const { workbook } = usePane().deps;
  const { draft, change, job, grain, insert } = useInsertResults();
  const { written, notes } = draft;
  if (analysis.state !== "ready") return <Quiet>{t(`results.wait.${analysis.state}`)}</Quiet>;
  return (
    <Stack>
      <ChoiceField
        label={t("results.grain")}
        value={grain}
        choices={grains.map((value) => ({ value, label: t(`results.grain.${value}`) }))}
        onChange={(value) => change({ grain: value as Grain })}
      />
      <ChoiceField
        label={t("results.as")}
        hint={t(draft.isLive ? "results.liveHint" : "results.valuesHint")}
        value={draft.isLive ? "live" : "values"}
        choices={(["live", "values"] as const).map((value) => ({ value, label: t(`results.as.${value}`) }))}
        onChange={(value) => change({ isLive: value === "live" })}
      />
      <JobNotice job={job} retry={insert} label={t("results.reading")} />
      <Row>
        <Button appearance="primary" disabledFocusable={job.now.status === "running"} onClick={insert}>
          {t("results.insert")}
        </Button>
        <Quiet>{t("results.onNewSheet")}</Quiet>
      </Row>
      {written !== undefined && job.now.status !== "running" && (
        <>
          <Notice
            intent="success"
            actions={[{ label: t("pane.goToCell", { address: written }), run: () => void workbook.goTo(written) }]}
          >
            {t("insert.written", { address: written })}
          </Notice>
          {notes.map((note) => (
            <Quiet key={note}>{note}</Quiet>
          ))}
        </>
      )}
    </Stack>
  );
};
