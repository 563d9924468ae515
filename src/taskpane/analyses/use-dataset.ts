import { useAttempts, type Attempts } from "../parts/use-attempts";
import type { Job, JobState } from "../state/job";
import { usePane } from "../state/pane-context";
import { useDraft, useJob } from "../state/use-store";
import { useText } from "../text/use-text";
import { bodyOf, emptyDataset, type DatasetDraft } from "./dataset";
import { problemsOf, type DatasetProblems } from "./dataset-problems";
import { startAnalysis } from "./start-analysis";

/** The form of a new analysis. */
export interface DatasetForm {
  readonly draft: DatasetDraft;
  /** What is wrong; nothing before the first try. */
  readonly problems: DatasetProblems;
  readonly body: Readonly<Record<string, unknown>>;
  readonly started: string;
  readonly job: Job & { readonly now: JobState };
  readonly attempts: Attempts;
  readonly change: (part: Partial<DatasetDraft>) => void;
  readonly start: () => void;
}

/** Starting an analysis; what was typed stays until it has started. */
export const useDataset = (): DatasetForm => {
  const say = useText();
  const { runtime, world } = usePane();
  const [draft, change] = useDraft("dataset", emptyDataset);
  const [outcome, note] = useDraft("dataset-outcome", { started: "" });
  const job = useJob("dataset");
  const attempts = useAttempts();
  const problems = problemsOf(say, draft);
  const body = bodyOf(draft);
  const start = (): void => {
    if (!attempts.pass(problems)) return;
    note({ started: "" });
    void job.start({ what: say("analysis.start"), query: draft.name }, async ({ call }) => {
      const doors = { runtime, workbook: world.workbook, sheet: say("analysis.sheet"), call };
      note({ started: await startAnalysis(draft.name.trim(), body, doors) });
      attempts.forget();
      return 1;
    });
  };
  return {
    ...{ draft, body, job, attempts, change, start },
    problems: attempts.tried ? problems : {},
    started: outcome.started,
  };
};
