import type { ReactNode } from "react";
import { t } from "../../../../i18n/t";
import { usePane } from "../../state/pane-state";
import { useDraft, useJob } from "../../state/use-store";
import { Written } from "../../ui/cell-link";
import { ChoiceField } from "../../ui/fields";
import { JobAction } from "../../ui/job-form";
import { Quiet, Stack } from "../../ui/layout";
import type { OfAnalysis } from "./analysis-period";
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

/** Puts the results of an analysis on a new sheet: facts, series, a chart. */
export const InsertResults = ({ analysis }: OfAnalysis): ReactNode => {
  const { deps, runtime } = usePane();
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
      <JobAction
        appearance="primary"
        job={job}
        run={insert}
        working={t("results.reading")}
        beside={<Quiet>{t("results.onNewSheet")}</Quiet>}
      >
        {t("results.insert")}
      </JobAction>
      {written !== undefined && job.now.status !== "running" && (
        <>
          <Written address={written} />
          {notes.map((note) => (
            <Quiet key={note}>{note}</Quiet>
          ))}
        </>
      )}
    </Stack>
  );
};
